//! What a first visit to the desk loads: the page with its stylesheets, font, scripts and icon. Uploaded pictures are aside.

use std::collections::{BTreeMap, BTreeSet};

use parlour_compression::brotli;
use parlour_testkit::actions::people::developer;
use parlour_testkit::browser::Page;
use parlour_testkit::{Engine, Person, run};
use parlour_web_admin::pages::pages;
use url::Url;

use super::back_office::{SEEN_ELSEWHERE, first_row, full_salon, screens};
use super::desk_visit::desk_browser;
use super::desk_weight::unpack;

/// As they are sent to whoever takes brotli.
const MAX_BYTES: usize = 40_000;

/// Files of pages are packed once, as well as possible.
const BEST_QUALITY: u32 = 11;

/// What every page starts with. It loads other scripts by what stands on the page.
const FIRST_SCRIPT: &str = "/js/desk/desk.js";

/// Lists of the counter, and the beginning of the addresses of their rows.
pub(super) const LISTS: [(&str, &str); 5] = [
    ("/bookings", "/bookings/"),
    ("/customers", "/customers/"),
    ("/leads?view=list", "/leads/"),
    ("/memberships", "/memberships/"),
    ("/invoices", "/invoices/"),
];

/// Further screens that need nothing but their address.
pub(super) const FORMS: [&str; 5] =
    ["/board/blocks", "/customers/new", "/leads/new", "/memberships/sell", "/search?q=an"];

/// Files by their addresses: what they weigh, and what they are if they are scripts.
struct Files {
    person: Person,
    known: BTreeMap<String, (usize, String)>,
}

impl Files {
    async fn get(&mut self, path: &str) -> (usize, String) {
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        let reply = self.person.get(path).await;
        assert_eq!(reply.status.as_u16(), 200, "{path}");
        let kind = reply.header("content-type").unwrap_or_default();
        let is_packed_already = kind.starts_with("font/") || kind == "image/png";
        let bytes = if is_packed_already { reply.bytes.len() } else { brotli(&reply.bytes, BEST_QUALITY).len() };
        let found = (bytes, reply.text());
        self.known.insert(path.to_owned(), found.clone());
        found
    }

    /// The addresses of the script and of all that it imports at once.
    async fn add_script(&mut self, path: &str, loaded: &mut BTreeSet<String>) {
        let mut waiting = vec![path.to_owned()];
        while let Some(path) = waiting.pop() {
            let source = self.get(&path).await.1;
            if loaded.insert(path.clone()) {
                let imports = source.lines().filter(|line| line.starts_with("import ")).filter_map(quoted);
                waiting.extend(imports.map(|name| joined(&path, name)));
            }
        }
    }

    /// What the page loads without being asked to.
    async fn loaded_by(&mut self, page: &Page) -> BTreeSet<String> {
        let linked = ["link[rel=stylesheet]", "link[rel=preload]", "link[rel=icon]"];
        let mut loaded: BTreeSet<String> =
            linked.into_iter().flat_map(|selector| page.attributes_of(selector, "href")).collect();
        for script in page.attributes_of("script", "src") {
            self.add_script(&script, &mut loaded).await;
            if script.ends_with(FIRST_SCRIPT) {
                let source = self.get(&script).await.1;
                for (module, selectors) in modules(&source) {
                    if selectors.split(", ").any(|selector| !page.texts_of(selector).is_empty()) {
                        self.add_script(&joined(&script, &format!("./{module}.js")), &mut loaded).await;
                    }
                }
            }
        }
        loaded
    }
}

/// What a line has in single quotes first.
fn quoted(line: &str) -> Option<&str> {
    line.split('\'').nth(1)
}

/// The address that a script at `path` means.
fn joined(path: &str, name: &str) -> String {
    let base = Url::parse("https://admin.parlour.test").and_then(|home| home.join(path)).expect("a path");
    base.join(name).expect("a relative path").path().to_owned()
}

/// The table of the first script: modules, and for what on a page they are loaded.
fn modules(source: &str) -> Vec<(&str, &str)> {
    let entries = source.lines().filter_map(|line| {
        let (name, selectors) = line.trim().strip_suffix("',")?.split_once(": '")?;
        Some((name.trim_matches('\''), selectors))
    });
    let entries: Vec<_> = entries.collect();
    assert!(entries.len() > 10, "{entries:?}");
    entries
}

#[test]
fn a_first_visit_to_the_desk_is_light() {
    run(Engine::Sqlite, async || {
        let (salon, _storage) = full_salon().await;
        let dev = developer(&salon).await;
        let mut paths: BTreeSet<String> = screens(&salon, &dev).await.into_iter().collect();
        paths.extend(pages().map(|page| page.path).chain(SEEN_ELSEWHERE).chain(FORMS).map(str::to_owned));
        let mut browser = desk_browser(&salon, &dev);
        for (list, below) in LISTS {
            paths.insert(list.to_owned());
            paths.insert(first_row(&mut browser, list, below).await);
        }

        let visitor = dev.clone().with_header("accept", "text/html").with_header("accept-encoding", "br");
        let mut files = Files { person: dev, known: BTreeMap::new() };
        let mut heavy = Vec::new();
        for path in &paths {
            let reply = visitor.get(path).await;
            // The page that it leads to is among the others.
            if reply.status.is_redirection() {
                continue;
            }
            assert_eq!((reply.status.as_u16(), reply.header("content-encoding")), (200, Some("br")), "{path}");
            let address = Url::parse("https://admin.parlour.test").and_then(|home| home.join(path)).expect("a path");
            let page = Page::new(address, reply.status, reply.headers.clone(), unpack(&reply));
            let loaded = files.loaded_by(&page).await;
            assert!(loaded.iter().any(|file| file.ends_with("/css/desk.css")), "{path}: {loaded:?}");
            let mut bytes = reply.bytes.len();
            for file in &loaded {
                bytes += files.get(file).await.0;
            }
            if bytes > MAX_BYTES {
                heavy.push(format!("{path}: {bytes} bytes, of which the page is {}", reply.bytes.len()));
            }
        }
        assert!(heavy.is_empty(), "{heavy:#?}");
    });
}
