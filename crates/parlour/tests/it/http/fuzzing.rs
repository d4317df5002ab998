//! Requests that nobody in their right mind would send.
//!
//! schemathesis reads the documents that the apps serve and tries what follows from them; a raw socket tries what no
//! HTTP client can be made to send.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::process::{BOTH_APPS, Installation, ParlourProcess};
use parlour_testkit::{Engine, test_on_both_engines};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::parlour_binary::PARLOUR_BINARY;

/// How hard schemathesis tries.
#[derive(Clone, Copy)]
enum Effort {
    /// The same requests every time, so that a failure is a change's and not the day's.
    Short,
    /// Other requests every time, for this long per app and person.
    Long(Duration),
}

/// A valid date may be in the past, and a well-formed id may be nobody's: such rules do not fit into a schema, so a
/// refusal of what a schema allows proves nothing. And as the session travels in a header that is always there,
/// schemathesis takes every answer to a request "without" it for one that should have been refused; whether it should
/// is asked by `ignored_auth`, which leaves the header out.
const EXCLUDED_CHECKS: &str = "positive_data_acceptance,negative_data_rejection";

/// Routes that end the very session they are asked with.
const SESSION_ENDING_ROUTES: &str = "(sign-out|/erase$)";

/// The same, and the one that by contract fails with a 500: a note on a lead that does not exist.
const EXCLUDED_ROUTES: &str = r"(sign-out|/erase$|/leads/\{id\}/notes$)";

struct SchemathesisRun<'a> {
    process: &'a ParlourProcess,
    app_kind: AppKind,
    effort: Effort,
}

impl SchemathesisRun<'_> {
    fn expect_no_findings(&self, whose: &str, arguments: &[&str]) {
        let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/venv/bin/schemathesis");
        assert!(tool.exists(), "schemathesis is not installed: run `make setup`");
        let mut command = Command::new(tool);
        command.arg("run").arg(self.process.url(self.app_kind, "/api/openapi.json"));
        command.args(["--checks=all", "--exclude-checks", EXCLUDED_CHECKS]);
        command.args(["--request-timeout=10", "--max-redirects=0", "--generation-database=none", "--no-color"]);
        command.args(["--suppress-health-check=all", "--warnings=off"]);
        let patience = match self.effort {
            Effort::Short => {
                // The coverage phase asks every route for every rule of its schema, which takes ten minutes: `make soak`.
                command.args(["--phases=examples,fuzzing", "--max-examples=8", "--seed=1"]);
                Duration::from_mins(10)
            }
            Effort::Long(budget) => {
                command
                    .args(["--phases=examples,coverage,fuzzing"])
                    .arg("--max-time")
                    .arg(budget.as_secs().to_string());
                budget + Duration::from_mins(5)
            }
        };
        command.args(arguments);
        let name = format!("{}-{whose}", self.app_kind.as_str());
        let (ended_well, said) = run_with_timeout(command, self.process.installation().folder(), &name, patience);
        assert!(ended_well, "as {whose} on the {} app:\n{said}", self.app_kind.as_str());
        assert!(said.contains("No issues found") || said.contains("passed"), "{said}");
    }
}

/// Runs a command that must not run for ever; its output goes through a file, which never fills up.
fn run_with_timeout(mut command: Command, folder: &Path, name: &str, patience: Duration) -> (bool, String) {
    let output: PathBuf = folder.join(format!("{name}.log"));
    let file = File::create(&output).unwrap();
    // The folder takes what it keeps between runs; a proxy of the machine is not for loopback.
    command.current_dir(folder).env("NO_PROXY", "*").env("HOME", folder).stdin(Stdio::null());
    command.stderr(file.try_clone().unwrap()).stdout(file);
    let mut child = command.spawn().expect("the tool starts");
    let deadline = Instant::now() + patience;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if Instant::now() > deadline {
            child.kill().unwrap();
            break child.wait().unwrap();
        }
        thread::sleep(Duration::from_millis(20));
    };
    (status.success(), fs::read_to_string(output).unwrap_or_default())
}

fn fuzz(engine: Engine, effort: Effort) {
    // What is not set up answers 503, which would say nothing about the rest.
    let salon = Installation::demo_on(engine, PARLOUR_BINARY)
        .without_rate_limits()
        .with("PARLOUR_REALTIME_KEY", "app.key:secret")
        .with("PARLOUR_VAPID_PRIVATE_KEY", "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
        .with("PARLOUR_VAPID_SUBJECT", "mailto:desk@test.invalid");
    let process = salon.serve(&[]);
    thread::scope(|scope| {
        for (app_kind, role) in [(AppKind::Customer, "customer"), (AppKind::Admin, "developer")] {
            let run = SchemathesisRun { process: &process, app_kind, effort };
            scope.spawn(move || {
                let email = format!("{role}.fuzz@test.invalid");
                let cookie = || format!("Cookie: {}", run.process.session(&email, role));
                run.expect_no_findings(role, &["--header", &cookie(), "--exclude-path-regex", EXCLUDED_ROUTES]);
                // The desk refuses nobody's requests unread, so one of each is enough.
                let nobody: &[&str] = if app_kind == AppKind::Admin { &["--max-examples=1"] } else { &[] };
                run.expect_no_findings("nobody", nobody);
                run.expect_no_findings(
                    "someone leaving",
                    &["--header", &cookie(), "--include-path-regex", SESSION_ENDING_ROUTES],
                );
            });
        }
    });
    let failed: Vec<String> = process.log_lines().into_iter().filter(|line| line.contains("request failed")).collect();
    assert_eq!(failed, Vec::<String>::new());
}

#[test]
fn schemathesis_finds_no_undocumented_response() {
    fuzz(Engine::Sqlite, Effort::Short);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_schemathesis_finds_no_undocumented_response_on_sqlite() {
    fuzz(Engine::Sqlite, Effort::Long(Duration::from_mins(3)));
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_schemathesis_finds_no_undocumented_response_on_postgres() {
    fuzz(Engine::Postgres, Effort::Long(Duration::from_mins(3)));
}

/// The status line and the body of whatever comes back before the connection closes; empty if nothing does.
async fn send_raw_bytes(process: &ParlourProcess, app_kind: AppKind, bytes: &[u8]) -> (Option<u16>, String, Vec<u8>) {
    let talk = async {
        let mut stream = TcpStream::connect(process.address(app_kind)).await.unwrap();
        let mut answer = Vec::new();
        // The server may hang up in the middle of either.
        let _ = stream.write_all(bytes).await;
        let _ = stream.read_to_end(&mut answer).await;
        answer
    };
    let answer = timeout(Duration::from_secs(10), talk).await;
    let answer = answer.unwrap_or_else(|_| panic!("no end to {:?}", String::from_utf8_lossy(bytes)));
    let end_of_head = answer.windows(4).position(|four| four == b"\r\n\r\n").map_or(answer.len(), |end| end + 4);
    let head = String::from_utf8_lossy(&answer[..end_of_head]).into_owned();
    let status = head.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5)?.parse().ok());
    (status, head, answer[end_of_head..].to_vec())
}

/// A request that closes its connection, with these lines in its head.
fn request(line: &str, headers: &[&[u8]], body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("{line}\r\nHost: salon\r\nConnection: close\r\n").into_bytes();
    for header in headers {
        bytes.extend_from_slice(header);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    bytes
}

/// A request, and the status and code it deserves; no code where it deserves no error.
type RawRequestCase = (Vec<u8>, u16, &'static str);

fn malformed_request_lines() -> Vec<RawRequestCase> {
    vec![
        (request("GET /api/nothing HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("BREW /api/nothing HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("BREW /api/services HTTP/1.1", &[], b""), 405, "METHOD_NOT_ALLOWED"),
        (request("get /api/services HTTP/1.1", &[], b""), 405, "METHOD_NOT_ALLOWED"),
        (request("TRACE /api/services HTTP/1.1", &[], b""), 405, "METHOD_NOT_ALLOWED"),
        (request("PRI /api/services HTTP/1.1", &[], b""), 405, "METHOD_NOT_ALLOWED"),
        (request("GET /api/auth/sign-out HTTP/1.1", &[], b""), 405, "METHOD_NOT_ALLOWED"),
        (request("CONNECT salon:443 HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("CONNECT /api/services HTTP/1.1", &[], b""), 405, "METHOD_NOT_ALLOWED"),
        (request("OPTIONS * HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("GET /api/services%00 HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("GET /api/services/%00 HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("GET /api/services/a%00b HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("GET /api/services/%ff%fe HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("GET /api/services/%zz HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("GET //api//services HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("GET /api/services/ HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("GET /api/../api/services HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("GET /docs/%ff HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("GET /docs/nothing.js HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("DELETE /docs/index.html HTTP/1.1", &[], b""), 405, "METHOD_NOT_ALLOWED"),
        (request("GET /docs/../../etc/passwd HTTP/1.1", &[], b""), 404, "NOT_FOUND"),
        (request("GET /api/availability?date=%00&branchId=%00 HTTP/1.1", &[], b""), 400, "VALIDATION_ERROR"),
        (request("GET /api/availability?%ff=%ff&&&=&date HTTP/1.1", &[], b""), 400, "VALIDATION_ERROR"),
        (request("GET /api/availability?date=2099-01-31&branchId=%00 HTTP/1.1", &[], b""), 400, "VALIDATION_ERROR"),
        (request("GET /api/auth/callback?code=%00&state=%ff HTTP/1.1", &[], b""), 400, "VALIDATION_ERROR"),
        (request("POST /api/leads HTTP/1.1", &[], b""), 400, "VALIDATION_ERROR"),
        (request("GET http://elsewhere.invalid/api/services HTTP/1.1", &[], b""), 200, ""),
    ]
}

fn malformed_headers_and_bodies(cookie: &[u8]) -> Vec<RawRequestCase> {
    let lead = br#"{"name": "Asha", "phone": "9876543210"}"#;
    let length = format!("Content-Length: {}", lead.len());
    let length = length.as_bytes();
    let chunked = b"27\r\n{\"name\": \"Asha\", \"phone\": \"9876543210\"}\r\n0\r\n\r\n";
    vec![
        (request("DELETE /api/leads HTTP/1.1", &[cookie], b""), 405, "METHOD_NOT_ALLOWED"),
        (request("GET /api/auth/session HTTP/1.1", &[b"Cookie: \xff\xfe=\xff"], b""), 401, "UNAUTHENTICATED"),
        (
            request("GET /api/auth/session HTTP/1.1", &[b"Cookie: __Host-parlour=%00%ff;;=;"], b""),
            401,
            "UNAUTHENTICATED",
        ),
        (request("POST /api/leads HTTP/1.1", &[b"Content-Length: 5"], b"hello"), 400, "VALIDATION_ERROR"),
        (request("POST /api/leads HTTP/1.1", &[b"Content-Length: 2"], b"\xff\xff"), 400, "VALIDATION_ERROR"),
        (request("POST /api/leads HTTP/1.1", &[length, b"Idempotency-Key: \xff"], lead), 400, "VALIDATION_ERROR"),
        (request("POST /api/leads HTTP/1.1", &[length, b"Idempotency-Key:"], lead), 400, "VALIDATION_ERROR"),
        (request("POST /api/leads HTTP/1.1", &[length, cookie, b"Origin: \xff"], lead), 403, "FORBIDDEN"),
        (request("POST /api/leads HTTP/1.1", &[length, cookie, b"Sec-Fetch-Site: \xff"], lead), 403, "FORBIDDEN"),
        (request("POST /api/leads HTTP/1.1", &[b"Content-Length: 300000"], &[b' '; 300_000]), 413, "PAYLOAD_TOO_LARGE"),
        (request("GET /api/services HTTP/1.1", &[b"X-Odd: \xff\xfe\x80", b"X-Odd:", b"x-odd: 2"], b""), 200, ""),
        (request("GET /api/services HTTP/1.1", &[b"Accept-Encoding: \xff;q=x, br;q=;;"], b""), 200, ""),
        (request("GET /api/services HTTP/1.1", &[b"If-None-Match: \xff,,W/,\""], b""), 200, ""),
        (request("GET /api/services HTTP/1.1", &[b"X-Forwarded-For: \xff, ::::, 999.1.1.1"], b""), 200, ""),
        (request("GET /api/services HTTP/1.1", &[b"Upgrade: h2c, websocket", b"HTTP2-Settings: AAAA"], b""), 200, ""),
        (request("GET /api/services HTTP/1.1", &[b"Range: bytes=0-1", b"Expect: miracles"], b""), 200, ""),
        (b"GET /api/services HTTP/1.0\r\n\r\n".to_vec(), 200, ""),
        (request("POST /api/leads HTTP/1.1", &[length, b"Content-Type: \xff/\xff"], lead), 201, ""),
        (request("POST /api/leads HTTP/1.1", &[b"Transfer-Encoding: chunked"], chunked), 201, ""),
    ]
}

#[test_on_both_engines]
async fn parsable_requests_get_a_response_in_the_envelope() {
    let process = Installation::demo_on(Engine::current(), PARLOUR_BINARY).without_rate_limits().serve(&[]);
    let cookie = format!("Cookie: {}", process.session("asha@test.invalid", "customer"));
    let cases = malformed_request_lines().into_iter().chain(malformed_headers_and_bodies(cookie.as_bytes()));
    for (bytes, status, code) in cases {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
        let (answered, head, body) = send_raw_bytes(&process, AppKind::Customer, &bytes).await;
        assert_eq!(answered, Some(status), "{shown}\n{head}{}", String::from_utf8_lossy(&body));
        assert!(head.to_lowercase().contains("x-request-id: req_"), "{shown}\n{head}");
        if !code.is_empty() {
            let body: Value = serde_json::from_slice(&body).unwrap_or_else(|_| panic!("no envelope: {shown}\n{head}"));
            assert_eq!(body["error"]["code"], code, "{shown}\n{body}");
            assert_eq!(body["success"], false);
        }
        if status == 405 {
            assert!(head.to_lowercase().contains("\r\nallow: "), "{shown}\n{head}");
        }
    }
    assert_still_serving(&process).await;
}

#[tokio::test]
async fn unparsable_requests_are_refused_and_the_server_goes_on() {
    let process = Installation::new(PARLOUR_BINARY).without_rate_limits().serve(&[]);
    let many_headers: Vec<u8> = (0..500).flat_map(|n| format!("X-{n}: y\r\n").into_bytes()).collect();
    let cases: Vec<Vec<u8>> = vec![
        b"HELLO\r\n\r\n".to_vec(),
        b"\0\0\0\0\r\n\r\n".to_vec(),
        b"GET /\0 HTTP/1.1\r\nHost: salon\r\n\r\n".to_vec(),
        b"GET /a b HTTP/1.1\r\nHost: salon\r\n\r\n".to_vec(),
        b"GET /api/services HTTP/9.9\r\nHost: salon\r\n\r\n".to_vec(),
        b"GET  HTTP/1.1\r\nHost: salon\r\n\r\n".to_vec(),
        b"G\xffT / HTTP/1.1\r\nHost: salon\r\n\r\n".to_vec(),
        request("GET /api/services HTTP/1.1", &[b"no colon here"], b""),
        request("GET /api/services HTTP/1.1", &[b"odd name: x"], b""),
        request("GET /api/services HTTP/1.1", &[b"X-Nul: \0"], b""),
        request("POST /api/leads HTTP/1.1", &[b"Content-Length: 2", b"Content-Length: 3"], b"{}"),
        request("POST /api/leads HTTP/1.1", &[b"Content-Length: -1"], b"{}"),
        request("POST /api/leads HTTP/1.1", &[b"Content-Length: 99999999999999999999"], b"{}"),
        request("POST /api/leads HTTP/1.1", &[b"Transfer-Encoding: gzip"], b"{}"),
        request("POST /api/leads HTTP/1.1", &[b"Transfer-Encoding: chunked"], b"zz\r\n{}\r\n0\r\n\r\n"),
        request(&format!("GET /{} HTTP/1.1", "a".repeat(100_000)), &[], b""),
        request("GET / HTTP/1.1", &[&[b"X-Long: ".as_slice(), &[b'a'; 600_000]].concat()], b""),
        request("GET / HTTP/1.1", &[many_headers.trim_ascii_end()], b""),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a TLS hello\r\n\r\n".to_vec(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nthese are no frames at all, whatever was promised".to_vec(),
    ];
    for bytes in cases {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(120)]).into_owned();
        for app_kind in BOTH_APPS {
            let (status, head, _) = send_raw_bytes(&process, app_kind, &bytes).await;
            assert!(status.is_none_or(|status| (400..500).contains(&status)), "{shown}\n{head}");
        }
    }
    assert_still_serving(&process).await;
}

async fn assert_still_serving(process: &ParlourProcess) {
    for app_kind in BOTH_APPS {
        process.get(app_kind, "/api/health").await.expect_ok();
    }
    let failed: Vec<String> = process.log_lines().into_iter().filter(|line| line.contains("\"ERROR\"")).collect();
    assert_eq!(failed, Vec::<String>::new());
}
