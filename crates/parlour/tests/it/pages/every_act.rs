//! Every act of the admin app's interface that a person needs has a page. The table is compared with the OpenAPI document
//! and with the routes of the pages: an operation that nobody can reach in the browser fails.

use std::collections::BTreeSet;

use parlour_domain::auth::app_kind::AppKind;

use super::hostile::page_roles::{form_routes, page_routes};

/// An operation, and the link or form of a page that does the same.
const REACHED: &[(&str, &str)] = &[
    // Signing in and out, and what is one's own.
    ("GET /api/auth/sign-in", "GET /sign-in"),
    ("GET /api/auth/session", "GET /me"),
    ("POST /api/auth/sign-out", "POST /sign-out"),
    ("POST /api/auth/sign-out-everywhere", "POST /sign-out-everywhere"),
    ("GET /api/auth/sessions", "GET /me"),
    ("DELETE /api/auth/sessions/{id}", "POST /me"),
    ("PATCH /api/me", "POST /language"),
    ("GET /api/me/calendar", "GET /me"),
    ("POST /api/me/calendar", "POST /me"),
    ("DELETE /api/me/calendar", "POST /me"),
    ("GET /api/notifications", "GET /notifications"),
    ("PATCH /api/notifications", "POST /notifications"),
    ("GET /api/me/schedule", "GET /my"),
    ("POST /api/me/bookings/{id}/start", "POST /my/bookings/{id}/start"),
    ("POST /api/me/bookings/{id}/finished", "POST /my/bookings/{id}/finished"),
    ("DELETE /api/me/bookings/{id}/finished", "POST /my/bookings/{id}/go-on"),
    ("GET /api/me/leave", "GET /my/leave"),
    ("POST /api/me/leave", "POST /my/leave"),
    ("DELETE /api/me/leave/{id}", "POST /my/leave/{id}/withdraw"),
    // The board and its visits.
    ("GET /api/desk/board", "GET /board"),
    ("GET /api/desk/blocks", "GET /board/blocks"),
    ("POST /api/desk/blocks", "POST /board/blocks"),
    ("DELETE /api/desk/blocks/{id}", "POST /board/blocks/{id}/remove"),
    ("GET /api/desk/search", "GET /search"),
    ("GET /api/desk/branches", "GET /bookings/new"),
    ("GET /api/desk/services", "GET /bookings/new"),
    ("GET /api/desk/staff", "GET /bookings/new"),
    ("GET /api/desk/free-staff", "GET /bookings/new"),
    ("GET /api/desk/availability", "GET /bookings/new"),
    ("GET /api/desk/offers", "GET /bookings/{id}/checkout"),
    ("GET /api/bookings", "GET /bookings"),
    ("POST /api/bookings", "POST /bookings/new"),
    ("GET /api/bookings/{id}", "GET /bookings/{id}"),
    ("PATCH /api/bookings/{id}", "POST /bookings/{id}/approve"),
    ("POST /api/bookings/{id}/arrive", "POST /bookings/{id}/arrive"),
    ("POST /api/bookings/{id}/start", "POST /bookings/{id}/start"),
    ("POST /api/bookings/{id}/noshow", "POST /bookings/{id}/noshow"),
    ("POST /api/bookings/{id}/cancel", "POST /bookings/{id}/cancel"),
    ("POST /api/bookings/{id}/reschedule", "POST /bookings/{id}/move"),
    ("POST /api/bookings/{id}/offer-time", "POST /bookings/{id}/offer"),
    ("POST /api/bookings/{id}/place", "POST /board/{id}/place"),
    ("POST /api/bookings/{id}/undo", "POST /bookings/{id}/undo"),
    ("PUT /api/bookings/{id}/services", "POST /bookings/{id}/lines"),
    ("PUT /api/bookings/{id}/lines", "POST /bookings/{id}/lines"),
    ("POST /api/bookings/{id}/quote", "POST /bookings/{id}/checkout/quote"),
    ("POST /api/bookings/{id}/complete", "POST /bookings/{id}/checkout"),
    ("POST /api/bookings/{id}/reopen", "POST /invoices/{id}/reopen"),
    // Bills and the day close.
    ("GET /api/billing/invoices", "GET /invoices"),
    ("GET /api/billing/invoices/{id}", "GET /invoices/{id}"),
    ("GET /api/billing/invoices/{id}/pdf", "GET /invoices/{id}/pdf"),
    ("POST /api/billing/invoices/{id}/send", "POST /invoices/{id}/send"),
    ("PATCH /api/billing/invoices/{id}/payments", "POST /invoices/{id}/payments"),
    ("POST /api/billing/invoices/{id}/credit-note", "POST /invoices/{id}/credit-note"),
    ("GET /api/billing/invoices/{id}/credit-note/pdf", "GET /invoices/{id}/pdf"),
    ("GET /api/billing/invoices/{id}/credit-notes/{creditNoteId}/pdf", "GET /invoices/{id}/pdf"),
    ("GET /api/desk/day-close", "GET /day-close"),
    ("POST /api/day-close", "POST /day-close"),
    ("POST /api/day-close/{id}/reopen", "POST /day-close/{id}/reopen"),
    ("POST /api/desk/cash-movements", "POST /day-close/movements"),
    // Customers, leads and memberships.
    ("GET /api/customers", "GET /customers"),
    ("POST /api/customers", "POST /customers/new"),
    ("GET /api/customers/{id}", "GET /customers/{id}"),
    ("PATCH /api/customers/{id}", "POST /customers/{id}/noshows"),
    ("PATCH /api/customers/{id}/contact", "POST /customers/{id}/edit"),
    ("POST /api/customers/{id}/erase", "POST /customers/{id}/erase"),
    ("POST /api/customers/{id}/merge", "POST /customers/{id}/merge"),
    ("GET /api/customers/{id}/bookings", "GET /customers/{id}"),
    ("GET /api/customers/{id}/invoices", "GET /customers/{id}"),
    ("GET /api/customers/{id}/gems", "GET /customers/{id}"),
    ("POST /api/customers/{id}/gems", "POST /customers/{id}/gems"),
    ("GET /api/customers/{id}/notes", "GET /customers/{id}"),
    ("POST /api/customers/{id}/notes", "POST /customers/{id}/notes"),
    ("POST /api/customers/{id}/tags", "POST /customers/{id}/tags"),
    ("DELETE /api/customers/{id}/tags/{tagId}", "POST /customers/{id}/tags/remove"),
    ("GET /api/leads", "GET /leads"),
    ("POST /api/leads", "POST /leads/new"),
    ("GET /api/leads/{id}", "GET /leads/{id}"),
    ("PATCH /api/leads/{id}", "POST /leads/{id}/status"),
    ("POST /api/leads/{id}/assign", "POST /leads/{id}/assign"),
    ("POST /api/leads/{id}/notes", "POST /leads/{id}/notes"),
    ("GET /api/memberships", "GET /memberships"),
    ("POST /api/memberships", "POST /memberships/sell"),
    ("GET /api/memberships/{id}", "GET /memberships/{id}"),
    ("POST /api/memberships/{id}/sessions", "POST /memberships/{id}/sessions"),
    ("POST /api/memberships/{id}/sessions/{bookingId}/reverse", "POST /memberships/{id}/sessions/{bookingId}/reverse"),
    ("POST /api/memberships/{id}/cancel", "POST /memberships/{id}/cancel"),
    // Today and the reports.
    ("GET /api/today", "GET /today"),
    ("GET /api/reports/sales", "GET /reports/sales"),
    ("GET /api/reports/services", "GET /reports/services"),
    ("GET /api/reports/staff", "GET /reports/staff"),
    ("GET /api/reports/utilisation", "GET /reports/utilisation"),
    ("GET /api/reports/customers", "GET /reports/customers"),
    ("GET /api/reports/leads", "GET /reports/leads"),
    ("GET /api/reports/memberships", "GET /reports/memberships"),
    ("GET /api/reports/gst", "GET /reports/gst"),
    ("GET /api/reports/day-close", "GET /reports/day-close"),
    // The schedule.
    ("GET /api/schedule", "GET /schedule"),
    ("GET /api/schedule/week", "GET /schedule"),
    ("GET /api/schedule/{staffId}", "GET /schedule/{id}"),
    ("PUT /api/schedule/{staffId}", "POST /schedule/{id}"),
    ("POST /api/schedule/{staffId}/copy", "POST /schedule/{id}"),
    ("GET /api/schedule/leave", "GET /schedule"),
    ("PATCH /api/schedule/leave/{id}", "POST /schedule/leave/{id}"),
    ("GET /api/schedule/holidays", "GET /schedule/holidays"),
    ("POST /api/schedule/holidays", "POST /schedule/holidays"),
    ("DELETE /api/schedule/holidays/{id}", "POST /schedule/holidays/{id}/remove"),
    // What the salon offers, its team and its branches.
    ("GET /api/services", "GET /services"),
    ("POST /api/services", "POST /services/new"),
    ("PATCH /api/services/{id}", "POST /services/{id}"),
    ("PUT /api/services/{id}/image", "POST /services/{id}"),
    ("DELETE /api/services/{id}/image", "POST /services/{id}"),
    ("POST /api/services/categories", "POST /services/categories/new"),
    ("PATCH /api/services/categories/{id}", "POST /services/categories/{id}"),
    ("GET /api/offers", "GET /offers"),
    ("POST /api/offers", "POST /offers/new"),
    ("GET /api/offers/{id}", "GET /offers/{id}"),
    ("PATCH /api/offers/{id}", "POST /offers/{id}"),
    ("GET /api/staff", "GET /team"),
    ("POST /api/staff", "POST /team/new"),
    ("PATCH /api/staff/{id}", "POST /team/{id}"),
    ("PUT /api/staff/{id}/image", "POST /team/{id}"),
    ("DELETE /api/staff/{id}/image", "POST /team/{id}"),
    ("GET /api/membership-tiers", "GET /tiers"),
    ("POST /api/membership-tiers", "POST /tiers/new"),
    ("PATCH /api/membership-tiers/{id}", "POST /tiers/{id}"),
    ("GET /api/tags", "GET /tags"),
    ("POST /api/tags", "POST /tags/new"),
    ("PATCH /api/tags/{id}", "POST /tags/{id}"),
    ("GET /api/branches", "GET /branches"),
    ("POST /api/branches", "POST /branches/new"),
    ("PATCH /api/branches/{id}", "POST /branches/{id}"),
    ("GET /api/branches/{id}/live-check", "GET /branches/{id}"),
    ("PUT /api/branches/{id}/logo", "POST /branches/{id}"),
    ("DELETE /api/branches/{id}/logo", "POST /branches/{id}"),
    ("GET /api/users", "GET /users"),
    ("POST /api/users", "POST /users/new"),
    ("PATCH /api/users/{id}", "POST /users/{id}"),
    ("DELETE /api/users/{id}", "POST /users/{id}/withdraw"),
    ("POST /api/users/{id}/sign-out", "POST /users/{id}/sign-out"),
    // The salon, its first start, its files, and what it is connected with.
    ("GET /api/salon", "GET /salon"),
    ("PATCH /api/salon", "POST /salon"),
    ("GET /api/setup", "GET /setup"),
    ("POST /api/setup/skip", "POST /setup/skip"),
    ("POST /api/setup/finish", "POST /setup/ready"),
    ("GET /api/setup/catalogue", "GET /setup/services"),
    ("POST /api/setup/catalogue", "POST /setup/services"),
    ("POST /api/imports", "POST /imports"),
    ("GET /api/imports/{id}", "GET /imports/{id}"),
    ("POST /api/imports/{id}/apply", "POST /imports/{id}/apply"),
    ("POST /api/exports", "POST /exports"),
    ("GET /api/exports/{id}", "GET /exports/{id}/file"),
    ("GET /api/logs", "GET /logs"),
    ("GET /api/integrations", "GET /integrations"),
    ("POST /api/integrations/{name}/test", "POST /integrations/{name}/test"),
    ("POST /api/integrations/queue/{id}/retry", "POST /integrations/queue/{id}/retry"),
];

/// Operations that are no act of a person, with the reason.
const OF_NO_PERSON: &[(&str, &str)] = &[
    ("GET /api/health", "for whoever watches the process"),
    ("GET /api/metrics", "for whoever watches the process"),
    ("POST /api/jobs/{name}", "for an external queue"),
    ("GET /api/auth/callback", "the sign-in provider leads there"),
    ("POST /api/ably/token", "the script of live updates asks for it"),
    ("GET /api/push/key", "the script of notifications asks for it"),
    ("POST /api/push/subscribe", "the script of notifications sends it"),
    ("DELETE /api/push/subscribe", "the script of notifications sends it"),
    ("GET /calendar/{file}", "calendar programs read it; the page of one's own account shows its address"),
    ("GET /files/{token}", "signed addresses that pages lead to"),
    ("GET /media/{name}", "pictures that pages show"),
];

/// The operations of the admin app, such as `GET /api/leads/{id}`.
fn operations() -> BTreeSet<String> {
    let document = serde_json::to_value(parlour_api::openapi(AppKind::Admin)).unwrap();
    let mut found = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            found.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    found
}

/// The links and forms of the admin app.
fn reachable() -> BTreeSet<String> {
    let links = page_routes(AppKind::Admin).into_iter().map(|path| format!("GET {path}"));
    let forms = form_routes(AppKind::Admin).into_iter().map(|path| format!("POST {path}"));
    links.chain(forms).collect()
}

#[test]
fn every_act_of_a_person_is_reached_from_a_page() {
    let (operations, reachable) = (operations(), reachable());
    let named: Vec<&str> = REACHED.iter().chain(OF_NO_PERSON).map(|(operation, _)| *operation).collect();
    let without_page: Vec<_> = operations.iter().filter(|operation| !named.contains(&operation.as_str())).collect();
    assert!(without_page.is_empty(), "no page reaches {without_page:?}: name the link or form that does");
    let gone: Vec<_> = named.iter().filter(|operation| !operations.contains(**operation)).collect();
    assert!(gone.is_empty(), "no operations any more: {gone:?}");
    let missing: Vec<_> = REACHED.iter().filter(|(_, page)| !reachable.contains(*page)).collect();
    assert!(missing.is_empty(), "no page has these links and forms: {missing:?}");
    assert_eq!(named.iter().collect::<BTreeSet<_>>().len(), named.len(), "an operation is named twice");
}
