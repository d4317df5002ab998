//! The certified npm package `oidc-provider`, as a real provider that is not ours.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use reqwest::Url;

use crate::browser::{Browser, Page};
use crate::process::http_client;

/// The provider in a process of its own, which ends when this is dropped.
#[derive(Debug)]
pub struct CertifiedIdentityProvider {
    issuer: Url,
    process: Child,
}

impl CertifiedIdentityProvider {
    /// `settings` are those that `oidc-provider/server.mjs` lists.
    pub fn start(settings: &[(&str, &str)]) -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/oidc-provider");
        let mut process = Command::new("node")
            .arg("server.mjs")
            .current_dir(folder)
            .envs(settings.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node is installed");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("stdout")).read_line(&mut line).expect("a line");
        let up: serde_json::Value =
            serde_json::from_str(&line).expect("the provider says where it is; `make setup` installs it");
        Self { issuer: Url::parse(up["issuer"].as_str().expect("text")).expect("an address"), process }
    }

    pub fn issuer(&self) -> &Url {
        &self.issuer
    }

    /// Lets browsers return to these addresses, which are often known only after the issuer is. Takes a new key, too.
    pub async fn allow_redirects_to(&self, callbacks: &[String]) {
        let redirect_uris = callbacks.join(" ");
        self.post("/test/redirects", redirect_uris).await;
    }

    /// A new signing key; the old one is forgotten.
    pub async fn rotate_signing_key(&self) {
        self.post("/test/rotate", String::new()).await;
    }

    async fn post(&self, path: &str, body: String) {
        let answer = http_client().post(self.issuer.join(path).expect("an address")).body(body).send().await;
        assert!(answer.is_ok_and(|answer| answer.status().is_success()), "{path} is not understood");
    }
}

impl Drop for CertifiedIdentityProvider {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let ended = self.process.wait();
        assert!(std::thread::panicking() || ended.is_ok_and(|status| status.success()));
    }
}

/// Logs in and consents, form by form, up to the redirect to an address that begins with `callback`.
pub async fn complete_login_forms(browser: &mut Browser, mut page: Page, login: &str, callback: &str) -> Page {
    for _ in 0..5 {
        page = browser.follow(page, |url| url.as_str().starts_with(callback)).await;
        if page.redirect_target().is_some() {
            return page;
        }
        let mut form = page.form_with("prompt");
        if form.value("prompt") == Some("login") {
            form = form.with("login", login).with("password", "any");
        }
        page = browser.submit(&form).await;
    }
    panic!("the forms never end: {}", page.body);
}
