//! Addresses of pages with anything in their query: an ordinary page, whatever it is.

use std::collections::BTreeSet;

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::{TestSalon, test_on_both_engines};

use super::page_roles::{Records, page_routes, page_sources};

const NUL: &str = "%00ab";
/// Bytes and halves of characters that are no UTF-8, and what is no encoding.
const NOT_UTF8: &str = "%ff%fe%80%ED%A0%80%E2%80%zz%";
const SIGNS: &str = "%E2%80%AE%27%22%3C%5C%25%5F";

/// The parameters that the pages read, as their sources name them.
fn parameter_names() -> BTreeSet<String> {
    let reads = [".parameter(\"", ".parameters(\"", "values.text(\"", "values.texts(\"", "named(\""];
    let mut names = BTreeSet::new();
    for (_, source) in page_sources() {
        for read in reads {
            let found = source.split(read).skip(1).filter_map(|rest| rest.split_once('"'));
            names.extend(found.map(|(name, _)| name.to_owned()));
        }
    }
    assert!(names.len() > 20 && names.contains("q") && names.contains("older"), "{names:?}");
    names
}

#[test_on_both_engines]
async fn no_text_in_an_address_breaks_a_page() {
    let salon = TestSalon::demo().await;
    let records = Records::find(&salon).await;
    let names = parameter_names();
    let with_all = |text: &str| names.iter().map(|name| format!("{name}={text}")).collect::<Vec<_>>().join("&");
    for app_kind in [AppKind::Customer, AppKind::Admin] {
        let (name, role) = match app_kind {
            AppKind::Customer => ("Chitra", Role::Customer),
            AppKind::Admin => ("Dev", Role::Developer),
        };
        let reader = salon.person(name, role, app_kind).await.with_header("accept", "text/html");
        for route in page_routes(app_kind) {
            let path = records.address(route);
            let too_long = format!("q={}{}", "x".repeat(5_000), "%F0%9F%92%87".repeat(1_000));
            for query in [with_all(NUL), with_all(NOT_UTF8), with_all(SIGNS), format!("q={NUL}&{NUL}={NUL}"), too_long]
            {
                let reply = reader.get(&format!("{path}?{query}")).await;
                let status = reply.status.as_u16();
                assert!(status < 500, "{route} with {query:.60}: {status} {}", reply.text());
            }
        }
    }
    salon.leaves_due_jobs("only the answers count here");
}

#[test_on_both_engines]
async fn a_search_for_what_nobody_can_type_finds_nothing() {
    let salon = TestSalon::demo().await;
    let desk = salon.member("Meera", Role::Receptionist).await.with_header("accept", "text/html");
    for path in ["/search", "/customers", "/leads", "/invoices", "/bookings"] {
        for typed in ["%00zzq", "%00", "zz%00q%ff"] {
            let reply = desk.get(&format!("{path}?q={typed}")).await;
            assert_eq!(reply.status, 200, "{path} {typed}: {}", reply.text());
        }
    }
}
