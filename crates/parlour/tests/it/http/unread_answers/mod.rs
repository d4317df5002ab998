//! Clients that ask for much and read nothing: what they did not take is not kept for them.

mod http2_client;

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, RgbaImage};
use parlour_domain::auth::app_kind::AppKind::{Admin, Customer};
use parlour_testkit::process::{Installation, ParlourProcess, eventually, http_client_builder, send_and_read};
use reqwest::Method;
use tokio::io::AsyncWriteExt;

use self::http2_client::{SilentClient, Window};
use crate::parlour_binary::demo_on_sqlite;
use crate::tls_connection::{HTTP2, connect_with_small_buffer, trusting_connector, with_tls};

const MIB: u64 = 1 << 20;
const MAX_PEAK_BYTES: u64 = 300 * MIB;
/// As many as a server takes of one connection, and as many connections as it takes of one client.
const REQUESTS_AT_ONCE: usize = 100;
const CONNECTIONS_OF_A_CLIENT: usize = 256;

/// A process with everything that is large and public, and where that is.
struct LargeAnswers {
    process: ParlourProcess,
    paths: Vec<String>,
    picture: String,
}

impl LargeAnswers {
    async fn serve(salon: Installation) -> Self {
        let salon = salon.without_rate_limits().with("PARLOUR_METRICS_ADDR", "127.0.0.1:0");
        let process = salon.serve(&[]);
        let picture = upload_picture(&process).await;
        let home = process.get(Customer, "/").await.text();
        let assets = home.split_once("/assets/").and_then(|(_, rest)| rest.split_once('/')).unwrap().0;
        let catalogue = process.get(Customer, "/api/services").await.expect_ok();
        let slug = catalogue["categories"][0]["services"][0]["slug"].as_str().unwrap();
        let mut paths: Vec<String> = [
            "/docs/swagger-ui-bundle.js",
            "/docs/swagger-ui.css",
            "/api/openapi.json",
            "/api/services",
            "/",
            "/?utm_source=a",
            "/book",
            "/book?utm_source=a",
            "/sitemap.xml",
            "/nothing/here",
        ]
        .map(str::to_owned)
        .into();
        paths.push(picture.clone());
        paths.push(file_path(&process).await);
        paths.push(format!("/assets/{assets}/css/customer.css"));
        paths.push(format!("/services/{slug}"));
        Self { process, paths, picture }
    }

    /// So many connections that each ask a hundred times for this.
    async fn ask_silently(&self, path: &str, (encoding, window): (&str, Window), times: usize) -> Vec<SilentClient> {
        let connector = trusting_connector(&self.process, Some(HTTP2));
        let requests = vec![(path, encoding); REQUESTS_AT_ONCE];
        let connecting = (0..times).map(|_| SilentClient::ask(&self.process, &connector, &requests, window));
        join_all(connecting).await
    }

    /// The most memory that the process has ever had, once it takes no more.
    async fn settled_peak_bytes(&self) -> u64 {
        let deadline = Instant::now() + Duration::from_mins(1);
        let (mut answered, mut unchanged) = (0, 0);
        while unchanged < 4 && Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(250)).await;
            let now = self.answered_count().await;
            unchanged = if now == answered { unchanged + 1 } else { 0 };
            answered = now;
        }
        self.process.peak_memory_bytes()
    }

    async fn answered_count(&self) -> u64 {
        let url = format!("http://{}/metrics", self.process.metrics_address());
        let metrics = send_and_read(reqwest::Client::new().get(url)).await.unwrap().text();
        let counts = metrics.lines().filter(|line| line.starts_with("parlour_http_requests_total{"));
        counts.map(|line| line.rsplit_once(' ').unwrap().1.parse::<u64>().unwrap()).sum()
    }

    /// Somebody else, at another address, is served meanwhile.
    async fn assert_others_are_served(&self) {
        let builder = http_client_builder().tls_danger_accept_invalid_certs(true);
        let other = builder.local_address(IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2))).build().unwrap();
        for path in ["/", self.paths[0].as_str(), self.picture.as_str()] {
            let started = Instant::now();
            let reply = send_and_read(other.get(self.process.url(Customer, path))).await.unwrap();
            assert_eq!((reply.status.as_u16(), reply.bytes.len() > 1_000), (200, true), "{path}");
            assert!(started.elapsed() < Duration::from_secs(5), "{path} took {:?}", started.elapsed());
        }
    }
}

/// A picture that stays as large as it is: noise, half transparent.
async fn upload_picture(process: &ParlourProcess) -> String {
    const SIDE: u32 = 1_000;
    let mut seed = 1_u32;
    let mut next_byte = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        seed.to_be_bytes()[0]
    };
    let noise: Vec<u8> = (0..SIDE * SIDE * 4).map(|_| next_byte()).collect();
    let picture = DynamicImage::from(RgbaImage::from_raw(SIDE, SIDE, noise).unwrap());
    let mut png = Vec::new();
    picture.write_with_encoder(PngEncoder::new(&mut png)).unwrap();
    let owner = process.session("owner@demo.invalid", "owner");
    let services = process.get_as(&owner, Admin, "/api/desk/services").await.json();
    let id = services["data"]["categories"][0]["services"][0]["id"].as_str().unwrap();
    let path = format!("/api/services/{id}/image");
    let stored = process.send_request(Admin, Method::PUT, &path, |request| {
        request.header("cookie", owner).header("content-type", "image/png").body(png)
    });
    let stored = stored.await.unwrap().expect_ok();
    let url = stored["service"]["imageUrl"].as_str().unwrap();
    url[url.find("/media/").unwrap()..].to_owned()
}

/// The address of a PDF, which needs no session.
async fn file_path(process: &ParlourProcess) -> String {
    let desk = process.session("desk@demo.invalid", "receptionist");
    let invoices = process.get_as(&desk, Admin, "/api/billing/invoices?limit=1").await.expect_ok();
    let id = invoices["invoices"][0]["id"].as_str().unwrap();
    let path = format!("/api/billing/invoices/{id}/pdf");
    let location = eventually(Duration::from_mins(1), async || {
        let reply = process.get_as(&desk, Admin, &path).await;
        reply.header("location").map(str::to_owned)
    });
    let location = location.await;
    location[location.find("/files/").unwrap()..].to_owned()
}

const WAYS_TO_ASK: [(&str, Window); 3] = [("", Window::Closed), ("br, gzip", Window::Closed), ("", Window::Open)];

#[tokio::test]
async fn answers_that_nobody_reads_take_little_memory() {
    let salon = LargeAnswers::serve(with_tls(demo_on_sqlite())).await;
    let mut silent = Vec::new();
    for path in &salon.paths {
        for way in WAYS_TO_ASK {
            silent.extend(salon.ask_silently(path, way, 1).await);
        }
    }
    // More of the heaviest.
    silent.extend(salon.ask_silently(&salon.paths[0], WAYS_TO_ASK[0], 12).await);
    silent.extend(salon.ask_silently(&salon.picture, WAYS_TO_ASK[0], 16).await);
    let peak = salon.settled_peak_bytes().await;
    println!("{} MiB with {} silent clients", peak / MIB, silent.len());
    assert!(peak < MAX_PEAK_BYTES, "{} MiB", peak / MIB);
    salon.assert_others_are_served().await;
    // The client itself has no room left, not even for a page that says so. On a busy machine its connections may have been
    // ended by now, so it asks once more.
    let refused = eventually(Duration::from_mins(1), async || {
        let _more = salon.ask_silently(&salon.paths[0], WAYS_TO_ASK[0], 12).await;
        let reply =
            salon.process.send_request(Customer, Method::GET, "/", |request| request.header("accept", "text/html"));
        reply.await.ok().filter(|reply| reply.status.as_u16() == 503)
    });
    let refused = refused.await;
    refused.expect_error(503, "SERVICE_UNAVAILABLE");
    assert!(refused.header("retry-after").is_some() && refused.header("x-request-id").is_some());
}

#[tokio::test]
async fn idle_readers_of_a_picture_take_little_memory() {
    let salon = LargeAnswers::serve(demo_on_sqlite()).await;
    let before = salon.settled_peak_bytes().await;
    let request = format!("GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n", salon.picture);
    let mut readers = Vec::new();
    for _ in 0..100 {
        let mut reader = connect_with_small_buffer(salon.process.address(Customer), Ipv4Addr::LOCALHOST).await;
        reader.write_all(request.as_bytes()).await.unwrap();
        readers.push(reader);
    }
    let peak = salon.settled_peak_bytes().await;
    println!("{} MiB with {} readers, {} MiB before", peak / MIB, readers.len(), before / MIB);
    assert!(peak < before + 64 * MIB, "{} MiB, and {} MiB before", peak / MIB, before / MIB);
    salon.assert_others_are_served().await;
}

/// One client with all its connections, for each path anew.
#[tokio::test]
#[ignore = "long: for `make soak`"]
async fn soak_answers_that_nobody_reads_take_little_memory() {
    let salon = LargeAnswers::serve(with_tls(demo_on_sqlite())).await;
    for path in &salon.paths {
        for way in WAYS_TO_ASK {
            let silent = salon.ask_silently(path, way, CONNECTIONS_OF_A_CLIENT).await;
            let peak = salon.settled_peak_bytes().await;
            println!("{path} {way:?}: {} MiB", peak / MIB);
            assert!(peak < MAX_PEAK_BYTES, "{path} {way:?}: {} MiB", peak / MIB);
            salon.assert_others_are_served().await;
            drop(silent);
        }
    }
}
