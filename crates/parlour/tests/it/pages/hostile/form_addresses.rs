//! Addresses of forms that are opened, and forms that are too large.

use axum::body::Body;
use axum::http::Method;
use futures_util::stream;
use parlour_domain::auth::role::Role;
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::test_on_both_engines;

/// A refused form is shown at the address that it was sent to. Whoever loads that again, or signs in again there, is led
/// to the page of the form.
#[test_on_both_engines]
async fn the_address_of_a_form_leads_to_its_page() {
    let salon = small_salon().await;
    let dev = salon.member("Ravi", Role::Developer).await.with_header("accept", "text/html");
    for (address, page) in [
        ("/board/blocks/b1/remove?at=x&day=2027-03-05", "/board/blocks?at=x&day=2027-03-05"),
        ("/bookings/b1/receipt/send", "/bookings/b1/receipt"),
        ("/customers/c1/tags/remove", "/customers/c1"),
        ("/integrations/mail/test", "/integrations"),
        ("/integrations/queue/w1/retry", "/integrations"),
        ("/imports/i1/apply", "/imports/i1"),
        ("/invoices/i1/send", "/invoices/i1"),
        ("/leads/l1/assign", "/leads/l1"),
        ("/leads/l1/notes", "/leads/l1"),
        ("/leads/l1/status", "/leads/l1"),
        ("/memberships/m1/cancel", "/memberships/m1"),
        ("/memberships/m1/sessions", "/memberships/m1"),
        ("/memberships/m1/sessions/b1/reverse", "/memberships/m1"),
        ("/language", "/"),
        ("/my/bookings/b1/finished", "/my"),
        ("/my/bookings/b1/go-on", "/my"),
        ("/my/bookings/b1/start", "/my"),
        ("/my/leave/l1/withdraw", "/my/leave"),
        ("/notifications/n1/read", "/notifications"),
        ("/schedule/holidays/h1/remove", "/schedule/holidays"),
        ("/services/order?kind=spa", "/services?kind=spa"),
        ("/setup/payments/email", "/setup/payments"),
        ("/setup/skip", "/setup"),
        ("/setup/team/me", "/setup/team"),
        ("/sign-out", "/me"),
        ("/sign-out-everywhere", "/me"),
        ("/users/u1/sign-out", "/users/u1"),
        ("/users/u1/withdraw", "/users/u1"),
    ] {
        let reply = dev.get(address).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (303, Some(page)), "{address}");
    }
    let asha = salon.customer("Asha").await.with_header("accept", "text/html");
    for address in ["/sign-out", "/sign-out-everywhere"] {
        assert_eq!(asha.get(address).await.header("location"), Some("/me"));
    }
    assert_eq!(asha.get("/language").await.header("location"), Some("/"));
}

/// Bytes without an announced length.
fn unannounced(bytes: usize) -> Body {
    const PIECE: usize = 50_000;
    let pieces = (0..bytes.div_ceil(PIECE)).map(|_| Ok::<_, std::io::Error>(vec![b'x'; PIECE]));
    Body::from_stream(stream::iter(pieces.collect::<Vec<_>>()))
}

/// Also where the handler needs no field: it must not act on what nobody read to its end.
#[test_on_both_engines]
async fn a_form_over_its_limit_is_refused_before_its_handler() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let desk = salon.member("Ravi", Role::Owner).await;
    for (person, path) in [
        (&asha, "/sign-out"),
        (&asha, "/sign-out-everywhere"),
        (&asha, "/me"),
        (&asha, "/notifications"),
        (&desk, "/sign-out"),
        (&desk, "/leads/new"),
        (&desk, "/nothing/here"),
    ] {
        let browser = person.clone().with_header("accept", "text/html");
        for (is_announced, body) in [(true, Body::from(vec![b'x'; 400_000])), (false, unannounced(400_000))] {
            let browser =
                if is_announced { browser.clone().with_header("content-length", "400000") } else { browser.clone() };
            let reply = browser.submit(path, body).await;
            assert_eq!(reply.status, 413, "{path}, announced: {is_announced}");
            assert!(reply.text().contains("That is too long"), "{path}: {}", reply.text());
        }
    }
    for person in [&asha, &desk] {
        person.get("/api/auth/session").await.expect_ok();
    }
    // Programs get the envelope.
    asha.send(Method::POST, "/sign-out", unannounced(400_000)).await.expect_error(413, "PAYLOAD_TOO_LARGE");
}
