//! How both apps speak HTTP: envelopes, refusals, headers, other sites' pages, and the interface as a document.

use std::collections::{BTreeSet, HashSet};
use std::io::{Read, Write};
use std::net::TcpStream;

use axum::body::Body;
use axum::http::Method;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_http::limits::Quotas;
use parlour_testkit::checks::http_body::chunked_body;
use parlour_testkit::{Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const KIB: usize = 1024;
const PUBLIC_READS: [&str; 5] =
    ["/api/services", "/api/availability?date=2027-03-01&branchId=b", "/api/offers", "/api/branches", "/api/health"];

fn new_lead() -> Value {
    json!({ "name": "Asha", "phone": "9876543210" })
}

async fn post_lead(person: &Person, body: impl Into<Body>) -> Reply {
    person.send(Method::POST, "/api/leads", body).await
}

/// A good lead that takes this many bytes.
fn lead_of_size(bytes: usize) -> String {
    let lead = new_lead().to_string();
    format!("{lead}{}", " ".repeat(bytes - lead.len()))
}

fn allowed_methods(reply: &Reply) -> BTreeSet<&str> {
    let allow = reply.header("allow").expect("an Allow header");
    allow.split(',').map(str::trim).filter(|method| !method.is_empty()).collect()
}

#[test_on_both_engines]
async fn malformed_json_is_refused_in_the_envelope() {
    let salon = TestSalon::open().await;
    for body in [
        "{",
        "}",
        "{\"name\": }",
        "{'name': 'Asha'}",
        "{\"name\": \"Asha\",}",
        "name=Asha&phone=9876543210",
        "{\"name\": \"Asha\"} {}",
        "NaN",
        "{\"name\": \"\\ud800\"}",
        "{\"name\": \"a\u{0}b\"}",
        "\u{feff}{}",
        "{\"name\": \"\\x41\"}",
        "// nothing\n{}",
        "\u{0}",
    ] {
        assert_eq!(post_lead(&salon.visitor(), body).await.expect_invalid_fields(), ["body"], "{body:?}");
    }
}

#[test_on_both_engines]
async fn a_body_must_be_an_object() {
    let salon = TestSalon::open().await;
    for body in ["", " ", "null"] {
        assert_eq!(
            post_lead(&salon.visitor(), body).await.expect_invalid_fields(),
            ["name", "phone"],
            "{body:?} is nothing"
        );
    }
    for body in ["[]", "[{\"name\": \"Asha\"}]", "true", "12", "1e400", "\"name\""] {
        assert_eq!(post_lead(&salon.visitor(), body).await.expect_invalid_fields(), ["body"], "{body}");
    }
}

#[test_on_both_engines]
async fn a_body_that_is_not_utf_8_is_refused() {
    let salon = TestSalon::open().await;
    for bytes in [
        &b"\xff\xfe{\x00}\x00"[..],
        b"{\"name\": \"\xff\", \"phone\": \"9876543210\"}",
        b"{\"name\": \"\xc3\x28\", \"phone\": \"9876543210\"}",
        b"{\"name\": \"\xed\xa0\x80\", \"phone\": \"9876543210\"}",
    ] {
        assert_eq!(post_lead(&salon.visitor(), bytes.to_vec()).await.expect_invalid_fields(), ["body"], "{bytes:?}");
    }
}

#[test_on_both_engines]
async fn a_too_deeply_nested_body_is_refused() {
    let salon = TestSalon::open().await;
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{{\"x\":{}1{}}}", open.repeat(20_000), close.repeat(20_000));
        assert_eq!(post_lead(&salon.visitor(), deep).await.expect_invalid_fields(), ["body"]);
        assert_eq!(post_lead(&salon.visitor(), open.repeat(40_000)).await.expect_invalid_fields(), ["body"]);
    }
}

#[test_on_both_engines]
async fn an_empty_body_reports_all_required_fields() {
    let salon = TestSalon::open().await;
    for body in ["", "{}"] {
        assert_eq!(post_lead(&salon.visitor(), body).await.expect_invalid_fields(), ["name", "phone"]);
    }
}

#[test_on_both_engines]
async fn a_body_may_have_256_kib_and_no_more() {
    let salon = TestSalon::open().await;
    let most = 256 * KIB;
    for size in [most - 1, most] {
        post_lead(&salon.visitor(), lead_of_size(size)).await.expect_created();
        post_lead(&salon.visitor(), chunked_body(lead_of_size(size))).await.expect_created();
        let announced = salon.visitor().with_header("content-length", &size.to_string());
        post_lead(&announced, lead_of_size(size)).await.expect_created();
    }
    for size in [most + 1, 300 * KIB, 3 * 1024 * KIB] {
        post_lead(&salon.visitor(), lead_of_size(size)).await.expect_error(413, "PAYLOAD_TOO_LARGE");
        post_lead(&salon.visitor(), chunked_body(lead_of_size(size))).await.expect_error(413, "PAYLOAD_TOO_LARGE");
        let announced = salon.visitor().with_header("content-length", &size.to_string());
        post_lead(&announced, lead_of_size(size)).await.expect_error(413, "PAYLOAD_TOO_LARGE");
    }
}

#[test_on_both_engines]
async fn an_unknown_path_is_not_found() {
    let salon = TestSalon::open().await;
    for person in [salon.visitor(), salon.admin_visitor()] {
        for path in [
            "/nothing",
            "/api",
            "/api/",
            "/api/nothing",
            "/API/services",
            "/api//services",
            "/api/services/a/b",
            "/api/%73ervices",
            "/api/health/",
            "/api/health%00",
            "/%FF",
            "/..",
            "/api/auth/nothing",
            "/docs/nothing",
            "/docs/../../etc/passwd",
            "/api/openapi.yaml",
            "/favicon.ico",
        ] {
            person.get(path).await.expect_error(404, "NOT_FOUND");
            person.post_empty(path).await;
        }
        person.post("/api/nothing", &json!({})).await.expect_error(404, "NOT_FOUND");
        let odd = Method::from_bytes(b"BREW").unwrap();
        person.send(odd, "/nothing", Body::empty()).await.expect_error(404, "NOT_FOUND");
    }
    // What the customer app has and the admin app does not.
    salon.admin_visitor().get("/api/availability").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn a_wrong_method_is_refused_with_the_allowed_ones() {
    let salon = TestSalon::open().await;
    let odd = [b"BREW".as_slice(), b"PROPFIND", b"get", b"X"].map(|name| Method::from_bytes(name).unwrap());
    let usual = [Method::PUT, Method::DELETE, Method::PATCH, Method::TRACE, Method::CONNECT, Method::OPTIONS];
    for method in usual.into_iter().chain(odd) {
        for path in ["/api/services", "/api/services/haircut", "/api/availability", "/api/offers", "/api/health"] {
            let reply = salon.visitor().send(method.clone(), path, Body::empty()).await;
            reply.expect_error(405, "METHOD_NOT_ALLOWED");
            assert_eq!(allowed_methods(&reply), BTreeSet::from(["GET", "HEAD"]), "{method} {path}");
        }
        let reply = salon.visitor().send(method.clone(), "/api/leads", Body::empty()).await;
        reply.expect_error(405, "METHOD_NOT_ALLOWED");
        assert_eq!(allowed_methods(&reply), BTreeSet::from(["POST"]), "{method}");
    }
    salon.visitor().get("/api/leads").await.expect_error(405, "METHOD_NOT_ALLOWED");
    for path in ["/", "/sign-in", "/docs/", "/api/openapi.json", "/api/auth/session", "/api/health"] {
        for person in [salon.visitor(), salon.admin_visitor()] {
            let reply = person.post_empty(path).await;
            reply.expect_error(405, "METHOD_NOT_ALLOWED");
            assert!(allowed_methods(&reply).contains("GET"), "{path}");
        }
    }
}

#[test_on_both_engines]
async fn head_answers_like_get_without_a_body() {
    let salon = TestSalon::demo().await;
    for path in PUBLIC_READS {
        let (whole, head) =
            (salon.visitor().get(path).await, salon.visitor().send(Method::HEAD, path, Body::empty()).await);
        assert_eq!(head.status, whole.status, "{path}");
        assert!(head.bytes.is_empty(), "{path}");
        for header in ["etag", "cache-control", "content-type", "vary"] {
            assert_eq!(head.header(header), whole.header(header), "{header} of {path}");
        }
    }
}

/// What comes over the wire for these bytes, until the other side closes.
async fn send_raw_request(salon: &TestSalon, request: Vec<u8>) -> String {
    let address = salon.url(AppKind::Customer).trim_start_matches("http://").to_owned();
    let talk = move || {
        let mut wire = TcpStream::connect(address).expect("the app listens");
        wire.write_all(&request).expect("the app reads");
        let mut answer = Vec::new();
        wire.read_to_end(&mut answer).expect("the app answers");
        String::from_utf8(answer).expect("text")
    };
    tokio::task::spawn_blocking(talk).await.expect("the talk ends")
}

#[test_on_both_engines]
async fn head_of_an_error_has_no_body() {
    let salon = TestSalon::with(SalonOptions { listens: true, ..SalonOptions::default() }).await;
    for path in ["/nothing", "/api/availability", "/api/services/nothing"] {
        let request = format!("HEAD {path} HTTP/1.1\r\nhost: salon\r\nconnection: close\r\n\r\n");
        let answer = send_raw_request(&salon, request.into_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
        assert!(answer.ends_with("\r\n\r\n"), "{answer}");
    }
}

#[test_on_both_engines]
async fn a_too_large_body_gets_a_readable_error() {
    let salon = TestSalon::with(SalonOptions { listens: true, ..SalonOptions::default() }).await;
    let body = lead_of_size(300 * KIB);
    let head = "POST /api/leads HTTP/1.1\r\nhost: salon\r\nconnection: close\r\n";
    let announced = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
    let mut chunked = format!("{head}transfer-encoding: chunked\r\n\r\n").into_bytes();
    for piece in body.as_bytes().chunks(16 * KIB) {
        write!(chunked, "{:x}\r\n", piece.len()).unwrap();
        chunked.extend_from_slice(piece);
        chunked.extend_from_slice(b"\r\n");
    }
    chunked.extend_from_slice(b"0\r\n\r\n");
    for request in [announced.into_bytes(), chunked] {
        let answer = send_raw_request(&salon, request).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
        assert!(answer.contains("\"PAYLOAD_TOO_LARGE\""), "{answer}");
    }
}

#[test_on_both_engines]
async fn unusual_headers_are_ignored() {
    let salon = TestSalon::open().await;
    let long = "x".repeat(15_000);
    for (name, value) in [
        ("accept", "*/*;q=banana"),
        ("accept", "image/png"),
        ("accept-encoding", ";;;,,,gzip;q=,br;q=nan"),
        ("accept-encoding", "zstd"),
        ("accept-language", "xx-YY;q=9"),
        ("if-none-match", "\"\",,,W/,\"\"\""),
        ("if-none-match", &long),
        ("if-modified-since", "yesterday"),
        ("range", "bytes=0-1"),
        ("content-length", "many"),
        ("content-type", "text/nonsense; charset=klingon"),
        ("content-encoding", "gzip"),
        ("cookie", "=;;;a=b;__Host-parlour"),
        ("cookie", &long),
        ("cookie", "__Host-parlour=%00;"),
        ("authorization", "Bearer nobody"),
        ("host", "elsewhere.example"),
        ("x-forwarded-for", ",,,"),
        ("forwarded", "for=\"_gazonk\""),
        ("x-forwarded-proto", "gopher"),
        ("expect", "the unexpected"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("upgrade", "websocket"),
        ("te", "trailers"),
        ("x-http-method-override", "DELETE"),
        ("referer", "::::"),
        ("user-agent", ""),
    ] {
        let visitor = salon.visitor().with_header(name, value);
        for path in PUBLIC_READS {
            let reply = visitor.get(path).await;
            assert_eq!(reply.status.as_u16(), 200, "{path} with {name}: {value:.40}");
        }
        if name != "content-length" {
            post_lead(&visitor, new_lead().to_string()).await.expect_created();
        }
    }
}

#[test_on_both_engines]
async fn headers_that_are_not_text_are_ignored() {
    let salon = TestSalon::open().await;
    // A header's value may hold any Latin-1 letter, which is no UTF-8.
    let odd = "é\u{a0}ÿ";
    for name in ["accept", "accept-encoding", "cookie", "origin", "sec-fetch-site", "if-none-match", "user-agent"] {
        let visitor = salon.visitor().with_header(name, odd);
        visitor.get("/api/services").await.expect_ok();
        post_lead(&visitor, new_lead().to_string()).await.expect_created();
    }
    let too_long = "é".repeat(256);
    for (key, is_taken) in [(odd, true), (&too_long[2..], true), (&too_long, false)] {
        let reply = post_lead(&salon.visitor().with_header("idempotency-key", key), new_lead().to_string()).await;
        if is_taken {
            reply.expect_created();
        } else {
            assert_eq!(reply.expect_invalid_fields(), ["Idempotency-Key"]);
        }
    }
}

#[test_on_both_engines]
async fn an_unreadable_foreign_cookie_does_not_hide_the_session() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let own = format!("__Host-parlour={}", asha.token());
    for line in [format!("x=é; {own}"), format!("{own}; é=ÿ"), format!("é;{own};x=\u{a0}")] {
        let browser = salon.visitor().with_header("cookie", &line);
        browser.get("/api/auth/session").await.expect_ok();
        // Whoever is signed in is also protected from other sites.
        post_sign_out(&browser.with_header("sec-fetch-site", "cross-site")).await.expect_error(403, "FORBIDDEN");
    }
}

#[test_on_both_engines]
async fn every_response_has_its_own_request_id() {
    let salon = TestSalon::open().await;
    let visitor = salon.visitor().with_header("x-request-id", "req_mine");
    let mut seen = HashSet::new();
    for _ in 0..50 {
        for reply in [
            visitor.get("/api/services").await,
            visitor.get("/api/health").await,
            visitor.get("/nothing").await,
            visitor.post_empty("/api/leads").await,
            visitor.get("/").await,
        ] {
            let id = reply.header("x-request-id").expect("a request id").to_owned();
            let short = id.strip_prefix("req_").expect("it begins with req_");
            assert!((4..=32).contains(&short.len()) && short.bytes().all(|byte| byte.is_ascii_alphanumeric()));
            if reply.status.is_client_error() {
                assert_eq!(reply.json()["error"]["requestId"], id);
            }
            assert!(seen.insert(id), "a request id came twice");
        }
    }
    assert!(!seen.contains("req_mine"));
}

#[test_on_both_engines]
async fn an_error_has_the_contract_s_fields_and_no_others() {
    let salon = TestSalon::open().await;
    let fields = |reply: &Reply| -> Vec<String> {
        let json = reply.json();
        assert_eq!(json.as_object().unwrap().len(), 2);
        json["error"].as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>().into_iter().collect()
    };
    let usual = ["code", "message", "requestId", "retryable", "statusCode"];
    let not_found = salon.visitor().get("/nothing").await;
    assert_eq!(fields(&not_found), usual);
    assert_eq!(not_found.expect_error(404, "NOT_FOUND")["retryable"], false);
    assert_eq!(not_found.header("content-type"), Some("application/json"));
    let invalid = salon.visitor().post_empty("/api/leads").await;
    assert_eq!(fields(&invalid), ["code", "details", "message", "requestId", "retryable", "statusCode"]);
    assert_eq!(invalid.expect_error(400, "VALIDATION_ERROR")["retryable"], false);
    let unknown = salon.visitor().get("/api/auth/session").await;
    assert_eq!(fields(&unknown), usual);
    unknown.expect_error(401, "UNAUTHENTICATED");
}

#[test_on_both_engines]
async fn an_error_is_readable_for_clients_accepting_compression() {
    let salon = TestSalon::open().await;
    for accepted in ["gzip", "br", "gzip, deflate, br, zstd"] {
        let visitor = salon.visitor().with_header("accept-encoding", accepted);
        let reply = visitor.get("/api/services/nothing").await;
        assert_eq!(reply.header("content-encoding"), None);
        reply.expect_error(404, "NOT_FOUND");
        visitor.post_empty("/api/leads").await.expect_invalid_fields();
    }
}

#[test_on_both_engines]
async fn only_public_reads_may_be_cached() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    for reply in [
        asha.get("/api/auth/session").await,
        asha.get("/api/profile").await,
        asha.get("/api/health").await,
        asha.get("/nothing").await,
        asha.get("/api/services/nothing").await,
        asha.get("/api/availability").await,
        asha.get("/api/openapi.json").await,
        asha.get("/docs/").await,
        asha.get("/").await,
        asha.post("/api/leads", &new_lead()).await,
        asha.post_empty("/api/services").await,
        asha.post_empty("/api/auth/sign-out").await,
        salon.visitor().get("/api/auth/session").await,
        salon.admin_visitor().get("/api/health").await,
    ] {
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{}", reply.text());
        assert_eq!(reply.header("etag"), None);
    }
}

#[test_on_both_engines]
async fn every_response_has_the_security_headers() {
    let salon = TestSalon::open().await;
    for person in [salon.visitor(), salon.admin_visitor()] {
        for path in ["/", "/docs/", "/api/health", "/api/services", "/nothing", "/api/openapi.json"] {
            let reply = person.get(path).await;
            assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
            assert!(reply.header("referrer-policy").is_some(), "{path}");
            let policy = reply.header("content-security-policy").expect("a policy");
            assert!(policy.contains("default-src") && policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
            assert!(policy.contains("base-uri 'none'"), "{path}: {policy}");
            assert!(
                ["default-src 'none'", "object-src 'none'"].iter().any(|rule| policy.contains(rule)),
                "{path}: {policy}"
            );
            // Whoever keeps a picture that is stored elsewhere would learn who looks at it.
            let rules = policy.split("; ");
            let is_wide = |rule: &str| ["*", "http", "'unsafe-eval'"].iter().any(|source| rule.contains(source));
            assert_eq!(rules.filter(|rule| is_wide(rule)).count(), 0, "{path}: {policy}");
            let kind = reply.header("content-type").unwrap_or_default();
            assert!(!kind.starts_with("text/") || kind.ends_with("; charset=utf-8"), "{path}: {kind}");
            // The salon's public URL is https.
            let transport = reply.header("strict-transport-security");
            assert_eq!(transport, Some("max-age=31536000; includeSubDomains"), "{path}");
        }
    }
}

/// Something that changes: it ends the session, and so needs one.
async fn post_sign_out(person: &Person) -> Reply {
    person.post_empty("/api/auth/sign-out").await
}

#[test_on_both_engines]
async fn same_origin_requests_are_accepted() {
    let salon = TestSalon::open().await;
    let own = salon.url(AppKind::Customer).to_owned();
    for headers in [
        &[][..],
        &[("sec-fetch-site", "same-origin")],
        &[("sec-fetch-site", "none")],
        &[("origin", own.as_str())],
        &[("sec-fetch-site", "same-origin"), ("origin", own.as_str())],
    ] {
        let asha =
            headers.iter().fold(salon.customer("Asha").await, |asha, (name, value)| asha.with_header(name, value));
        post_sign_out(&asha).await.expect_ok();
    }
}

#[test_on_both_engines]
async fn cross_site_requests_with_a_session_are_refused() {
    let salon = TestSalon::open().await;
    let insecure = salon.url(AppKind::Customer).replace("https://", "http://");
    let admin = salon.url(AppKind::Admin).to_owned();
    for headers in [
        &[("sec-fetch-site", "cross-site")][..],
        &[("sec-fetch-site", "same-site")],
        &[("sec-fetch-site", "rubbish")],
        &[("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")],
        &[("origin", "https://evil.example")],
        &[("origin", "null")],
        &[("origin", "")],
        &[("origin", admin.as_str())],
        &[("origin", "https://customer.parlour.test.evil.example")],
        &[("origin", "https://customer.parlour.test:8443")],
        &[("origin", insecure.as_str())],
        &[("origin", insecure.as_str()), ("host", "customer.parlour.test")],
    ] {
        let asha = salon.customer("Asha").await;
        let lured = headers.iter().fold(asha.clone(), |asha, (name, value)| asha.with_header(name, value));
        assert_eq!(post_sign_out(&lured).await.status.as_u16(), 403, "{headers:?}");
        post_sign_out(&lured).await.expect_error(403, "FORBIDDEN");
        lured.post("/api/leads", &new_lead()).await.expect_error(403, "FORBIDDEN");
        lured.patch("/api/profile", &json!({ "name": "Mallory" })).await.expect_error(403, "FORBIDDEN");
        // Reading changes nothing, so it is never refused; and the session is still there.
        lured.get("/api/auth/session").await.expect_ok();
        post_sign_out(&asha).await.expect_ok();
    }
}

#[test_on_both_engines]
async fn the_admin_app_refuses_cross_site_requests_too() {
    let salon = TestSalon::open().await;
    let ravi = salon.member("Ravi", Role::Manager).await;
    let customer_app = salon.url(AppKind::Customer).to_owned();
    post_sign_out(&ravi.clone().with_header("sec-fetch-site", "cross-site")).await.expect_error(403, "FORBIDDEN");
    post_sign_out(&ravi.clone().with_header("origin", &customer_app)).await.expect_error(403, "FORBIDDEN");
    let own = salon.url(AppKind::Admin).to_owned();
    post_sign_out(&ravi.with_header("origin", &own)).await.expect_ok();
}

#[test_on_both_engines]
async fn cross_site_requests_without_a_session_are_accepted() {
    let salon = TestSalon::open().await;
    for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
        let visitor = salon.visitor().with_header(name, value);
        visitor.post("/api/leads", &new_lead()).await.expect_created();
        // The other app's cookie is no session here.
        visitor
            .with_header("cookie", "__Host-parlour-admin=x; y=z")
            .post("/api/leads", &new_lead())
            .await
            .expect_created();
    }
}

const LANDING_PAGE_ORIGIN: &str = "https://ads.example";

async fn salon_with_landing_page() -> TestSalon {
    let lead_origins = vec![LANDING_PAGE_ORIGIN.to_owned(), "https://second.example:8443".to_owned()];
    TestSalon::with(SalonOptions { lead_origins, quotas: Quotas::default(), ..SalonOptions::default() }).await
}

/// What a browser asks before it lets a page of that origin send.
async fn preflight(salon: &TestSalon, origin: &str, path: &str, method: &str) -> Reply {
    let browser = salon
        .visitor()
        .with_header("origin", origin)
        .with_header("access-control-request-method", method)
        .with_header("access-control-request-headers", "content-type,idempotency-key");
    browser.send(Method::OPTIONS, path, Body::empty()).await
}

#[test_on_both_engines]
async fn an_allowed_landing_page_may_post_leads() {
    let salon = salon_with_landing_page().await;
    for origin in [LANDING_PAGE_ORIGIN, "https://second.example:8443"] {
        let answer = preflight(&salon, origin, "/api/leads", "POST").await;
        assert!(answer.status.is_success(), "{}", answer.status);
        assert_eq!(answer.header("access-control-allow-origin"), Some(origin));
        assert_eq!(answer.header("access-control-allow-methods"), Some("POST"));
        let headers = answer.header("access-control-allow-headers").unwrap().to_ascii_lowercase();
        assert!(headers.contains("content-type") && headers.contains("idempotency-key"));
        assert_eq!(answer.header("access-control-allow-credentials"), None);
        let page = salon.visitor().with_header("origin", origin).with_header("sec-fetch-site", "cross-site");
        let reply = page.post("/api/leads", &new_lead()).await;
        reply.expect_created();
        assert_eq!(reply.header("access-control-allow-origin"), Some(origin));
        let vary = reply.header("vary").unwrap_or_default().to_ascii_lowercase();
        assert!(vary.contains("origin"), "{vary:?}");
    }
}

#[test_on_both_engines]
async fn an_allowed_landing_page_can_read_errors() {
    let salon = salon_with_landing_page().await;
    let page = salon.visitor().with_header("origin", LANDING_PAGE_ORIGIN);
    let invalid = page.post_empty("/api/leads").await;
    let large = page.clone().with_header("content-length", "400000").post_empty("/api/leads").await;
    let long = post_lead(&page, lead_of_size(300 * KIB)).await;
    for _ in 0..2 {
        page.post("/api/leads", &new_lead()).await.expect_created();
    }
    let limited = page.post("/api/leads", &new_lead()).await;
    for (reply, status) in [(invalid, 400), (large, 413), (long, 413), (limited, 429)] {
        assert_eq!(reply.status.as_u16(), status);
        assert_eq!(reply.headers.get_all("access-control-allow-origin").iter().count(), 1, "{status}");
        assert_eq!(reply.header("access-control-allow-origin"), Some(LANDING_PAGE_ORIGIN), "{status}");
    }
}

#[test_on_both_engines]
async fn other_origins_get_no_cors_headers() {
    let salon = salon_with_landing_page().await;
    for origin in
        ["https://evil.example", "http://ads.example", "https://ads.example:444", "https://ads.example.evil", "null"]
    {
        let answer = preflight(&salon, origin, "/api/leads", "POST").await;
        assert_eq!(answer.header("access-control-allow-origin"), None, "{origin}");
        let reply = salon.visitor().with_header("origin", origin).post_empty("/api/leads").await;
        assert_eq!(reply.header("access-control-allow-origin"), None, "{origin}");
    }
}

#[test_on_both_engines]
async fn cors_is_allowed_for_leads_only() {
    let salon = salon_with_landing_page().await;
    for (path, method) in [
        ("/api/services", "GET"),
        ("/api/health", "GET"),
        ("/api/profile", "PATCH"),
        ("/api/auth/sign-out", "POST"),
        ("/api/leads/1", "POST"),
        ("/nothing", "POST"),
    ] {
        let answer = preflight(&salon, LANDING_PAGE_ORIGIN, path, method).await;
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
        let answer = salon.visitor().with_header("origin", LANDING_PAGE_ORIGIN).get(path).await;
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
    }
    let stranger = salon.admin_visitor().with_header("origin", LANDING_PAGE_ORIGIN);
    assert_eq!(stranger.post_empty("/api/leads").await.header("access-control-allow-origin"), None);
    let asha = salon.customer("Asha").await.with_header("origin", LANDING_PAGE_ORIGIN);
    post_sign_out(&asha).await.expect_error(403, "FORBIDDEN");
}

#[test_on_both_engines]
async fn without_allowed_origins_preflights_are_refused() {
    let salon = TestSalon::open().await;
    let answer = preflight(&salon, LANDING_PAGE_ORIGIN, "/api/leads", "POST").await;
    answer.expect_error(405, "METHOD_NOT_ALLOWED");
    assert_eq!(answer.header("access-control-allow-origin"), None);
}

/// The document of an app, without the envelope.
async fn openapi_document(person: &Person) -> Value {
    let reply = person.get("/api/openapi.json").await;
    assert_eq!(reply.status.as_u16(), 200);
    assert!(reply.header("content-type").is_some_and(|kind| kind.starts_with("application/json")));
    reply.json()
}

const ROUTES_OF_BOTH_APPS: [(&str, &str); 6] = [
    ("get", "/api/health"),
    ("get", "/api/auth/sign-in"),
    ("get", "/api/auth/callback"),
    ("get", "/api/auth/session"),
    ("post", "/api/auth/sign-out"),
    ("post", "/api/auth/sign-out-everywhere"),
];

const ROUTES_OF_CUSTOMER_APP: [(&str, &str); 11] = [
    ("get", "/api/services"),
    ("get", "/api/services/{slug}"),
    ("get", "/api/availability"),
    ("get", "/api/offers"),
    ("get", "/api/branches"),
    ("post", "/api/leads"),
    ("post", "/api/onboarding/complete"),
    ("get", "/api/profile"),
    ("patch", "/api/profile"),
    ("get", "/api/profile/export"),
    ("post", "/api/profile/erase"),
];

#[test_on_both_engines]
async fn each_app_documents_its_routes() {
    let salon = TestSalon::open().await;
    let both = ROUTES_OF_BOTH_APPS.to_vec();
    let customer: Vec<_> = both.iter().chain(&ROUTES_OF_CUSTOMER_APP).copied().collect();
    for (person, routes) in [(salon.visitor(), customer), (salon.admin_visitor(), both)] {
        let document = openapi_document(&person).await;
        assert!(document["openapi"].as_str().unwrap().starts_with("3.1"), "{}", document["openapi"]);
        for (method, path) in routes {
            let operation = &document["paths"][path][method];
            assert!(operation.is_object(), "{method} {path} is missing");
            let answers = operation["responses"].as_object().unwrap();
            assert!(answers.keys().any(|status| status.starts_with(['2', '3'])), "{method} {path}");
            assert!(answers.contains_key("500"), "{method} {path}");
        }
    }
    assert!(openapi_document(&salon.admin_visitor()).await["paths"]["/api/availability"].is_null());
}

#[test_on_both_engines]
async fn every_reference_of_a_document_is_defined() {
    fn references<'d>(part: &'d Value, found: &mut BTreeSet<&'d str>) {
        match part {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|field| references(field, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }
    let salon = TestSalon::open().await;
    for person in [salon.visitor(), salon.admin_visitor()] {
        let document = openapi_document(&person).await;
        let mut found = BTreeSet::new();
        references(&document, &mut found);
        assert!(!found.is_empty());
        for reference in found {
            let pointer = reference.strip_prefix('#').expect("references stay inside");
            assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
        }
    }
}

#[test_on_both_engines]
async fn documented_responses_are_those_that_are_sent() {
    let salon = salon_with_landing_page().await;
    let document = openapi_document(&salon.visitor()).await;
    let documented = |method: &str, path: &str| document["paths"][path][method]["responses"].clone();
    for status in ["201", "400", "403", "409", "413", "429"] {
        assert!(documented("post", "/api/leads")[status].is_object(), "{status}");
    }
    for (path, status) in [
        ("/api/services", "429"),
        ("/api/services/{slug}", "404"),
        ("/api/availability", "400"),
        ("/api/availability", "429"),
        ("/api/health", "429"),
        ("/api/health", "503"),
        ("/api/profile", "401"),
    ] {
        assert!(documented("get", path)[status].is_object(), "{status} of {path}");
    }
}

#[test_on_both_engines]
async fn public_reads_document_their_etag() {
    let salon = TestSalon::demo().await;
    let document = openapi_document(&salon.visitor()).await;
    let mut tagged = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let takes_tag = |operation: &Value| {
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            parameters
                .iter()
                .any(|one| one["name"] == "If-None-Match" && one["in"] == "header" && one["required"] == false)
        };
        for operation in operations.as_object().unwrap().values() {
            let answers_304 = operation["responses"]["304"].is_object();
            assert_eq!(takes_tag(operation), answers_304, "{path}");
            if answers_304 {
                tagged.insert(path.as_str());
            }
        }
    }
    let slug = salon.visitor().get("/api/services").await.expect_ok()["categories"][0]["services"][0]["slug"]
        .as_str()
        .unwrap()
        .to_owned();
    let anything = salon.visitor().with_header("if-none-match", "*");
    let by_slug = format!("/api/services/{slug}");
    let mut answered = BTreeSet::new();
    for path in PUBLIC_READS.into_iter().chain([by_slug.as_str()]) {
        if anything.get(path).await.status.as_u16() == 304 {
            let path = path.split('?').next().unwrap();
            answered.insert(if path == by_slug { "/api/services/{slug}" } else { path });
        }
    }
    assert_eq!(tagged, answered);
    assert_eq!(tagged.len(), 5);
}

#[test_on_both_engines]
async fn the_admin_app_documents_no_rate_limits_but_those_of_signing_in() {
    let salon = TestSalon::open().await;
    let document = openapi_document(&salon.admin_visitor()).await;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for operation in operations.as_object().unwrap().values() {
            let is_limited = ["/api/auth/sign-in", "/api/auth/callback"].contains(&path.as_str());
            assert_eq!(operation["responses"]["429"].is_object(), is_limited, "{path}");
        }
    }
}

#[test_on_both_engines]
async fn response_fields_are_documented_as_required() {
    let salon = TestSalon::open().await;
    for person in [salon.visitor(), salon.admin_visitor()] {
        let document = openapi_document(&person).await;
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let sent = request_body_schemas(&document);
        for (name, schema) in schemas {
            let Some(fields) = schema["properties"].as_object() else { continue };
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let optional: Vec<_> = fields.keys().filter(|field| !required.contains(&json!(field))).collect();
            match name.as_str() {
                "LeadBody" => assert_eq!(required, [json!("name"), json!("phone")]),
                "BookingBody" => {
                    let wishes = ["staffGender", "staffId", "wishedStaffGender", "wishedStaffId"];
                    assert_eq!(optional, [["leadId", "notes"].as_slice(), &wishes].concat());
                }
                "ProfileBody" | "CancelBody" | "MarkReadBody" => assert!(required.is_empty(), "{required:?}"),
                "OnboardingBody" => assert_eq!(required.len(), 4, "{required:?}"),
                "ErrorBody" => assert_eq!(optional, ["details"]),
                // The contract's fields while all is well; why it is not, only then.
                "Health" | "DatabaseCheck" => assert_eq!(optional, ["reason"]),
                // What else is sent by clients has its bounds tried by its own stories.
                body if sent.contains(body) => {}
                _ => assert!(optional.is_empty(), "{name}: {optional:?}"),
            }
        }
    }
}

/// The names of the schemas that a value refers to.
fn referenced_schemas(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(items) => items.iter().flat_map(referenced_schemas).collect(),
        Value::Object(fields) => {
            let named = fields.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
            named.into_iter().chain(fields.values().flat_map(referenced_schemas)).collect()
        }
        _ => Vec::new(),
    }
}

/// The schemas of bodies, and of what is inside them.
fn request_body_schemas(document: &Value) -> BTreeSet<&str> {
    let operations = document["paths"].as_object().unwrap().values().flat_map(|path| {
        path.as_object().unwrap().values().flat_map(|operation| referenced_schemas(&operation["requestBody"]))
    });
    let mut sent = BTreeSet::new();
    let mut named: Vec<&str> = operations.collect();
    while let Some(name) = named.pop() {
        if sent.insert(name) {
            named.extend(referenced_schemas(&document["components"]["schemas"][name]));
        }
    }
    assert!(sent.iter().all(|name| !name.ends_with("Envelope")), "{sent:?}");
    sent
}

#[test_on_both_engines]
async fn a_failed_sign_in_is_documented_as_json_and_html() {
    let salon = TestSalon::open().await;
    for person in [salon.visitor(), salon.admin_visitor()] {
        let document = openapi_document(&person).await;
        let kinds = |path: &str, status: &str| -> Vec<String> {
            let response = &document["paths"][path]["get"]["responses"][status];
            let pointer = response["$ref"].as_str().and_then(|path| path.strip_prefix('#')).unwrap();
            document.pointer(pointer).unwrap()["content"].as_object().unwrap().keys().cloned().collect()
        };
        for status in ["400", "401", "409", "500", "502", "503"] {
            let mut kinds = kinds("/api/auth/callback", status);
            kinds.sort_unstable();
            assert_eq!(kinds, ["application/json", "text/html"], "{status}");
        }
        assert_eq!(kinds("/api/auth/callback", "413"), ["application/json"]);
        assert_eq!(kinds("/api/auth/sign-in", "502"), ["application/json"]);
        let browser = person.with_header("accept", "text/html");
        let page = browser.get("/api/auth/callback").await;
        assert_eq!(page.status.as_u16(), 400);
        assert!(page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")));
    }
}

/// What a page loads: every `src` and `href` in it.
fn loaded_urls(html: &str) -> Vec<&str> {
    let of = |attribute: &'static str| html.split(attribute).skip(1).filter_map(|rest| rest.split('"').next());
    of("src=\"").chain(of("href=\"")).collect()
}

#[test_on_both_engines]
async fn the_api_browser_loads_nothing_from_other_hosts() {
    let salon = TestSalon::open().await;
    for person in [salon.visitor(), salon.admin_visitor()] {
        let redirect = person.get("/docs").await;
        assert!(redirect.status.is_redirection());
        assert_eq!(redirect.header("location"), Some("/docs/"));
        let page = person.get("/docs/").await;
        assert_eq!(page.status.as_u16(), 200);
        assert!(page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")));
        let html = page.text();
        assert!(!html.contains("http:") && !html.contains("https:") && !html.contains("\"//"), "{html}");
        let parts = loaded_urls(&html);
        assert!(parts.len() >= 3, "{html}");
        for part in parts {
            let path = format!("/docs/{}", part.trim_start_matches("./"));
            let answer = person.get(&path).await;
            assert_eq!(answer.status.as_u16(), 200, "{path}");
            assert!(!answer.bytes.is_empty(), "{path}");
        }
        // By default the viewer would have a service of its makers judge the document.
        let settings = person.get("/docs/swagger-initializer.js").await.text();
        assert!(settings.contains("/api/openapi.json"), "{settings}");
        assert!(settings.contains("\"validatorUrl\": \"none\""), "{settings}");
    }
}
