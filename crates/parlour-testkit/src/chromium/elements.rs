//! Finding, clicking and filling in.

use std::time::Instant;

use parlour_testkit_html::collapse_whitespace;
use serde_json::{Value, json};

use super::session::CommandError;
use super::{Chromium, FIRST_PAUSE, LONGEST_PAUSE, TIMEOUT};

/// What an element is called in the protocol's answers.
const ELEMENT_KEY: &str = "element-6066-11e4-a52e-4f735466cecf";
pub(super) const FIND_SCRIPT: &str = include_str!("find.js");

/// The driver takes what is at the edge of the window for visible, though a bar may cover it.
const SCROLL_INTO_VIEW: &str = "found.scrollIntoView({ block: 'center', behavior: 'instant' });";

/// The page changed, or something is still in the way: worth another try.
const PASSING_ERRORS: [&str; 5] = [
    "stale element reference",
    "element click intercepted",
    "element not interactable",
    "no such element",
    "javascript error",
];

impl Chromium {
    /// Clicks the first element that matches.
    pub async fn click(&self, css: &str) {
        self.click_found(css, "return document.querySelector(arguments[0])", &[json!(css)]).await;
    }

    /// Clicks the link with this text, else the only one that contains it.
    pub async fn click_link(&self, text: &str) {
        self.click_found(&format!("link `{text}`"), "return byText('a[href]', arguments[0])", &[json!(text)]).await;
    }

    /// Presses the button with this text, else the only one that contains it.
    pub async fn press_button(&self, text: &str) {
        let script = "return byText('button, summary, input[type=submit], [role=button]', arguments[0])";
        self.click_found(&format!("button `{text}`"), script, &[json!(text)]).await;
    }

    /// Types into the first element that matches, after what it contains.
    pub async fn type_text(&self, css: &str, text: &str) {
        let script = "return document.querySelector(arguments[0])";
        self.type_into(css, script, &[json!(css)], text).await;
    }

    /// Fills a field in, by its name, instead of what it contains. Dates and times are given as they are sent.
    pub async fn fill(&self, name: &str, text: &str) {
        let what = format!("field `{name}`");
        // How dates are typed depends on the machine's language.
        let script = "
            const field = byName(arguments[0])[0];
            if (!field) return null;
            field.scrollIntoView({ block: 'nearest' });
            if (!['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range'].includes(field.type)) {
                field.focus();
                field.select();
                return field;
            }
            field.value = arguments[1];
            field.dispatchEvent(new Event('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));
            return true;";
        let arguments = [json!(name), json!(text)];
        self.until_done(&what, async || {
            let found = self.try_find(script, &arguments).await?;
            let Some(element) = found.as_ref().and_then(|found| found[ELEMENT_KEY].as_str()) else {
                return Ok(found.is_some_and(|found| found == true));
            };
            // What is selected is replaced; an empty text replaces nothing.
            let text = if text.is_empty() { "\u{e003}" } else { text };
            self.session.try_post(&format!("/element/{element}/value"), &json!({ "text": text })).await.map(|_| true)
        })
        .await;
    }

    /// Chooses from a list, or of radio buttons or boxes, by value or by text.
    pub async fn choose(&self, name: &str, option: &str) {
        self.set_choice(name, option, true).await;
    }

    /// Ticks a box or radio button, by name and value or text.
    pub async fn tick(&self, name: &str, value: &str) {
        self.set_choice(name, value, true).await;
    }

    pub async fn untick(&self, name: &str, value: &str) {
        self.set_choice(name, value, false).await;
    }

    /// Clicks only if it is not yet so, and looks whether it is so afterwards.
    async fn set_choice(&self, name: &str, option: &str, wanted: bool) {
        let script = "
            const found = choice(arguments[0], arguments[1]);
            if (!found) return null;
            const isSo = found.localName === 'option' ? found.selected : found.checked;
            return isSo === arguments[2] ? true : found.localName === 'option' ? found : placeOf(found);";
        let arguments = [json!(name), json!(option), json!(wanted)];
        self.until_done(&format!("choice `{option}` of `{name}`"), async || {
            let found = self.try_find(script, &arguments).await?;
            if let Some(element) = found.as_ref().and_then(|found| found[ELEMENT_KEY].as_str()) {
                self.click_in_view(element).await?;
                // A choice may submit its form, and then it is gone.
                let after = self.try_find(script, &arguments).await?;
                return Ok(after.is_none_or(|after| after == true));
            }
            Ok(found.is_some())
        })
        .await;
    }

    /// What a person can read, with single spaces.
    pub async fn text(&self) -> String {
        let text = self.try_execute("return document.body?.innerText ?? ''", &[]).await;
        collapse_whitespace(text.ok().as_ref().and_then(Value::as_str).unwrap_or_default())
    }

    /// Capital letters do not matter, because styles may show them.
    pub async fn has_text(&self, text: &str) -> bool {
        self.text().await.to_lowercase().contains(&collapse_whitespace(text).to_lowercase())
    }

    /// The readable texts of all elements that match.
    pub async fn texts_of(&self, css: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map((element) => element.innerText)";
        let texts = self.execute(script, &[json!(css)]).await;
        texts
            .as_array()
            .expect("texts")
            .iter()
            .map(|text| collapse_whitespace(text.as_str().unwrap_or_default()))
            .collect()
    }

    /// How many elements match.
    pub async fn count(&self, css: &str) -> usize {
        self.texts_of(css).await.len()
    }

    /// An attribute of the first element that matches.
    pub async fn attribute(&self, css: &str, name: &str) -> Option<String> {
        let script = "return document.querySelector(arguments[0])?.getAttribute(arguments[1])";
        self.execute(script, &[json!(css), json!(name)]).await.as_str().map(str::to_owned)
    }

    async fn click_found(&self, what: &str, script: &str, arguments: &[Value]) {
        let script = format!(
            "const found = (function () {{ {script} }}).apply(null, arguments);\nif (found) {{ {SCROLL_INTO_VIEW} }}\nreturn found;"
        );
        self.until_done(what, async || {
            let found = self.try_find(&script, arguments).await?;
            let Some(element) = found.as_ref().and_then(|found| found[ELEMENT_KEY].as_str()) else { return Ok(false) };
            self.click_shown(element).await.map(|()| true)
        })
        .await;
    }

    async fn click_in_view(&self, element: &str) -> Result<(), CommandError> {
        let script = format!("const found = arguments[0]; {SCROLL_INTO_VIEW}");
        let to_the_middle = json!({ "script": script, "args": [{ ELEMENT_KEY: element }] });
        self.session.try_post("/execute/sync", &to_the_middle).await?;
        self.click_shown(element).await
    }

    async fn click_shown(&self, element: &str) -> Result<(), CommandError> {
        self.session.try_post(&format!("/element/{element}/click"), &json!({})).await.map(drop)
    }

    async fn type_into(&self, what: &str, script: &str, arguments: &[Value], text: &str) {
        self.until_done(what, async || {
            let found = self.try_find(script, arguments).await?;
            let Some(element) = found.as_ref().and_then(|found| found[ELEMENT_KEY].as_str()) else { return Ok(false) };
            self.session.try_post(&format!("/element/{element}/value"), &json!({ "text": text })).await.map(|_| true)
        })
        .await;
    }

    pub(super) async fn try_find(&self, script: &str, arguments: &[Value]) -> Result<Option<Value>, CommandError> {
        let found = self.try_execute(&format!("{FIND_SCRIPT}\n{script}"), arguments).await?;
        Ok(Some(found).filter(|found| !found.is_null()))
    }

    /// Tries again until `attempt` says that it is done.
    pub(super) async fn until_done(&self, what: &str, mut attempt: impl AsyncFnMut() -> Result<bool, CommandError>) {
        let started = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            let outcome = attempt().await;
            let failure = match outcome {
                Ok(true) => return,
                Ok(false) => String::new(),
                Err(error) if PASSING_ERRORS.contains(&&*error.kind) => format!(" ({error})"),
                Err(error) => panic!("{what} on {}: {error}", self.url().await),
            };
            if started.elapsed() > TIMEOUT {
                let (url, text) = (self.url().await, self.text().await);
                panic!("no {what} on {url}{failure}, which says: {text}");
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}
