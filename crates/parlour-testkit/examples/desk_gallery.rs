//! Shows every page of the desk with the data of the demo salon: `cargo run -p parlour-testkit --example desk_gallery`, with
//! another port than 7071 as its argument. Its list of pages signs in as a developer, who may see every page, or as
//! whom its links name.

use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Html;
use axum::routing::get;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::{Engine, Person, TestSalon, run_within};
use parlour_web_admin::pages::pages;

const ROLES: [Role; 5] = [Role::Staff, Role::Receptionist, Role::Manager, Role::Owner, Role::Developer];
/// As long as somebody looks.
const DAY: Duration = Duration::from_hours(24);

/// The pages, and a cookie for each role.
#[derive(Clone)]
struct Gallery {
    html: String,
    cookies: Vec<(String, HeaderValue)>,
}

fn main() {
    let port = std::env::args().nth(1).map_or(7071, |port| port.parse::<u16>().expect("a port"));
    run_within(DAY, Engine::Sqlite, || async move {
        let salon = TestSalon::for_browsers().await;
        let mut cookies = Vec::new();
        for role in ROLES {
            let person = salon.member(role.as_str(), role).await;
            cookies.push((role.as_str().to_owned(), session_cookie(&person)));
        }
        let desk = salon.member("desk", Role::Manager).await;
        let gallery = Gallery { html: list_of_pages(salon.url(AppKind::Admin), &states(&desk).await), cookies };
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await.expect("a free port");
        println!("http://localhost:{port}");
        let routes = Router::new().route("/", get(show)).route("/as/{role}", get(sign_in)).with_state(gallery);
        axum::serve(listener, routes).await.expect("a server");
    });
}

/// Cookies do not know ports: the desk on this host gets it too.
fn session_cookie(person: &Person) -> HeaderValue {
    let name = AppKind::Admin.session_cookie();
    let cookie = format!("{name}={}; Path=/; Secure; HttpOnly; SameSite=Lax", person.token());
    HeaderValue::try_from(cookie).expect("a cookie")
}

async fn show(State(gallery): State<Gallery>, headers: HeaderMap) -> (HeaderMap, Html<String>) {
    let mut sent = HeaderMap::new();
    let is_signed_in = headers.get("cookie").is_some();
    if let Some((_, cookie)) = gallery.cookies.last().filter(|_| !is_signed_in) {
        sent.insert(SET_COOKIE, cookie.clone());
    }
    (sent, Html(gallery.html))
}

async fn sign_in(State(gallery): State<Gallery>, Path(role): Path<String>) -> (StatusCode, HeaderMap) {
    let mut sent = HeaderMap::from_iter([(LOCATION, HeaderValue::from_static("/"))]);
    if let Some((_, cookie)) = gallery.cookies.iter().find(|(known, _)| *known == role) {
        sent.insert(SET_COOKIE, cookie.clone());
    }
    (StatusCode::SEE_OTHER, sent)
}

/// Name and address of screens that the table of pages does not have.
async fn states(desk: &Person) -> Vec<(String, String)> {
    let mut found = vec![
        ("Holidays".to_owned(), "/schedule/holidays".to_owned()),
        ("Walk-in".to_owned(), "/bookings/new?walkin=1".to_owned()),
        ("Blocked times".to_owned(), "/board/blocks".to_owned()),
        ("New customer".to_owned(), "/customers/new".to_owned()),
        ("New lead".to_owned(), "/leads/new".to_owned()),
        ("New service".to_owned(), "/services/new".to_owned()),
        ("New category".to_owned(), "/services/categories/new".to_owned()),
        ("New offer".to_owned(), "/offers/new".to_owned()),
        ("New branch".to_owned(), "/branches/new".to_owned()),
        ("New person".to_owned(), "/team/new".to_owned()),
        ("Invitation".to_owned(), "/users/new".to_owned()),
        ("New tier".to_owned(), "/tiers/new".to_owned()),
        ("New tag".to_owned(), "/tags/new".to_owned()),
        ("Import of gems".to_owned(), "/imports?kind=gems".to_owned()),
        ("Import with a column".to_owned(), "/imports?kind=bookings&column.date=Day".to_owned()),
        ("Sale of a membership".to_owned(), "/memberships/sell".to_owned()),
        ("First start, the salon".to_owned(), "/setup/salon".to_owned()),
        ("First start, the hours".to_owned(), "/setup/hours".to_owned()),
        ("First start, the services".to_owned(), "/setup/services".to_owned()),
        ("First start, the team".to_owned(), "/setup/team".to_owned()),
        ("First start, the payments".to_owned(), "/setup/payments".to_owned()),
        ("First start, the end".to_owned(), "/setup/ready".to_owned()),
        ("Log of all days".to_owned(), "/logs?from=&to=".to_owned()),
        ("Search".to_owned(), "/search?q=a".to_owned()),
        ("Nothing found".to_owned(), "/search?q=zzzz".to_owned()),
        ("Today in the whole salon".to_owned(), "/today?at=all".to_owned()),
        ("Sales of a financial year".to_owned(), "/reports/sales?from=2026-04-01&at=all".to_owned()),
        ("Sales of one day".to_owned(), "/reports/sales?from=2027-02-20&to=2027-02-20".to_owned()),
        ("Nothing sold".to_owned(), "/reports/sales?from=2020-01-01&to=2020-01-31".to_owned()),
        ("Days that are none".to_owned(), "/reports/sales?from=2027-02-30".to_owned()),
        ("Services by name".to_owned(), "/reports/services?sort=services.name&order=ascending".to_owned()),
        ("Page that is not there".to_owned(), "/nothing".to_owned()),
    ];
    for report in ["services", "staff", "utilisation", "customers", "leads", "memberships", "gst", "day-close"] {
        found.push((format!("Report, {report}"), format!("/reports/{report}")));
    }
    for status in ["pending", "confirmed", "in_progress", "completed", "cancelled", "no_show", "rejected"] {
        let bookings = desk.get(&format!("/api/bookings?status={status}&pageSize=1")).await.json();
        if let Some(id) = bookings["data"]["bookings"][0]["id"].as_str() {
            found.push((format!("Booking, {status}"), format!("/bookings/{id}")));
            if matches!(status, "confirmed" | "in_progress") {
                found.push((format!("Checkout, {status}"), format!("/bookings/{id}/checkout")));
            }
        }
    }
    for (name, list, path, of) in [
        ("Working hours of a person", "/api/staff?pageSize=1", "schedule", "staff"),
        ("Leave that is asked for", "/api/schedule/leave?status=pending&pageSize=1", "schedule/leave", "leave"),
    ] {
        let listed = desk.get(list).await.json();
        if let Some(id) = listed["data"][of][0]["id"].as_str() {
            found.push((name.to_owned(), format!("/{path}/{id}")));
        }
    }
    for (name, list, path) in [
        ("Customer", "/api/customers?pageSize=1", "customers"),
        ("Invoice", "/api/invoices?pageSize=1", "invoices"),
        ("Lead", "/api/leads?pageSize=1", "leads"),
        ("Membership", "/api/memberships?pageSize=1", "memberships"),
        ("Offer", "/api/offers", "offers"),
    ] {
        let listed = desk.get(list).await.json();
        if let Some(id) = listed["data"][path][0]["id"].as_str() {
            found.push((name.to_owned(), format!("/{path}/{id}")));
        }
    }
    let listed = desk.get("/api/services?pageSize=1").await.json();
    let category = &listed["data"]["categories"][0];
    for (name, id, path) in [
        ("Category", &category["id"], "/services/categories"),
        ("Service", &category["services"][0]["id"], "/services"),
    ] {
        if let Some(id) = id.as_str() {
            found.push((name.to_owned(), format!("{path}/{id}")));
        }
    }
    found
}

fn list_of_pages(desk: &str, states: &[(String, String)]) -> String {
    let link = |name: &str, path: &str| format!("<li><a href=\"{desk}{path}\">{name}</a> <code>{path}</code></li>");
    let pages: String = pages().map(|page| link(page.path.trim_start_matches('/'), page.path)).collect();
    let states: String = states.iter().map(|(name, path)| link(name, path)).collect();
    let roles = ROLES.map(|role| format!("<li><a href=\"/as/{role}\">{role}</a></li>")).concat();
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Desk</title><h1>Desk</h1>\
         <h2>Pages</h2><ul>{pages}</ul><h2>Screens</h2><ul>{states}</ul><h2>Sign in as</h2><ul>{roles}</ul></html>"
    )
}
