//! Clients that take more than their share: connections, responses that nobody reads, and hosts that are not ours.

use std::time::Duration;

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::process::{BOTH_APPS, Installation, ParlourProcess};
use reqwest::{Client, Method};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::parlour_binary::sqlite_installation;
use crate::tls_connection::{connect_with_tls, trusting_connector, with_tls};

/// The largest file that is served to strangers: 1.5 MB.
const LARGE_FILE: &str = "/docs/swagger-ui-bundle.js";
/// Longer than a client may go without taking anything, and the time of a check.
const STALLED: Duration = Duration::from_secs(40);

fn over_tls() -> Installation {
    with_tls(sqlite_installation())
}

fn trusting_client() -> reqwest::ClientBuilder {
    Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).tls_danger_accept_invalid_certs(true)
}

/// Sends bytes and returns everything that is answered until the connection ends.
async fn talk(process: &ParlourProcess, app_kind: AppKind, said: &str) -> String {
    let mut stream = TcpStream::connect(process.address(app_kind)).await.unwrap();
    stream.write_all(said.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut heard)).await.unwrap().unwrap();
    String::from_utf8_lossy(&heard).into_owned()
}

#[tokio::test]
async fn a_request_names_exactly_one_host() {
    let process = sqlite_installation().serve(&[]);
    for app_kind in BOTH_APPS {
        for (headers, status) in [
            ("Host: localhost\r\n", "200"),
            ("", "400"),
            ("Host: localhost\r\nHost: localhost\r\n", "400"),
            ("Host: localhost\r\nHost: salon.example\r\n", "400"),
            ("Host: \r\n", "400"),
            ("Host: a b\r\n", "400"),
            ("Host: me@localhost\r\n", "400"),
        ] {
            let said = format!("GET /api/health HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
            let answer = talk(&process, app_kind, &said).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{headers:?}: {answer}");
            assert_eq!(answer.contains(r#""code":"VALIDATION_ERROR""#), status == "400", "{headers:?}: {answer}");
        }
    }
}

/// Status of the job route, and of the development provider's page and key.
async fn statuses(client: &Client, url: &str, headers: &[(&str, &str)]) -> [u16; 3] {
    let send = async |method: Method, path: &str| {
        let request = client.request(method, format!("{url}{path}"));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        request.send().await.unwrap().status().as_u16()
    };
    [
        send(Method::POST, "/api/jobs/noshow-check").await,
        send(Method::GET, "/dev/oidc/.well-known/openid-configuration").await,
        send(Method::GET, "/dev/oidc/jwks").await,
    ]
}

#[tokio::test]
async fn development_lets_nobody_in_who_comes_from_another_machine() {
    let (plain, tls) = (sqlite_installation().serve(&[]), over_tls().serve(&[]));
    let client = trusting_client().build().unwrap();
    let address = |process: &ParlourProcess| process.address(AppKind::Admin);
    for url in [format!("http://{}", address(&plain)), format!("https://{}", address(&tls))] {
        assert_eq!(statuses(&client, &url, &[]).await, [200, 200, 200], "{url}");
        for forwarded in [
            ("x-forwarded-for", "203.0.113.7"),
            ("x-forwarded-host", "salon.example"),
            ("x-forwarded-proto", "https"),
            ("forwarded", "for=203.0.113.7"),
            ("x-real-ip", "203.0.113.7"),
            ("via", "1.1 proxy"),
            ("cf-connecting-ip", "203.0.113.7"),
            ("x-client-ip", "203.0.113.7"),
            ("x-original-host", "salon.example"),
            // A proxy that replaces the host passes on where the form was sent.
            ("origin", "https://salon.example"),
        ] {
            assert_eq!(statuses(&client, &url, &[forwarded]).await, [401, 404, 404], "{url} {forwarded:?}");
        }
    }
    // A proxy that replaces the host, says nothing, and speaks as old ones do.
    let old = "GET /dev/oidc/jwks HTTP/1.0\r\nHost: localhost\r\n\r\n";
    for (said, status) in [
        (old.to_owned(), "404"),
        (old.replace("/1.0", "/1.1").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), "200"),
    ] {
        let answer = talk(&plain, AppKind::Admin, &said).await;
        assert!(answer.split(' ').nth(1) == Some(status), "{said:?}: {answer}");
    }
    // A name of this machine that the proxy was asked for; over TLS with HTTP/2 it is in the address.
    for (scheme, process) in [("http", &plain), ("https", &tls)] {
        let elsewhere = trusting_client().resolve("salon.example", address(process)).build().unwrap();
        let url = format!("{scheme}://salon.example:{}", address(process).port());
        assert_eq!(statuses(&elsewhere, &url, &[]).await, [401, 404, 404], "{url}");
        let here = trusting_client().resolve("desk.localhost", address(process)).build().unwrap();
        let url = format!("{scheme}://desk.localhost:{}", address(process).port());
        assert_eq!(statuses(&here, &url, &[]).await, [200, 200, 200], "{url}");
    }
    // A page that a developer has open in a browser.
    let url = format!("http://{}", address(&plain));
    for page in [("origin", "https://salon.example"), ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site")]
    {
        assert_eq!(statuses(&client, &url, &[page]).await[0], 401, "{page:?}");
    }
    // A proxy that the operator trusts may forward, for a site of this machine.
    let proxied = sqlite_installation().with("PARLOUR_TRUSTED_PROXIES", "127.0.0.1").serve(&[]);
    let url = format!("http://{}", address(&proxied));
    assert_eq!(statuses(&client, &url, &[("x-forwarded-for", "203.0.113.7")]).await, [200, 200, 200]);
    let elsewhere = trusting_client().resolve("salon.example", address(&proxied)).build().unwrap();
    let url = format!("http://salon.example:{}", address(&proxied).port());
    assert_eq!(statuses(&elsewhere, &url, &[("x-forwarded-for", "203.0.113.7")]).await, [401, 404, 404]);
    // Who asks for it gets it, and is warned.
    let open = sqlite_installation().with("PARLOUR_INSECURE_DEV", "1").serve(&[]);
    let url = format!("http://{}", address(&open));
    assert_eq!(statuses(&client, &url, &[("x-forwarded-for", "203.0.113.7")]).await, [200, 200, 200]);
    let is_warned = |process: &ParlourProcess, text| process.log_lines().iter().any(|line| line.contains(text));
    assert!(is_warned(&open, "PARLOUR_INSECURE_DEV=1: everybody"), "{:?}", open.log_lines());
    assert!(is_warned(&plain, "development: everybody on this machine"), "{:?}", plain.log_lines());
}

#[tokio::test]
async fn development_refuses_public_sites() {
    for name in ["PARLOUR_CUSTOMER_URL", "PARLOUR_ADMIN_URL"] {
        let salon = sqlite_installation().with(name, "https://salon.example");
        let refused = salon.run(&["serve"]);
        let line = refused.expect_error_line();
        assert!(line.contains(name) && line.contains("PARLOUR_INSECURE_DEV"), "{line}");
        let doctor = salon.run(&["doctor"]);
        assert!(!doctor.status.success() && doctor.stdout.contains(name), "{doctor:?}");
        drop(salon.with("PARLOUR_INSECURE_DEV", "1").serve(&[]));
    }
}

#[tokio::test]
async fn a_client_has_so_many_connections_and_a_trusted_proxy_any_number() {
    for salon in [sqlite_installation(), over_tls()] {
        let salon = salon.with("PARLOUR_CONNECTIONS_PER_CLIENT", "3");
        let limited = salon.serve(&[]);
        for app_kind in BOTH_APPS {
            let mut closed = Vec::new();
            for _ in 0..10 {
                let mut stream = TcpStream::connect(limited.address(app_kind)).await.unwrap();
                // Four connections at once need not be counted in their order.
                closed.push(tokio::spawn(async move {
                    let ended = tokio::time::timeout(Duration::from_secs(5), stream.read(&mut [0])).await;
                    ended.map(Result::unwrap_or_default) == Ok(0)
                }));
            }
            let mut count = 0;
            for closed in closed {
                count += usize::from(closed.await.unwrap());
            }
            assert_eq!(count, 7, "{app_kind:?}");
        }
        let proxied = salon.with("PARLOUR_TRUSTED_PROXIES", "127.0.0.1").serve(&[]);
        let mut open = Vec::new();
        for _ in 0..20 {
            open.push(TcpStream::connect(proxied.address(AppKind::Customer)).await.unwrap());
        }
        let mut last = open.pop().unwrap();
        let closed = tokio::time::timeout(Duration::from_secs(1), last.read(&mut [0])).await;
        assert!(closed.is_err(), "it is still open");
    }
}

/// How much of this many bytes a client gets that begins to read after a long time.
async fn read_late(mut stream: impl tokio::io::AsyncRead + Unpin) -> u64 {
    tokio::time::sleep(STALLED).await;
    let mut received = 0;
    let mut part = vec![0; 64 * 1024];
    loop {
        match tokio::time::timeout(Duration::from_secs(5), stream.read(&mut part)).await {
            Ok(Ok(bytes)) if bytes > 0 => received += bytes as u64,
            _ => return received,
        }
    }
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_disconnected() {
    const REQUESTS: usize = 40;
    let (plain, tls) = (sqlite_installation().serve(&[]), over_tls().serve(&[]));
    let size = plain.get(AppKind::Customer, LARGE_FILE).await.text().len() as u64;
    assert!(size > 1_000_000, "{size}");
    let request = format!("GET {LARGE_FILE} HTTP/1.1\r\nHost: localhost\r\n\r\n").repeat(REQUESTS);

    // Requests in a row over plain HTTP, and over TLS.
    let mut stream = TcpStream::connect(plain.address(AppKind::Customer)).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let plain_http = tokio::spawn(read_late(stream));
    let mut stream = connect_with_tls(&tls, AppKind::Customer, &trusting_connector(&tls, None)).await;
    stream.write_all(request.as_bytes()).await.unwrap();
    let with_tls = tokio::spawn(read_late(stream));

    // HTTP/2 answers pings for a client that does not allow more data.
    let client = trusting_client().http2_initial_stream_window_size(1_000).build().unwrap();
    let url = format!("https://{}{LARGE_FILE}", tls.address(AppKind::Customer));
    let response = client.get(&url).send().await.unwrap();
    assert_eq!((response.version(), response.status().as_u16()), (reqwest::Version::HTTP_2, 200));
    let http2 = tokio::spawn(async move {
        tokio::time::sleep(STALLED).await;
        response.bytes().await.map(|body| body.len())
    });

    for received in [plain_http.await.unwrap(), with_tls.await.unwrap()] {
        assert!(received < size * REQUESTS as u64, "all {received} bytes arrived");
    }
    let received = http2.await.unwrap();
    assert!(received.is_err(), "{received:?}");
    // Somebody who reads gets it whole, also over HTTP/2.
    let body = client.get(&url).send().await.unwrap().bytes().await.unwrap();
    assert_eq!(body.len() as u64, size);
}
