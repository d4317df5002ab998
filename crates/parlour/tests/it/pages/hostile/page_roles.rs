//! Who may open which page and send which form, for every route of the pages. The table is compared with the source: a
//! route that is not in it fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use axum::http::Method;
use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::{Engine, Person, Reply, TestSalon, test_on_both_engines};
use parlour_web_admin::pages::page_of_address;

/// Routes of one app that need the same role; none where everybody may come in.
struct Routes {
    app_kind: AppKind,
    least: Option<Role>,
    paths: &'static [&'static str],
}

const BOTH_APPS: &[&str] = &[
    "GET /assets/{hash}/{*path}",
    "GET /brand/{name}",
    // It only leads to the first page.
    "GET /language",
    "GET /manifest.webmanifest",
    "GET /offline",
    "GET /sign-in",
    "GET /sign-out",
    "GET /sign-out-everywhere",
    "GET /sw.js",
    "POST /language",
    // Whoever is signed out already is told the same.
    "POST /sign-out",
];

const TABLE: [Routes; 9] = [
    Routes {
        app_kind: AppKind::Customer,
        least: None,
        paths: &[
            "GET /",
            "GET /book",
            "GET /book/review",
            "GET /book/time",
            "GET /call-me",
            "GET /offers/{slug}",
            "GET /privacy",
            "GET /robots.txt",
            "GET /services/{slug}",
            "GET /sitemap.xml",
            // They only lead to the visit.
            "GET /visits/{id}/accept-time",
            "GET /visits/{id}/decline-time",
            "POST /call-me",
        ],
    },
    Routes {
        app_kind: AppKind::Customer,
        least: Some(Role::Customer),
        paths: &[
            "GET /invoices",
            "GET /invoices/{id}/wait",
            "GET /me",
            "GET /me/erase",
            "GET /notifications",
            "GET /notifications/{id}",
            "GET /onboarding",
            "GET /rewards",
            "GET /visits",
            "GET /visits/{id}",
            "GET /visits/{id}/cancel",
            "GET /visits/{id}/move",
            "POST /book/review",
            "POST /me",
            "POST /me/erase",
            "POST /notifications",
            "POST /onboarding",
            "POST /sign-out-everywhere",
            "POST /visits/{id}/accept-time",
            "POST /visits/{id}/cancel",
            "POST /visits/{id}/decline-time",
            "POST /visits/{id}/move",
        ],
    },
    // The first page of somebody who does not belong to the team is the sign-in.
    Routes { app_kind: AppKind::Admin, least: None, paths: &["GET /"] },
    // Everybody may end their own sessions.
    Routes { app_kind: AppKind::Admin, least: Some(Role::Customer), paths: &["POST /sign-out-everywhere"] },
    Routes {
        app_kind: AppKind::Admin,
        least: Some(Role::Staff),
        paths: &[
            "GET /me",
            "GET /my",
            "GET /my/bookings/{id}/finished",
            "GET /my/bookings/{id}/go-on",
            "GET /my/bookings/{id}/start",
            "GET /my/leave",
            "GET /my/leave/{id}/withdraw",
            "GET /notifications",
            "GET /notifications/{id}",
            "GET /notifications/{id}/read",
            "POST /me",
            "POST /my/bookings/{id}/finished",
            "POST /my/bookings/{id}/go-on",
            "POST /my/bookings/{id}/start",
            "POST /my/leave",
            "POST /my/leave/{id}/withdraw",
            "POST /notifications",
            "POST /notifications/{id}/read",
        ],
    },
    Routes {
        app_kind: AppKind::Admin,
        least: Some(Role::Receptionist),
        paths: &[
            "GET /board",
            "GET /board/blocks",
            "GET /board/blocks/{id}/remove",
            "GET /board/{id}/approve",
            "GET /board/{id}/arrive",
            "GET /board/{id}/checkout",
            "GET /board/{id}/no-show",
            "GET /board/{id}/place",
            "GET /board/{id}/start",
            "GET /bookings",
            "GET /bookings.csv",
            "GET /bookings/new",
            "GET /bookings/{id}",
            "GET /bookings/{id}/approve",
            "GET /bookings/{id}/arrive",
            "GET /bookings/{id}/assign",
            "GET /bookings/{id}/cancel",
            "GET /bookings/{id}/checkout",
            "GET /bookings/{id}/checkout/quote",
            "GET /bookings/{id}/lines",
            "GET /bookings/{id}/move",
            "GET /bookings/{id}/note",
            "GET /bookings/{id}/noshow",
            "GET /bookings/{id}/offer",
            "GET /bookings/{id}/receipt",
            "GET /bookings/{id}/receipt/send",
            "GET /bookings/{id}/reject",
            "GET /bookings/{id}/start",
            "GET /bookings/{id}/undo",
            "GET /customers",
            "GET /customers/new",
            "GET /customers/{id}",
            "GET /customers/{id}/edit",
            "GET /customers/{id}/gems",
            "GET /customers/{id}/noshows",
            "GET /customers/{id}/notes",
            "GET /customers/{id}/pin",
            "GET /customers/{id}/tags",
            "GET /customers/{id}/tags/remove",
            "GET /day-close",
            "GET /day-close/movements",
            "GET /day-close/{id}/reopen",
            "GET /invoices",
            "GET /invoices.csv",
            "GET /invoices/{id}",
            "GET /invoices/{id}/payments",
            "GET /invoices/{id}/pdf",
            "GET /invoices/{id}/send",
            "GET /leads",
            "GET /leads/new",
            "GET /leads/{id}",
            "GET /leads/{id}/assign",
            "GET /leads/{id}/lost",
            "GET /leads/{id}/notes",
            "GET /leads/{id}/status",
            "GET /memberships",
            "GET /memberships/sell",
            "GET /memberships/sell/quote",
            "GET /memberships/{id}",
            "GET /memberships/{id}/cancel",
            "GET /memberships/{id}/sessions",
            "GET /memberships/{id}/sessions/quote",
            "GET /memberships/{id}/sessions/{bookingId}/reverse",
            "GET /requests",
            "GET /requests/declined",
            "GET /search",
            "POST /board/blocks",
            "POST /board/blocks/{id}/remove",
            "POST /board/{id}/approve",
            "POST /board/{id}/arrive",
            "POST /board/{id}/no-show",
            "POST /board/{id}/place",
            "POST /board/{id}/start",
            "POST /bookings/new",
            "POST /bookings/{id}/approve",
            "POST /bookings/{id}/arrive",
            "POST /bookings/{id}/assign",
            "POST /bookings/{id}/cancel",
            "POST /bookings/{id}/checkout",
            "POST /bookings/{id}/checkout/quote",
            "POST /bookings/{id}/lines",
            "POST /bookings/{id}/move",
            "POST /bookings/{id}/note",
            "POST /bookings/{id}/noshow",
            "POST /bookings/{id}/offer",
            "POST /bookings/{id}/receipt/send",
            "POST /bookings/{id}/reject",
            "POST /bookings/{id}/start",
            "POST /bookings/{id}/undo",
            "POST /customers/new",
            "POST /customers/{id}/edit",
            "POST /customers/{id}/notes",
            "POST /customers/{id}/pin",
            "POST /customers/{id}/tags",
            "POST /customers/{id}/tags/remove",
            "POST /day-close",
            "POST /day-close/movements",
            "POST /invoices/{id}/payments",
            "POST /invoices/{id}/send",
            "POST /leads/new",
            "POST /leads/{id}/assign",
            "POST /leads/{id}/notes",
            "POST /leads/{id}/status",
            "POST /memberships/sell",
            "POST /memberships/sell/quote",
            "POST /memberships/{id}/sessions",
            "POST /memberships/{id}/sessions/quote",
        ],
    },
    Routes {
        app_kind: AppKind::Admin,
        least: Some(Role::Manager),
        paths: &[
            "GET /customers/{id}/erase",
            "GET /customers/{id}/merge",
            "GET /imports",
            "GET /imports/{id}",
            "GET /imports/{id}/apply",
            "GET /invoices/{id}/credit-note",
            "GET /invoices/{id}/reopen",
            "GET /offers",
            "GET /offers/new",
            "GET /offers/{id}",
            "GET /reports",
            "GET /reports/customers",
            "GET /reports/day-close",
            "GET /reports/gst",
            "GET /reports/leads",
            "GET /reports/memberships",
            "GET /reports/sales",
            "GET /reports/services",
            "GET /reports/staff",
            "GET /reports/utilisation",
            "GET /schedule",
            "GET /schedule/holidays",
            "GET /schedule/holidays/{id}/remove",
            "GET /schedule/leave/{id}",
            "GET /schedule/{id}",
            "GET /services",
            "GET /services/categories/new",
            "GET /services/categories/{id}",
            "GET /services/new",
            "GET /services/order",
            "GET /services/{id}",
            "GET /tags",
            "GET /tags/new",
            "GET /tags/{id}",
            "GET /team",
            "GET /team/new",
            "GET /team/{id}",
            "GET /tiers",
            "GET /tiers/new",
            "GET /tiers/{id}",
            "GET /today",
            "POST /customers/{id}/erase",
            "POST /customers/{id}/gems",
            "POST /customers/{id}/merge",
            "POST /customers/{id}/noshows",
            // A receptionist may too, if it was they who closed the day.
            "POST /day-close/{id}/reopen",
            "POST /imports",
            "POST /imports/{id}/apply",
            "POST /invoices/{id}/credit-note",
            "POST /invoices/{id}/reopen",
            "POST /memberships/{id}/cancel",
            "POST /memberships/{id}/sessions/{bookingId}/reverse",
            "POST /offers/new",
            "POST /offers/{id}",
            "POST /schedule/holidays",
            "POST /schedule/holidays/{id}/remove",
            "POST /schedule/leave/{id}",
            "POST /schedule/{id}",
            "POST /services/categories/new",
            "POST /services/categories/{id}",
            "POST /services/new",
            "POST /services/order",
            "POST /services/{id}",
            "POST /tags/new",
            "POST /tags/{id}",
            "POST /team/new",
            "POST /team/{id}",
            "POST /tiers/new",
            "POST /tiers/{id}",
        ],
    },
    Routes {
        app_kind: AppKind::Admin,
        least: Some(Role::Owner),
        paths: &[
            "GET /branches",
            "GET /branches/new",
            "GET /branches/{id}",
            "GET /exports",
            "GET /exports/{id}/file",
            "GET /salon",
            "GET /setup",
            "GET /setup/hours",
            "GET /setup/payments",
            "GET /setup/payments/email",
            "GET /setup/ready",
            "GET /setup/salon",
            "GET /setup/services",
            "GET /setup/skip",
            "GET /setup/team",
            "GET /setup/team/me",
            "GET /users",
            "GET /users/new",
            "GET /users/{id}",
            "GET /users/{id}/sign-out",
            "GET /users/{id}/withdraw",
            "POST /branches/new",
            "POST /branches/{id}",
            "POST /exports",
            "POST /salon",
            "POST /setup/hours",
            "POST /setup/payments",
            "POST /setup/payments/email",
            "POST /setup/ready",
            "POST /setup/salon",
            "POST /setup/services",
            "POST /setup/skip",
            "POST /setup/team",
            "POST /setup/team/me",
            "POST /users/new",
            "POST /users/{id}",
            "POST /users/{id}/sign-out",
            "POST /users/{id}/withdraw",
        ],
    },
    Routes {
        app_kind: AppKind::Admin,
        least: Some(Role::Developer),
        paths: &[
            "GET /integrations",
            "GET /integrations/queue/{id}/retry",
            "GET /integrations/{name}/test",
            "GET /logs",
            "POST /integrations/queue/{id}/retry",
            "POST /integrations/{name}/test",
        ],
    },
];

/// Every route of an app's pages with the least role.
fn table(app_kind: AppKind) -> Vec<(&'static str, Option<Role>)> {
    let own = TABLE.iter().filter(|group| group.app_kind == app_kind);
    let own = own.flat_map(|group| group.paths.iter().map(|route| (*route, group.least)));
    own.chain(BOTH_APPS.iter().map(|route| (*route, None))).collect()
}

/// The sources of the pages of both apps, each with its path.
pub(super) fn page_sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let folders = ["parlour-web", "parlour-web-customer", "parlour-web-admin", "parlour-web-office"];
    for folder in folders.map(|name| format!("../{name}/src")) {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    files.retain(|(path, _)| !path.contains("/component_gallery/"));
    files
}

/// Every Rust file of a folder, with its text.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push((path.to_str().unwrap().replace('\\', "/"), fs::read_to_string(&path).unwrap()));
        }
    }
}

/// What stands between the bracket at the start of `text` and the one that closes it.
fn in_brackets(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 1 => return &text[1..at],
            ')' => depth -= 1,
            _ => {}
        }
    }
    panic!("brackets that do not close: {text}");
}

/// The routes that a file declares, such as `GET /leads/{id}`.
fn declared_routes(path: &str, source: &str) -> Vec<String> {
    let mut routes = Vec::new();
    // Not the text of that name.
    for (at, call) in source.match_indices(".route(").filter(|(at, _)| !source[*at..].starts_with(".route()")) {
        let declared = in_brackets(&source[at + call.len() - 1..]);
        let (address, handlers) = declared.split_once(',').expect("an address and handlers");
        let address = match address.trim() {
            "list::LIST_PATH" => "/bookings",
            "list::FILE_PATH" if path.contains("/bookings/") => "/bookings.csv",
            "list::FILE_PATH" => "/invoices.csv",
            literal => literal.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_else(|| {
                panic!("{path}: the address `{literal}` is no text, so this test cannot compare it")
            }),
        };
        let mut is_read = false;
        for (method, names) in [("GET", ["get(", ".merge(get("]), ("POST", ["post(", ".merge(post("])] {
            let handlers = handlers.trim();
            if handlers.starts_with(names[0]) || handlers.contains(names[1]) {
                routes.push(format!("{method} {address}"));
                is_read = true;
            }
        }
        let others = ["put(", "patch(", "delete(", "any("];
        assert!(is_read && !others.iter().any(|other| handlers.contains(other)), "{path}: {declared}");
    }
    routes
}

#[test]
fn every_route_of_the_pages_is_in_the_table() {
    let files = page_sources();
    let mut declared = [BTreeSet::new(), BTreeSet::new()];
    for (path, source) in &files {
        let routes = declared_routes(path, source);
        let in_admin = path.contains("/parlour-web-admin/") || path.contains("/parlour-web-office/");
        let in_customer = path.contains("/parlour-web-customer/");
        for (app, is_there) in [!in_admin, !in_customer].into_iter().enumerate() {
            if is_there {
                declared[app].extend(routes.iter().cloned());
            }
        }
    }
    for (app_kind, declared) in [AppKind::Customer, AppKind::Admin].into_iter().zip(declared) {
        assert!(declared.len() > 40, "{declared:?}");
        let written: BTreeSet<String> = table(app_kind).iter().map(|(route, _)| (*route).to_owned()).collect();
        let missing: Vec<_> = declared.difference(&written).collect();
        let gone: Vec<_> = written.difference(&declared).collect();
        assert!(
            missing.is_empty() && gone.is_empty(),
            "{}: not in the table: {missing:?}, gone: {gone:?}",
            app_kind.as_str()
        );
        // Whoever comes back to a form that was refused, or loads it again, asks for its address without the form.
        let forms = declared.iter().filter_map(|route| route.strip_prefix("POST "));
        let without_page: Vec<_> = forms.filter(|address| !declared.contains(&format!("GET {address}"))).collect();
        assert!(without_page.is_empty(), "{}: they do not answer GET: {without_page:?}", app_kind.as_str());
    }
}

#[test]
fn the_navigation_leads_nobody_to_a_page_that_refuses_them() {
    let mut compared = 0;
    for (route, least) in table(AppKind::Admin) {
        let (_, address) = route.split_once(' ').unwrap();
        let Some(page) = page_of_address(address) else { continue };
        assert!(least >= Some(page.minimum_role), "{route} admits {least:?}, {} {}", page.path, page.minimum_role);
        if route == format!("GET {}", page.path) {
            assert_eq!(least, Some(page.minimum_role), "{route}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Records that exist, so that a form would do something if it were let through.
pub(super) struct Records {
    pub(super) booking: String,
    pub(super) customer: String,
    pub(super) lead: String,
    pub(super) membership: String,
    pub(super) invoice: String,
}

impl Records {
    pub(super) async fn find(salon: &TestSalon) -> Self {
        let find = async |sql: &'static str| {
            let read = salon.app.db.read(move |conn| conn.one::<(String,)>(sql, params![]));
            read.await.unwrap().expect("the demo has one").0
        };
        Self {
            booking: find("select id from bookings where status = 'confirmed' order by id limit 1").await,
            customer: find("select id from users where role = 'customer' order by id limit 1").await,
            lead: find("select id from leads where status = 'new' order by id limit 1").await,
            membership: find("select id from memberships where status = 'active' order by id limit 1").await,
            invoice: find("select id from invoices order by id limit 1").await,
        }
    }

    /// The route that an address belongs to, as far as it is an address of these records or of others with such ids.
    pub(super) fn route(path: &str) -> String {
        let is_id =
            |part: &str| part.len() > 20 && part.contains('-') && part.contains(|digit: char| digit.is_ascii_digit());
        let parts = path.split('/').map(|part| if is_id(part) { "{id}" } else { part });
        parts.collect::<Vec<_>>().join("/")
    }

    /// The address of a route, of a record that exists where there is one.
    pub(super) fn address(&self, route: &str) -> String {
        let id = match route.split('/').nth(1).unwrap_or_default() {
            "bookings" => &self.booking,
            "board" if !route.contains("blocks") => &self.booking,
            "customers" => &self.customer,
            "leads" => &self.lead,
            "memberships" => &self.membership,
            "invoices" => &self.invoice,
            _ => "nope",
        };
        let path = route.replace("{id}", id).replace("{bookingId}", &self.booking).replace("{name}", "brand.css");
        path.replace("{slug}", "nope").replace("{hash}", "x").replace("{*path}", "css/desk.css")
    }
}

/// The addresses of all forms of an app.
pub(in crate::pages) fn form_routes(app_kind: AppKind) -> Vec<&'static str> {
    table(app_kind).into_iter().filter_map(|(route, _)| route.strip_prefix("POST ")).collect()
}

/// The addresses of all pages of an app.
pub(in crate::pages) fn page_routes(app_kind: AppKind) -> Vec<&'static str> {
    table(app_kind).into_iter().filter_map(|(route, _)| route.strip_prefix("GET ")).collect()
}

/// How many rows there are of everything that a form can write: the log has a row for each change.
async fn written_rows(salon: &TestSalon) -> (i64, i64) {
    let read = salon.app.db.read(|conn| {
        conn.one::<(i64, i64)>(
            "select (select count(*) from audit_log where record_type <> 'refusal'),
                    (select count(*) from idempotency_keys)",
            params![],
        )
    });
    read.await.unwrap().unwrap()
}

async fn ask(person: &Person, method: &Method, path: &str) -> Reply {
    if *method == Method::POST { person.submit(path, "").await } else { person.get(path).await }
}

#[test_on_both_engines]
async fn every_page_admits_its_role_and_higher_ones_only() {
    let salon = TestSalon::demo().await;
    let records = Records::find(&salon).await;
    for app_kind in [AppKind::Customer, AppKind::Admin] {
        let visitor = match app_kind {
            AppKind::Customer => salon.visitor(),
            AppKind::Admin => salon.admin_visitor(),
        };
        let visitor = visitor.with_header("accept", "text/html");
        for (route, least) in table(app_kind) {
            let (method, path) = route.split_once(' ').unwrap();
            let (method, path) = (method.parse::<Method>().unwrap(), records.address(path));
            let told = |who: &str, reply: &Reply| {
                let target = reply.header("location").unwrap_or_default().to_owned();
                format!(
                    "{who} at {route} ({path}) on {:?}: {} {target} {}",
                    Engine::current(),
                    reply.status,
                    reply.text()
                )
            };
            let before = written_rows(&salon).await;
            let reply = ask(&visitor, &method, &path).await;
            if least.is_none() {
                assert!(!is_refused(&reply), "{}", told("nobody", &reply));
            } else {
                let target = reply.header("location").unwrap_or_default();
                let leads_to_sign_in =
                    target.starts_with("/sign-in?returnTo=") || target.starts_with("/api/auth/sign-in?");
                assert!(reply.status == 303 && leads_to_sign_in, "{}", told("nobody", &reply));
                assert_eq!(written_rows(&salon).await, before, "{}", told("nobody", &reply));
            }
            for &role in Role::ALL {
                // Anew each time: some forms end the session that they are sent with.
                let person = salon.person(role.as_str(), role, app_kind).await.with_header("accept", "text/html");
                let before = written_rows(&salon).await;
                let reply = ask(&person, &method, &path).await;
                let told = told(role.as_str(), &reply);
                if least.is_none_or(|least| role >= least) {
                    assert!(!is_refused(&reply), "{told}");
                } else {
                    assert_eq!(reply.status, 403, "{told}");
                    assert!(reply.text().contains("This is not for you to see"), "{told}");
                    assert_eq!(written_rows(&salon).await, before, "{told}");
                }
            }
        }
    }
    salon.leaves_due_jobs("only the answers count here");
}

/// Whether somebody was kept out, or something broke.
fn is_refused(reply: &Reply) -> bool {
    let to_sign_in = reply.header("location").is_some_and(|target| target.starts_with("/sign-in"));
    matches!(reply.status.as_u16(), 401 | 403 | 405 | 500..) || to_sign_in
}
