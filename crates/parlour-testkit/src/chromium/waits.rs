//! Waiting for what a page will show: a click can be answered before the last of its redirects has arrived.

use serde_json::{Value, json};

use super::Chromium;

impl Chromium {
    pub async fn wait_for_url(&self, url: &str) {
        self.until_done(&format!("page {url}"), async || Ok(self.url().await == url)).await;
        self.wait_until_loaded().await;
    }

    /// Waits for a page with this path, whatever its query.
    pub async fn wait_for_path(&self, path: &str) {
        self.until_done(&format!("page {path}"), async || Ok(self.path().await == path)).await;
        self.wait_until_loaded().await;
    }

    /// Waits for an element.
    pub async fn wait_for(&self, css: &str) {
        let script = "return document.querySelector(arguments[0]) !== null";
        self.until_done(css, async || Ok(self.try_execute(script, &[json!(css)]).await? == true)).await;
    }

    /// Waits until no element matches.
    pub async fn wait_until_gone(&self, css: &str) {
        let script = "return document.querySelector(arguments[0]) === null";
        let what = format!("page without {css}");
        self.until_done(&what, async || Ok(self.try_execute(script, &[json!(css)]).await? == true)).await;
    }

    pub async fn wait_for_text(&self, text: &str) {
        self.until_done(&format!("text `{text}`"), async || Ok(self.has_text(text).await)).await;
    }

    /// Waits until a script returns true.
    pub async fn wait_until(&self, what: &str, script: &str) {
        self.until_done(what, async || Ok(self.try_execute(script, &[]).await? == true)).await;
    }

    pub async fn wait_until_loaded(&self) {
        self.wait_until("loaded page", "return document.readyState === 'complete'").await;
    }

    /// What kind of document is shown, once it is loaded.
    pub(crate) async fn content_type(&self) -> String {
        let script = "return document.readyState === 'complete' ? document.contentType : null";
        let mut content_type = Value::Null;
        self.until_done("loaded page", async || {
            content_type = self.try_execute(script, &[]).await?;
            Ok(!content_type.is_null())
        })
        .await;
        content_type.as_str().unwrap_or_default().to_owned()
    }
}
