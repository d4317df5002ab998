//! Somebody who uses an app in a real browser, and sees no faulty page on the way.

use std::collections::HashSet;
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit_html::hash;

use super::{Chromium, ChromiumOptions};
use crate::TestSalon;
use crate::page_checks::{PageCheck, PageFault};

/// A [`Chromium`] that knows an app. What it opens, clicks and waits for is checked: see [`Chromium::page_faults`].
#[derive(Debug)]
pub struct Visitor {
    chromium: Chromium,
    app_kind: AppKind,
    homes: [String; 2],
    /// Pages that were checked, by their content.
    checked: Mutex<HashSet<u64>>,
}

impl Visitor {
    /// Starts a browser. A story must not hold one and start another: see [`start_two`](Self::start_two).
    pub async fn start(salon: &TestSalon, app_kind: AppKind, options: ChromiumOptions) -> Self {
        Self::new(salon, app_kind, Chromium::start(options).await)
    }

    /// Two people in browsers of their own.
    pub async fn start_two(salon: &TestSalon, people: [(AppKind, ChromiumOptions); 2]) -> [Self; 2] {
        let [first, second] = Chromium::start_two(people.map(|person| person.1)).await;
        [Self::new(salon, people[0].0, first), Self::new(salon, people[1].0, second)]
    }

    fn new(salon: &TestSalon, app_kind: AppKind, chromium: Chromium) -> Self {
        let homes = [AppKind::Customer, AppKind::Admin].map(|app_kind| salon.url(app_kind).to_owned());
        assert!(homes[0].starts_with("http://127.0.0.1"), "the salon does not listen: see TestSalon::for_browsers");
        for home in &homes {
            chromium.session.note_origin(home);
        }
        Self { chromium, app_kind, homes, checked: Mutex::default() }
    }

    /// Opens a path of the app, with its query.
    pub async fn open(&self, path: &str) {
        self.open_on(self.app_kind, path).await;
    }

    /// Opens a path of the other app, or of this.
    pub async fn open_on(&self, app_kind: AppKind, path: &str) {
        self.chromium.go(&self.address(app_kind, path)).await;
        self.check_page().await;
    }

    /// Opens a path without checking what it shows.
    pub async fn open_unchecked(&self, path: &str) {
        self.chromium.go(&self.address(self.app_kind, path)).await;
    }

    pub async fn click(&self, css: &str) {
        self.chromium.click(css).await;
        self.check_page().await;
    }

    pub async fn click_link(&self, text: &str) {
        self.chromium.click_link(text).await;
        self.check_page().await;
    }

    pub async fn press_button(&self, text: &str) {
        self.chromium.press_button(text).await;
        self.check_page().await;
    }

    pub async fn back(&self) {
        self.chromium.back().await;
        self.check_page().await;
    }

    pub async fn reload(&self) {
        self.chromium.reload().await;
        self.check_page().await;
    }

    pub async fn wait_for(&self, css: &str) {
        self.chromium.wait_for(css).await;
        self.check_page().await;
    }

    pub async fn wait_for_text(&self, text: &str) {
        self.chromium.wait_for_text(text).await;
        self.check_page().await;
    }

    pub async fn wait_for_path(&self, path: &str) {
        self.chromium.wait_for_path(path).await;
        self.check_page().await;
    }

    /// Fails if something is wrong with the page that is shown. The same content is checked once; the log always.
    pub async fn check_page(&self) {
        let script =
            "return document.readyState === 'complete' ? location.href + document.documentElement?.outerHTML : null";
        let mut key = 0;
        self.chromium
            .until_done("loaded page", async || match self.chromium.try_execute(script, &[]).await {
                Ok(content) => Ok(content.as_str().map(|content| key = hash(content)).is_some()),
                // It was replaced by the next meanwhile.
                Err(error) if error.kind == "unknown error" => Ok(false),
                Err(error) => Err(error),
            })
            .await;
        let is_new = self.checked.lock().unwrap_or_else(PoisonError::into_inner).insert(key);
        if is_new {
            self.chromium.check_page().await;
            return;
        }
        let errors = self.chromium.console_errors().await.into_iter();
        let faults: Vec<_> = errors.map(|error| PageFault::new(PageCheck::Log, error)).collect();
        assert!(faults.is_empty(), "{}:{}", self.url().await, PageFault::list(&faults));
    }

    fn address(&self, app_kind: AppKind, path: &str) -> String {
        format!("{}{path}", self.homes[usize::from(app_kind == AppKind::Admin)])
    }
}

impl Deref for Visitor {
    type Target = Chromium;

    fn deref(&self) -> &Chromium {
        &self.chromium
    }
}
