//! How often one client may ask.

use axum::body::Body;
use axum::http::Method;
use parlour_http::limits::Quotas;
use parlour_testkit::{Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// A salon with the contract's limits.
async fn salon_with_limits() -> TestSalon {
    TestSalon::with(SalonOptions { quotas: Quotas::default(), ..SalonOptions::default() }).await
}

async fn salon_with_proxies(proxies: &[&str]) -> TestSalon {
    let trusted_proxies = proxies.iter().map(|net| net.parse().expect("a network")).collect();
    TestSalon::with(SalonOptions { quotas: Quotas::default(), trusted_proxies, ..SalonOptions::default() }).await
}

fn new_lead() -> Value {
    json!({ "name": "Asha", "phone": "9876543210" })
}

async fn post_lead(person: &Person) -> Reply {
    person.post("/api/leads", &new_lead()).await
}

/// What the two headers say of the limit: left, and seconds until there is more.
#[track_caller]
fn remaining_and_reset(reply: &Reply, name: &str) -> (u32, u32) {
    let said = reply.header("ratelimit").expect("a RateLimit header");
    let numbers = said.strip_prefix(&format!("\"{name}\";r=")).expect("the limit's name and what is left");
    let (remaining, reset) = numbers.split_once(";t=").expect("the seconds until there is more");
    (remaining.parse().unwrap(), reset.parse().unwrap())
}

/// Refused, and told how long to wait.
#[track_caller]
fn expect_refused(reply: &Reply, name: &str, wait_seconds: u32) {
    let error = reply.expect_error(429, "RATE_LIMITED");
    assert_eq!(error["retryable"], true);
    assert_eq!(remaining_and_reset(reply, name), (0, wait_seconds));
    assert_eq!(reply.header("retry-after"), Some(wait_seconds.to_string().as_str()));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
}

#[track_caller]
fn expect_unlimited(reply: &Reply) {
    assert_ne!(reply.status.as_u16(), 429);
    for header in ["ratelimit", "ratelimit-policy", "retry-after"] {
        assert_eq!(reply.header(header), None, "{header}");
    }
}

#[test_on_both_engines]
async fn the_sixth_lead_in_a_minute_is_refused() {
    let salon = salon_with_limits().await;
    let visitor = salon.visitor();
    for remaining in (0..5).rev() {
        let reply = post_lead(&visitor).await;
        reply.expect_created();
        assert_eq!(reply.header("ratelimit-policy"), Some("\"leads\";q=5;w=60"));
        assert_eq!(remaining_and_reset(&reply, "leads"), (remaining, 60));
        assert_eq!(reply.header("retry-after"), None);
    }
    let refused = post_lead(&visitor).await;
    expect_refused(&refused, "leads", 60);
    assert_eq!(refused.header("ratelimit-policy"), Some("\"leads\";q=5;w=60"));
    salon.advance_seconds(18);
    expect_refused(&post_lead(&visitor).await, "leads", 42);
}

#[test_on_both_engines]
async fn the_window_slides_by_the_millisecond() {
    let salon = salon_with_limits().await;
    let visitor = salon.visitor();
    for _ in 0..3 {
        post_lead(&visitor).await.expect_created();
    }
    salon.advance_seconds(30);
    for _ in 0..2 {
        post_lead(&visitor).await.expect_created();
    }
    salon.app.clock.advance_millis(29_999);
    expect_refused(&post_lead(&visitor).await, "leads", 1);
    // The first three leave the window together, the other two half a minute later.
    salon.app.clock.advance_millis(1);
    for remaining in [2, 1, 0] {
        let reply = post_lead(&visitor).await;
        reply.expect_created();
        assert_eq!(remaining_and_reset(&reply, "leads").0, remaining);
    }
    expect_refused(&post_lead(&visitor).await, "leads", 30);
}

#[test_on_both_engines]
async fn refused_requests_do_not_extend_the_wait() {
    let salon = salon_with_limits().await;
    let visitor = salon.visitor();
    for _ in 0..5 {
        post_lead(&visitor).await.expect_created();
    }
    for _ in 0..59 {
        salon.advance_seconds(1);
        post_lead(&visitor).await.expect_error(429, "RATE_LIMITED");
    }
    salon.advance_seconds(1);
    post_lead(&visitor).await.expect_created();
}

#[test_on_both_engines]
async fn every_limited_read_has_the_contract_s_limits() {
    let salon = salon_with_limits().await;
    let visitor = salon.visitor();
    for (path, name, count, window) in [
        ("/api/availability?date=2027-03-01&branchId=b", "availability", 10, 10),
        ("/api/services", "services", 20, 10),
        ("/api/health", "health", 30, 10),
    ] {
        let policy = format!("\"{name}\";q={count};w={window}");
        for asked in 1..=count {
            let reply = visitor.get(path).await;
            reply.expect_ok();
            assert_eq!(reply.header("ratelimit-policy"), Some(policy.as_str()));
            assert_eq!(remaining_and_reset(&reply, name), (count - asked, window));
        }
        expect_refused(&visitor.get(path).await, name, window);
        salon.app.clock.advance_millis(i64::from(window) * 1_000 - 1);
        expect_refused(&visitor.get(path).await, name, 1);
        salon.app.clock.advance_millis(1);
        visitor.get(path).await.expect_ok();
    }
}

#[test_on_both_engines]
async fn bookings_are_limited_before_authentication() {
    let salon = salon_with_limits().await;
    for _ in 0..5 {
        let reply = salon.visitor().post("/api/bookings", &json!({})).await;
        assert!(reply.status.is_client_error() && reply.status.as_u16() != 429, "{}", reply.status);
        assert_eq!(reply.header("ratelimit-policy"), Some("\"bookings\";q=5;w=60"));
    }
    expect_refused(&salon.visitor().post("/api/bookings", &json!({})).await, "bookings", 60);
}

#[test_on_both_engines]
async fn a_request_counts_before_it_is_validated() {
    let salon = salon_with_limits().await;
    let visitor = salon.visitor();
    for body in ["", "{", "[]", "{\"name\": 1}"] {
        let reply = visitor.send(Method::POST, "/api/leads", Body::from(body)).await;
        reply.expect_error(400, "VALIDATION_ERROR");
        assert_eq!(reply.header("ratelimit-policy"), Some("\"leads\";q=5;w=60"));
    }
    let huge = visitor.send(Method::POST, "/api/leads", Body::from(vec![b' '; 300 * 1024])).await;
    huge.expect_error(413, "PAYLOAD_TOO_LARGE");
    assert_eq!(remaining_and_reset(&huge, "leads").0, 0);
    expect_refused(&visitor.send(Method::POST, "/api/leads", Body::from("{")).await, "leads", 60);
    expect_refused(&post_lead(&visitor).await, "leads", 60);

    for _ in 0..10 {
        visitor.get("/api/availability").await.expect_invalid_fields();
    }
    expect_refused(&visitor.get("/api/availability").await, "availability", 10);
}

#[test_on_both_engines]
async fn each_limit_is_counted_separately() {
    let salon = salon_with_limits().await;
    let visitor = salon.visitor();
    for _ in 0..6 {
        post_lead(&visitor).await;
    }
    expect_refused(&post_lead(&visitor).await, "leads", 60);
    visitor.get("/api/services").await.expect_ok();
    visitor.get("/api/health").await.expect_ok();
    visitor.get("/api/availability?date=2027-03-01&branchId=b").await.expect_ok();
}

#[test_on_both_engines]
async fn only_the_contract_s_routes_and_methods_are_limited() {
    let salon = salon_with_limits().await;
    let visitor = salon.visitor();
    for _ in 0..31 {
        for path in [
            "/api/services/haircut",
            "/api/services/",
            "/api/offers",
            "/api/branches",
            "/api/openapi.json",
            "/api/leads",
            "/api/leads/1",
            "/api/bookings",
            "/api/bookings/1",
            "/nothing",
        ] {
            expect_unlimited(&visitor.get(path).await);
        }
        for path in ["/api/services", "/api/availability", "/api/health", "/api/bookings/1/cancel"] {
            expect_unlimited(&visitor.post_empty(path).await);
        }
        expect_unlimited(&visitor.send(Method::OPTIONS, "/api/leads", Body::empty()).await);
    }
}

#[test_on_both_engines]
async fn a_query_string_does_not_change_the_limit() {
    let salon = salon_with_limits().await;
    let visitor = salon.visitor();
    for number in 0..20 {
        visitor.get(&format!("/api/services?fresh={number}")).await.expect_ok();
    }
    expect_refused(&visitor.get("/api/services?fresh=20").await, "services", 10);
}

#[test_on_both_engines]
async fn the_admin_app_has_no_limits() {
    let salon = salon_with_limits().await;
    let stranger = salon.admin_visitor();
    for _ in 0..31 {
        expect_unlimited(&stranger.get("/api/health").await);
        expect_unlimited(&stranger.get("/api/services").await);
        expect_unlimited(&post_lead(&stranger).await);
        expect_unlimited(&stranger.post("/api/bookings", &json!({})).await);
    }
    // Nor does it count for the customer app.
    assert_eq!(remaining_and_reset(&salon.visitor().get("/api/health").await, "health").0, 29);
}

#[test_on_both_engines]
async fn signing_in_is_limited_on_both_apps_together() {
    let salon = salon_with_limits().await;
    let (visitor, stranger) = (salon.visitor(), salon.admin_visitor());
    for number in 0..15 {
        for (turn, someone) in [(0, &visitor), (1, &stranger)] {
            // The provider of a salon without sockets cannot be reached, and the callback belongs to nothing.
            let started = someone.get("/api/auth/sign-in?returnTo=/visits").await;
            started.expect_error(502, "UPSTREAM_ERROR");
            assert_eq!(started.header("ratelimit-policy"), Some("\"auth\";q=60;w=60"));
            assert_eq!(remaining_and_reset(&started, "auth").0, 59 - 4 * number - 2 * turn);
            let ended = someone.get("/api/auth/callback?code=x&state=y").await;
            ended.expect_error(400, "VALIDATION_ERROR");
            assert_eq!(remaining_and_reset(&ended, "auth").0, 58 - 4 * number - 2 * turn);
        }
    }
    for someone in [&visitor, &stranger] {
        for path in ["/api/auth/sign-in", "/api/auth/callback?code=x&state=y"] {
            expect_refused(&someone.get(path).await, "auth", 60);
            assert_eq!(someone.send(Method::HEAD, path, Body::empty()).await.status, 429);
        }
        expect_unlimited(&someone.get("/api/auth/session").await);
        expect_unlimited(&someone.post_empty("/api/auth/sign-out").await);
        expect_unlimited(&someone.get("/sign-in").await);
    }
    visitor.clone().from_address("203.0.113.9").get("/api/auth/sign-in").await.expect_error(502, "UPSTREAM_ERROR");
    salon.advance_seconds(60);
    visitor.get("/api/auth/sign-in").await.expect_error(502, "UPSTREAM_ERROR");
}

#[test_on_both_engines]
async fn a_person_who_signs_in_too_often_reads_a_page() {
    let quota = Some(parlour_domain::rate_limit::Quota { count: 1, window_seconds: 60 });
    let quotas = Quotas { auth: quota, ..Quotas::OFF };
    let salon = TestSalon::with(SalonOptions { quotas, ..SalonOptions::default() }).await;
    for someone in [salon.visitor(), salon.admin_visitor()] {
        let browser = someone.with_header("accept", "text/html");
        for path in ["/api/auth/sign-in?returnTo=/visits", "/api/auth/callback?code=c0de&state=y"] {
            let mut page = browser.get(path).await;
            if page.status != 429 {
                assert!(page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")));
                page = browser.get(path).await;
            }
            assert_eq!(page.status, 429);
            assert_eq!((page.header("retry-after"), page.header("refresh")), (Some("60"), Some("60")));
            assert!(page.text().contains("There were many requests from here"), "{}", page.text());
            assert!(!page.text().contains("c0de"), "the code stays in the address");
        }
        assert!(browser.get("/api/auth/sign-in?returnTo=/visits").await.text().contains("sign-in?returnTo=/visits"));
    }
}

#[test_on_both_engines]
async fn limits_can_be_switched_off() {
    let salon = TestSalon::with(SalonOptions { quotas: Quotas::OFF, ..SalonOptions::default() }).await;
    for _ in 0..31 {
        let reply = salon.visitor().get("/api/health").await;
        reply.expect_ok();
        expect_unlimited(&reply);
    }
}

#[test_on_both_engines]
async fn every_address_has_its_own_count() {
    let salon = salon_with_limits().await;
    let (here, there) = (salon.visitor().from_address("203.0.113.7"), salon.visitor().from_address("203.0.113.8"));
    for _ in 0..5 {
        post_lead(&here).await.expect_created();
    }
    expect_refused(&post_lead(&here).await, "leads", 60);
    assert_eq!(remaining_and_reset(&post_lead(&there).await, "leads").0, 4);
    // An IPv4 address stays the same in IPv6 clothes.
    expect_refused(&post_lead(&salon.visitor().from_address("::ffff:203.0.113.7")).await, "leads", 60);
}

#[test_on_both_engines]
async fn a_session_does_not_raise_the_limit() {
    let salon = salon_with_limits().await;
    for _ in 0..5 {
        post_lead(&salon.visitor()).await.expect_created();
    }
    expect_refused(&post_lead(&salon.customer("Asha").await).await, "leads", 60);
}

#[test_on_both_engines]
async fn addresses_of_one_ipv6_network_share_a_count() {
    let salon = salon_with_limits().await;
    let from = |address: &str| salon.visitor().from_address(address);
    for device in ["::1", "::2", ":ffff::3", ":1:2:3:4", ":ffff:ffff:ffff:ffff"] {
        post_lead(&from(&format!("2001:db8:1:2{device}"))).await.expect_created();
    }
    expect_refused(&post_lead(&from("2001:db8:1:2::99")).await, "leads", 60);
    post_lead(&from("2001:db8:1:3::1")).await.expect_created();
}

#[test_on_both_engines]
async fn forwarded_headers_of_untrusted_clients_are_ignored() {
    let salon = salon_with_limits().await;
    for number in 0..5 {
        let visitor = salon.visitor().with_header("x-forwarded-for", &format!("198.51.100.{number}"));
        post_lead(&visitor).await.expect_created();
    }
    let sixth = salon.visitor().with_header("x-forwarded-for", "198.51.100.200");
    expect_refused(&post_lead(&sixth).await, "leads", 60);
}

#[test_on_both_engines]
async fn forwarded_headers_of_trusted_proxies_are_used() {
    let salon = salon_with_proxies(&["10.0.0.0/8"]).await;
    let through = |forwarded: &str| salon.visitor().from_address("10.0.0.1").with_header("x-forwarded-for", forwarded);
    for _ in 0..5 {
        post_lead(&through("198.51.100.1")).await.expect_created();
    }
    expect_refused(&post_lead(&through("198.51.100.1")).await, "leads", 60);
    post_lead(&through("198.51.100.2")).await.expect_created();
    // What the client wrote itself stands to the left of what the proxy saw.
    expect_refused(&post_lead(&through("203.0.113.77, 198.51.100.1")).await, "leads", 60);
    // A second proxy of ours in between is passed over.
    expect_refused(&post_lead(&through("203.0.113.77, 198.51.100.1, 10.9.9.9")).await, "leads", 60);
    // Whoever comes without the proxy cannot pretend.
    let direct = salon.visitor().from_address("203.0.113.50").with_header("x-forwarded-for", "198.51.100.1");
    post_lead(&direct).await.expect_created();
    // The same client without a proxy is the same client.
    expect_refused(&post_lead(&salon.visitor().from_address("198.51.100.1")).await, "leads", 60);
}

#[test_on_both_engines]
async fn an_invalid_forwarded_header_counts_for_the_proxy() {
    let salon = salon_with_proxies(&["10.0.0.0/8"]).await;
    let through = |forwarded: &str| salon.visitor().from_address("10.0.0.1").with_header("x-forwarded-for", forwarded);
    for rubbish in ["unknown", "", "1.2.3", "198.51.100.1, _hidden", "<script>"] {
        post_lead(&through(rubbish)).await.expect_created();
    }
    expect_refused(&post_lead(&through("999.1.1.1")).await, "leads", 60);
    expect_refused(&post_lead(&salon.visitor().from_address("10.0.0.1")).await, "leads", 60);
}
