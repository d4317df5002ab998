//! A real browser signs in: Chromium, driven over the `WebDriver` protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_domain::auth::app_side::AppSide;
use parlour_testkit::{SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const CHROMEDRIVER_PATH: &str = "/usr/bin/chromedriver";
/// What an element is called in the protocol's answers.
const ELEMENT_KEY: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A machine with two busy cores shows a page late, not never.
const TIMEOUT: Duration = Duration::from_secs(30);

/// One window of a browser with a fresh profile; both end when this is dropped.
struct Chromium {
    http: reqwest::Client,
    window: String,
    driver: Child,
    _profile: tempfile::TempDir,
}

impl Chromium {
    async fn start() -> Self {
        for needed in ["/usr/bin/chromium", CHROMEDRIVER_PATH] {
            assert!(Path::new(needed).exists(), "{needed} is missing: `make setup` installs it");
        }
        let profile = tempfile::tempdir().expect("a temporary folder");
        let mut driver = Command::new(CHROMEDRIVER_PATH)
            .arg("--port=0")
            .env("TMPDIR", profile.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let said = BufReader::new(driver.stdout.take().expect("stdout")).lines().map_while(Result::ok);
        let port = said
            .filter_map(|line| line.rsplit_once("successfully on port ").map(|(_, port)| port.to_owned()))
            .find_map(|port| port.trim_end_matches('.').parse::<u16>().ok())
            .expect("chromedriver says its port");
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        let folder = format!("--user-data-dir={}", profile.path().display());
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-proxy-server",
            "--window-size=900,1100",
            &folder,
        ];
        let options = json!({ "binary": "/usr/bin/chromium", "args": arguments });
        let wanted =
            json!({ "capabilities": { "alwaysMatch": { "browserName": "chrome", "goog:chromeOptions": options } } });
        let mut browser = Self { http, window: format!("http://127.0.0.1:{port}/session"), driver, _profile: profile };
        let session = browser.post("", &wanted).await;
        browser.window = format!("{}/{}", browser.window, session["sessionId"].as_str().expect("a session"));
        // A page may be on its way when something on it is asked for.
        browser.post("/timeouts", &json!({ "implicit": TIMEOUT.as_millis() })).await;
        browser
    }

    async fn post(&self, command: &str, body: &Value) -> Value {
        self.send_command(self.http.post(format!("{}{command}", self.window)).json(body)).await
    }

    async fn get(&self, command: &str) -> Value {
        self.send_command(self.http.get(format!("{}{command}", self.window))).await
    }

    async fn send_command(&self, request: reqwest::RequestBuilder) -> Value {
        let answer: Value = request.send().await.expect("an answer").json().await.expect("JSON");
        assert!(answer["value"]["error"].is_null(), "{answer}");
        answer["value"].clone()
    }

    async fn open(&self, url: &str) {
        self.post("/url", &json!({ "url": url })).await;
    }

    async fn find(&self, css: &str) -> String {
        let found = self.post("/element", &json!({ "using": "css selector", "value": css })).await;
        found[ELEMENT_KEY].as_str().expect("an element").to_owned()
    }

    async fn click(&self, css: &str) {
        let element = self.find(css).await;
        self.post(&format!("/element/{element}/click"), &json!({})).await;
    }

    async fn type_text(&self, css: &str, text: &str) {
        let element = self.find(css).await;
        self.post(&format!("/element/{element}/value"), &json!({ "text": text })).await;
    }

    /// A click can be answered before the last of its redirects has arrived.
    async fn wait_for_url(&self, url: &str) {
        let started = Instant::now();
        loop {
            let shown = self.get("/url").await;
            if shown == url {
                return;
            }
            assert!(started.elapsed() < TIMEOUT, "{shown} is shown, not {url}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// What the page's own scripts would learn of who is signed in.
    async fn session(&self, home: &str) -> Value {
        self.open(&format!("{home}/api/auth/session")).await;
        let script = json!({ "script": "return document.body.innerText", "args": [] });
        let text = self.post("/execute/sync", &script).await;
        serde_json::from_str(text.as_str().expect("text")).expect("JSON")
    }

    /// The screen, left where a person can look at it.
    async fn save_screenshot(&self, name: &str) {
        let picture = self.get("/screenshot").await;
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/screens");
        std::fs::create_dir_all(folder).expect("a folder");
        let picture = STANDARD.decode(picture.as_str().expect("text")).expect("base64");
        assert!(picture.len() > 10_000, "something is shown");
        std::fs::write(format!("{folder}/{name}.png"), picture).expect("written");
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // The browser outlives its driver unless it is send_command to close; its answer is that it has.
        let (host, path) = self.window["http://".len()..].split_once('/').expect("a session's address");
        if let Ok(mut driver) = TcpStream::connect(host) {
            let request = format!("DELETE /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            let _ = driver.write_all(request.as_bytes());
            let _ = driver.read(&mut [0; 1]);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

#[test_on_both_engines]
async fn a_real_browser_signs_in_as_the_owner_and_as_a_new_customer() {
    let salon = TestSalon::with(SalonOptions { listens: true, has_demo_data: true, ..SalonOptions::default() }).await;
    let browser = Chromium::start().await;
    let (customer, admin) = (salon.url(AppSide::Customer), salon.url(AppSide::Admin));

    browser.open(&format!("{admin}/api/auth/sign-in?returnTo=/docs/")).await;
    browser.save_screenshot("development-provider").await;
    browser.click("button[name=person][value='owner@demo.invalid']").await;
    browser.wait_for_url(&format!("{admin}/docs/")).await;
    let session = browser.session(admin).await;
    assert_eq!(session["data"]["user"]["role"], "owner", "{session}");

    browser.open(customer).await;
    browser.click("a[href^='/api/auth/sign-in']").await;
    browser.type_text("input[name=name]", "Meera Iyer").await;
    browser.type_text("input[name=email]", "meera@example.in").await;
    browser.click("form.new button").await;
    browser.wait_for_url(&format!("{customer}/onboarding")).await;
    let session = browser.session(customer).await;
    assert_eq!(session["data"]["user"]["email"], "meera@example.in", "{session}");
    assert_eq!(session["data"]["user"]["onboarded"], false);

    // Each app keeps its own cookie, though both are on one host; neither is for scripts to read.
    assert_eq!(browser.session(admin).await["data"]["user"]["role"], "owner");
    let cookies = browser.get("/cookie").await;
    let cookies = cookies.as_array().expect("cookies");
    for name in ["__Host-parlour", "__Host-parlour-admin"] {
        let cookie = cookies.iter().find(|cookie| cookie["name"] == name).expect("a session cookie");
        assert_eq!((&cookie["httpOnly"], &cookie["secure"]), (&json!(true), &json!(true)));
        assert_eq!((&cookie["sameSite"], &cookie["path"]), (&json!("Lax"), &json!("/")));
    }
    assert_eq!(cookies.len(), 2, "nothing else is left: {cookies:?}");
}
