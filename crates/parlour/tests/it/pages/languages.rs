//! The language of pages: who chooses it, where it holds, and that nothing of another is left on them.

use std::collections::BTreeMap;
use std::path::Path;

use parlour_app::setup::starter_catalogue;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::{developer, own_profile, receptionist};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::audit_log::{actions_on_record, change_of_record};
use parlour_testkit::checks::latin_words::{TypedTexts, foreign_words, texts_in_latin};
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Engine, Person, Reply, TestSalon, run, test_on_both_engines};
use parlour_texts::Texts;
use parlour_web_admin::pages::pages;
use serde_json::{Value, json};

use super::back_office::{SEEN_ELSEWHERE, first_row, full_salon, screens};
use super::desk_files::CUSTOMERS_CSV;
use super::desk_first_visit::{FORMS, LISTS};
use super::desk_visit::desk_browser;
use super::hostile::stored_html;
use super::visits::{browser_of, listening_salon, onboarded_customer};

const ENGLISH: &str = "en-IN";
const HINDI: &str = "hi-IN";
/// Without letters it is right in every language.
const TYPED: &str = "34 ✂ 56";

fn browser_like(person: &Person) -> Person {
    person.clone().with_header("accept", "text/html")
}

/// Somebody whose browser prefers Hindi.
fn in_hindi(person: &Person) -> Person {
    browser_like(person).with_header("accept-language", "hi-IN,hi;q=0.9,en;q=0.5")
}

/// The language that a page says of itself, to browsers and in its headers.
#[track_caller]
fn language_of(reply: &Reply) -> String {
    let told = reply.header("content-language").expect("a page has a language").to_owned();
    assert!(reply.text().contains(&format!("<html lang=\"{told}\">")), "{}", reply.text());
    told
}

/// Columns and values that a file has in every language, the example of a file, why its lines are refused (as the API says it),
/// and what the addresses of searches have.
const IN_FILES_AND_SEARCHES: [&str; 15] = [
    "Asha Rao",
    "Iyer, Meena",
    "phone must be a 10-digit Indian mobile number; email must be an e-mail address",
    "dateOfBirth",
    "sourceId",
    "gender",
    "female",
    "male",
    "other",
    "email",
    "phone",
    "name",
    "red\"><svg/onload=x>",
    "svg",
    "zzz",
];

/// Texts that are not in the language of the page, by text, with the pages that have them.
#[derive(Default)]
struct Untranslated {
    typed: TypedTexts,
    found: BTreeMap<String, Vec<String>>,
    pages: usize,
}

impl Untranslated {
    /// Of a salon whose records are all there.
    async fn in_salon(salon: &TestSalon) -> Self {
        let proposed = starter_catalogue().iter().flat_map(|category| {
            let services = category.services.iter().map(|service| service.name.clone());
            services.chain([category.name.clone()])
        });
        let imported = CUSTOMERS_CSV.split([',', '"', '\n']).map(|field| field.trim().to_owned());
        let others = imported.chain(IN_FILES_AND_SEARCHES.map(str::to_owned));
        Self { typed: TypedTexts::of(salon).await.and(proposed.chain(others)), ..Self::default() }
    }

    /// Reads a page in Hindi, unless the address leads to another.
    async fn look_at(&mut self, reader: &Person, path: &str) {
        let reply = in_hindi(reader).get(path).await;
        if reply.status.is_redirection() {
            return;
        }
        assert!(reply.status != 500 && reply.status != 400, "{path}: {} {}", reply.status, reply.text());
        assert_eq!(language_of(&reply), HINDI, "{path}");
        let html = reply.text();
        // A receipt is printed: the language was chosen before.
        let has_switch = html.contains("action=\"/language\"") || path.ends_with("/receipt");
        assert!(has_switch, "{path} has no switch of the language");
        for text in texts_in_latin(&html, "hi", &self.typed) {
            self.found.entry(text).or_default().push(format!("{} {path}", reader.app_kind.as_str()));
        }
        self.pages += 1;
    }

    #[track_caller]
    fn expect_none(self, pages: usize) {
        assert!(self.pages >= pages, "only {} pages were read", self.pages);
        assert!(self.found.is_empty(), "{:#?}", self.found);
    }
}

/// Every page of the desk and the back office by itself.
async fn desk_paths(salon: &TestSalon, dev: &Person) -> Vec<String> {
    let mut paths = screens(salon, dev).await;
    paths.extend(pages().map(|page| page.path).chain(SEEN_ELSEWHERE).map(str::to_owned));
    // What is found is marked, in the middle of words.
    paths.extend(FORMS.into_iter().filter(|path| !path.starts_with("/search")).map(str::to_owned));
    paths.extend(["/search", "/search?q=zzz", "/nothing/here"].map(str::to_owned));
    let mut browser = desk_browser(salon, dev);
    for (list, below) in LISTS {
        paths.push(list.to_owned());
        paths.push(first_row(&mut browser, list, below).await);
    }
    paths.sort();
    paths.dedup();
    paths
}

#[test]
fn a_salon_that_is_read_in_hindi_is_hindi_throughout() {
    run(Engine::Sqlite, async || {
        let (salon, _storage) = full_salon().await;
        let (asha, dev) = (salon.customer("Asha").await, developer(&salon).await);
        let filled = stored_html::pages(&stored_html::fill(&salon, &asha, TYPED).await);
        let desk = desk_paths(&salon, &dev).await;
        let (stylist, guest) = (salon.member("Kiran", Role::Staff).await, salon.member("Guest", Role::Customer).await);
        let mut left = Untranslated::in_salon(&salon).await;
        for (app_kind, path) in filled {
            match app_kind {
                AppKind::Admin => left.look_at(&dev, &path).await,
                AppKind::Customer => {
                    left.look_at(&asha, &path).await;
                    left.look_at(&salon.visitor(), &path).await;
                }
            }
        }
        for path in desk {
            left.look_at(&dev, &path).await;
        }
        for path in ["/sign-in", "/visits/nothing", "/services/nothing", "/nothing/here", "/me/erase"] {
            left.look_at(&asha, path).await;
            left.look_at(&salon.visitor(), path).await;
        }
        for path in ["/my", "/my/leave", "/me", "/notifications", "/board"] {
            left.look_at(&stylist, path).await;
        }
        for path in ["/", "/sign-in", "/board", "/offline"] {
            left.look_at(&guest, path).await;
            left.look_at(&salon.admin_visitor(), path).await;
        }
        left.expect_none(120);
    });
}

#[test]
fn a_salon_that_has_not_begun_is_hindi_throughout() {
    run(Engine::Sqlite, async || {
        let salon = TestSalon::open().await;
        let (owner, manager) = (salon.member("Olga", Role::Owner).await, salon.member("Mira", Role::Manager).await);
        let mut left = Untranslated::in_salon(&salon).await;
        for path in ["/", "/book", "/sign-in", "/privacy", "/offline"] {
            left.look_at(&salon.visitor(), path).await;
        }
        for step in ["", "/salon", "/hours", "/services", "/team", "/payments", "/ready"] {
            left.look_at(&owner, &format!("/setup{step}")).await;
        }
        for path in ["/", "/board", "/requests", "/day-close", "/today"] {
            left.look_at(&manager, path).await;
        }
        left.expect_none(12);
    });
}

/// What the page of a person is written in, with these headers.
async fn shown_language(person: &Person, path: &str, headers: &[(&str, &str)]) -> String {
    let with_header = |person: Person, (name, value): &(&str, &str)| person.with_header(name, value);
    let reply = headers.iter().fold(browser_like(person), with_header).get(path).await;
    assert_eq!(reply.status, 200, "{path}");
    language_of(&reply)
}

#[test_on_both_engines]
async fn the_device_decides_then_the_person_then_the_browser() {
    let salon = small_salon().await;
    let (asha, desk) = (onboarded_customer(&salon, "Asha").await, receptionist(&salon).await);
    for (person, own) in [(&asha, "/api/profile"), (&desk, "/api/me")] {
        assert_eq!(shown_language(person, "/me", &[]).await, ENGLISH);
        let prefers_hindi = ("accept-language", "hi");
        assert_eq!(shown_language(person, "/me", &[prefers_hindi]).await, HINDI, "they have not chosen");
        person.patch(own, &json!({ "language": "en" })).await.expect_ok();
        assert_eq!(shown_language(person, "/me", &[prefers_hindi]).await, ENGLISH);
        assert_eq!(shown_language(person, "/me", &[prefers_hindi, ("cookie", "lang=hi")]).await, HINDI);
        person.patch(own, &json!({ "language": "hi" })).await.expect_ok();
        assert_eq!(shown_language(person, "/me", &[("accept-language", "en")]).await, HINDI);
        assert_eq!(shown_language(person, "/me", &[("cookie", "lang=en")]).await, ENGLISH);
    }
    let visitor = salon.visitor();
    assert_eq!(shown_language(&visitor, "/", &[("accept-language", "en;q=0.5, hi;q=0.6")]).await, HINDI);
    assert_eq!(shown_language(&visitor, "/", &[("accept-language", "hi;q=0, *")]).await, ENGLISH);
    assert_eq!(shown_language(&visitor, "/", &[("accept-language", "hi"), ("cookie", "lang=en")]).await, ENGLISH);
}

/// Presses the switch, and returns the page that it leads to.
async fn switch_to(browser: &mut Browser, page: &Page, language: &str) -> Page {
    browser.submit_and_follow(&page.form_with_button(language).press(language)).await.expect_status(200)
}

#[test_on_both_engines]
async fn the_switch_leads_back_to_its_page_in_the_other_language() {
    let salon = listening_salon().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    for path in ["/", "/book?s=cut&utm_source=insta", "/sign-in?returnTo=%2Fme", "/privacy"] {
        let page = browser.visit(path).await;
        assert_eq!(page.attributes_of("html", "lang"), [ENGLISH], "{path}");
        assert_eq!(page.texts_of("footer button[aria-current]"), ["English"], "{path}");
        let page = switch_to(&mut browser, &page, "हिन्दी").await;
        assert!(page.url.as_str().ends_with(path), "{}", page.url);
        assert_eq!(page.attributes_of("html", "lang"), [HINDI], "{path}");
        assert_eq!(page.texts_of("footer button[aria-current]"), ["हिन्दी"], "{path}");
        assert_eq!(page.attributes_of("footer button[aria-current]", "lang"), ["hi"], "{path}");
        assert_eq!(browser.cookie(&page.url, "lang"), Some("hi"));
        let page = switch_to(&mut browser, &page, "English").await;
        assert_eq!(page.attributes_of("html", "lang"), [ENGLISH], "{path}");
    }
}

#[test_on_both_engines]
async fn a_choice_is_also_that_of_whoever_is_signed_in() {
    let salon = listening_salon().await;
    let asha = onboarded_customer(&salon, "Asha").await;
    let desk = receptionist(&salon).await;
    for (person, mut browser) in [(&asha, browser_of(&salon, &asha)), (&desk, desk_browser(&salon, &desk))] {
        let page = browser.visit("/notifications").await;
        let page = switch_to(&mut browser, &page, "हिन्दी").await;
        assert_eq!((page.path(), page.attributes_of("html", "lang")), ("/notifications", vec![HINDI.to_owned()]));
        assert_eq!(shown_language(person, "/me", &[]).await, HINDI, "also on another device");
        // The same again changes nothing.
        let page = browser.visit("/me").await;
        let _ = switch_to(&mut browser, &page, "हिन्दी").await;
        let actions = actions_on_record(&salon, person.id().as_str()).await;
        assert_eq!(actions.iter().filter(|action| *action == "user.language").count(), 1, "{actions:?}");
        let changed = change_of_record(&salon, person.id().as_str(), "user.language").await;
        assert_eq!(changed, (json!({ "language": null }), json!({ "language": "hi" })));
    }
    assert_eq!(own_profile(&asha).await["language"], "hi", "which e-mails and messages follow");
}

#[test_on_both_engines]
async fn a_switch_leads_nowhere_else_and_knows_its_languages() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for person in [salon.visitor(), asha.clone(), salon.admin_visitor()] {
        let person = browser_like(&person);
        for (target, expected) in [
            ("/visits?page=2", "/visits?page=2"),
            ("https://evil.example/", "/"),
            ("//evil.example", "/"),
            ("/\\evil.example", "/"),
            ("/..//evil.example", "/"),
            ("", "/"),
        ] {
            let form = format!("language=hi&returnTo={}", target.replace('/', "%2F").replace('?', "%3F"));
            let reply = person.submit("/language", form).await;
            assert_eq!((reply.status.as_u16(), reply.header("location")), (303, Some(expected)), "{target}");
            let cookie = reply.header("set-cookie").expect("a cookie");
            assert!(cookie.starts_with("lang=hi; Path=/; ") && cookie.ends_with("; SameSite=Lax"), "{cookie}");
        }
        for unknown in ["", "language=", "language=fr", "language=HI", "language=qps", "language=hi%0d%0ax:y"] {
            let reply = person.submit("/language", unknown.to_owned()).await;
            assert_eq!((reply.status.as_u16(), reply.header("set-cookie")), (400, None), "{unknown}");
        }
    }
    // Whoever was signed out meanwhile chooses for the device.
    asha.post_empty("/api/auth/sign-out-everywhere").await.expect_ok();
    let reply = browser_like(&asha).submit("/language", "language=hi").await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, Some("/")));
}

/// The tag of a public page, and what it is written in.
async fn tag_and_language(visitor: &Person, path: &str) -> (String, String) {
    let reply = visitor.get(path).await;
    assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, Some("no-cache")), "{path}");
    let vary = reply.header("vary").unwrap_or_default();
    assert!(vary.contains("accept-language") && vary.contains("cookie"), "{path}: {vary}");
    (reply.header("etag").unwrap_or_else(|| panic!("{path} has no tag")).to_owned(), language_of(&reply))
}

#[test_on_both_engines]
async fn public_pages_are_kept_for_each_language() {
    let salon = TestSalon::demo().await;
    let english = browser_like(&salon.visitor());
    let (by_browser, by_device) = (in_hindi(&salon.visitor()), english.clone().with_header("cookie", "lang=hi"));
    for path in ["/", "/book", "/privacy", "/offline"] {
        let mut tags = Vec::new();
        // Made, then from memory.
        for _ in 0..2 {
            let (tag, language) = tag_and_language(&english, path).await;
            assert_eq!(language, ENGLISH, "{path}");
            let (hindi_tag, language) = tag_and_language(&by_browser, path).await;
            assert_eq!(language, HINDI, "{path}");
            assert_eq!(tag_and_language(&by_device, path).await, (hindi_tag.clone(), language), "{path}");
            tags.push((tag, hindi_tag));
        }
        tags.dedup();
        assert_eq!(tags.len(), 1, "{path}: the same each time");
        let (tag, hindi_tag) = &tags[0];
        assert_ne!(tag, hindi_tag, "{path}");
        for (visitor, own, other) in [(&english, tag, hindi_tag), (&by_browser, hindi_tag, tag)] {
            let known = visitor.clone().with_header("if-none-match", own).get(path).await;
            assert_eq!((known.status.as_u16(), known.bytes.len()), (304, 0), "{path}");
            let changed = visitor.clone().with_header("if-none-match", other).get(path).await;
            assert_eq!((changed.status.as_u16(), changed.header("etag")), (200, Some(own.as_str())), "{path}");
        }
    }
    salon.leaves_due_jobs("the story is about pages");
}

#[test_on_both_engines]
async fn what_went_wrong_is_told_in_the_language_of_whoever_asked() {
    let salon = small_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    asha.patch("/api/profile", &json!({ "language": "hi" })).await.expect_ok();
    desk.patch("/api/me", &json!({ "language": "hi" })).await.expect_ok();
    for (person, path, status) in [(&asha, "/visits/nothing", 404), (&desk, "/users", 403), (&desk, "/bookings/x", 404)]
    {
        let reply = browser_like(person).get(path).await;
        assert_eq!((reply.status.as_u16(), language_of(&reply).as_str()), (status, HINDI), "{path}");
        let reply = browser_like(person).with_header("cookie", "lang=en").get(path).await;
        assert_eq!((reply.status.as_u16(), language_of(&reply).as_str()), (status, ENGLISH), "{path}");
        // The switch leads back to what was asked for.
        assert!(reply.text().contains(&format!("name=\"returnTo\" value=\"{path}\"")), "{}", reply.text());
    }
    for visitor in [salon.visitor(), salon.admin_visitor()] {
        let reply = in_hindi(&visitor).get("/nothing/here").await;
        assert_eq!((reply.status.as_u16(), language_of(&reply).as_str()), (404, HINDI));
    }
}

#[test_on_both_engines]
async fn whoever_begins_in_hindi_is_written_to_in_hindi() {
    let salon = small_salon().await;
    let answers = "phone=9845012345&dateOfBirth=1990-05-01&gender=female";
    for (name, accepted, kept, chosen) in [("Asha", "hi", "hi", 1), ("Binu", "en", "en", 0)] {
        let person = salon.customer(name).await;
        let reply = browser_like(&person).with_header("accept-language", accepted).submit("/onboarding", answers).await;
        assert_eq!(reply.status, 303, "{}", reply.text());
        assert_eq!(own_profile(&person).await["language"], kept, "{name}");
        let actions = actions_on_record(&salon, person.id().as_str()).await;
        assert_eq!(actions.iter().filter(|action| *action == "user.language").count(), chosen, "{name}: {actions:?}");
    }
}

#[test_on_both_engines]
async fn the_installed_app_has_the_language_of_the_page_that_installs_it() {
    let salon = small_salon().await;
    for visitor in [salon.visitor(), salon.admin_visitor()] {
        let manifest = async |query: &str| -> Value {
            let reply = in_hindi(&visitor).get(&format!("/manifest.webmanifest{query}")).await;
            assert!(reply.header("vary").is_some_and(|vary| vary.contains("accept-language")));
            reply.json()
        };
        for (query, lang) in [("?lang=hi", HINDI), ("?lang=en", ENGLISH), ("", HINDI), ("?lang=fr", HINDI)] {
            let manifest = manifest(query).await;
            assert_eq!((&manifest["lang"], &manifest["id"]), (&json!(lang), &json!("/")), "{query}");
            let description = manifest["description"].as_str().expect("a description");
            assert_eq!(!description.is_ascii(), lang == HINDI, "{description}");
        }
    }
    let page = in_hindi(&salon.visitor()).get("/").await.text();
    assert!(page.contains("href=\"/manifest.webmanifest?lang=hi\"") && page.contains("content=\"hi_IN\""), "{page}");
    assert!(!page.contains(".woff2"), "the salon's own face has no Devanagari");
}

/// Files are for other programs.
#[test_on_both_engines]
async fn files_are_english_for_every_reader() {
    let salon = TestSalon::demo().await;
    let dev = developer(&salon).await;
    for path in ["/bookings.csv?at=all", "/invoices.csv"] {
        let file = in_hindi(&dev).get(path).await.text();
        assert!(file.lines().count() > 1, "{path}: {file}");
        assert_eq!(file, browser_like(&dev).get(path).await.text(), "{path}");
    }
    salon.leaves_due_jobs("the story is about files");
}

#[test]
fn without_a_network_the_page_is_in_the_language_that_was_chosen() {
    run(Engine::Sqlite, async || {
        let salon = TestSalon::for_browsers().await;
        let asha = salon.customer("Asha").await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone()).await;
        visitor.sign_in_as(&asha).await;
        visitor.open("/rewards").await;
        visitor.wait_until("a worker is active", "return !!navigator.serviceWorker.controller").await;
        let hindi = Texts::for_tag("hi").expect("a language");
        for (button, texts, tag) in [("हिन्दी", hindi, HINDI), ("English", Texts::ENGLISH, ENGLISH)] {
            visitor.press_button(button).await;
            let is_shown = format!("return document.documentElement.lang === '{tag}'");
            visitor.wait_until("the page in the language", &is_shown).await;
            let is_kept = format!(
                "return (async () => (await caches.match('/offline'))?.headers.get('content-language') === '{tag}')()"
            );
            visitor.wait_until("the page for later in the language", &is_kept).await;
            let offline = |is_offline: bool| json!({ "offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
            visitor.cdp("Network.enable", &json!({})).await;
            visitor.cdp("Network.emulateNetworkConditions", &offline(true)).await;
            visitor.ignore_console(|message| message.contains("ERR_INTERNET_DISCONNECTED"));
            visitor.open_unchecked("/visits").await;
            visitor.wait_for_text(texts.offline().heading()).await;
            visitor.cdp("Network.emulateNetworkConditions", &offline(false)).await;
            visitor.open("/rewards").await;
        }
        salon.leaves_due_jobs("the story is about pages");
    });
}

/// What a line of a file of texts says to people: not the names of what is filled in, nor those of plural forms.
fn readable(line: &str) -> String {
    let (mut text, mut rest) = (String::new(), line);
    while let Some((before, after)) = rest.split_once('{') {
        text.extend([before, " "]);
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    let is_variant = text.trim_start().trim_start_matches('*').starts_with('[');
    let variant = text.split_once(']').filter(|_| is_variant).map(|(_, text)| text.to_owned());
    variant.unwrap_or(text)
}

/// The build finds a text that is missing, not one that was only copied.
#[test]
fn every_text_in_hindi_is_translated() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales/hi.ftl");
    let file = std::fs::read_to_string(path).unwrap();
    let (mut left, mut texts, mut name) = (Vec::new(), 0, "");
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let mut text = line;
        if !line.starts_with(' ')
            && let Some((begun, first)) = line.split_once(" =")
        {
            (name, text) = (begun, first);
            texts += 1;
        }
        let said = readable(text);
        let words = foreign_words(&said);
        // The tag is for programs, and a file has the same columns and values in every language.
        let is_for_programs = name == "language_name-tag" || name.starts_with("import_column-");
        if !words.is_empty() && !is_for_programs {
            left.push(format!("{name}: {words:?}"));
        }
    }
    assert!(texts > 4_000, "only {texts} texts were read");
    assert!(left.is_empty(), "{left:#?}");
}
