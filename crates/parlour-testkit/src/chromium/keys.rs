//! The keyboard.

use serde_json::{Value, json};

use super::Chromium;
use super::elements::FIND_SCRIPT;

/// More than any page has things to stop at.
const MOST_TABS: usize = 300;

impl Chromium {
    /// Presses and releases a key by its name, like `Tab`, `Enter`, `Space`, `ArrowDown` or `a`.
    pub async fn press(&self, key: &str) {
        let key = key_value(key);
        self.send_keys(&[json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]).await;
    }

    /// Presses a key while another is held, like `press_with("Shift", "Tab")`.
    pub async fn press_with(&self, held: &str, key: &str) {
        let (held, key) = (key_value(held), key_value(key));
        let actions = [("keyDown", &held), ("keyDown", &key), ("keyUp", &key), ("keyUp", &held)];
        self.send_keys(&actions.map(|(action, key)| json!({ "type": action, "value": key }))).await;
    }

    /// Types a text, letter by letter, into whatever has the focus.
    pub async fn type_keys(&self, text: &str) {
        let press = |letter: char| ["keyDown", "keyUp"].map(|action| json!({ "type": action, "value": letter }));
        self.send_keys(&text.chars().flat_map(press).collect::<Vec<_>>()).await;
    }

    /// What has the focus: its label, else its name, else its tag. Empty if nothing has.
    pub async fn focused(&self) -> String {
        name_of(&self.focus().await)
    }

    /// Presses Tab until something with this label, name or value has the focus. The focus must be visible all the way.
    pub async fn tab_to(&self, wanted: &str) {
        self.press_until_focused("Tab", wanted).await;
    }

    /// Presses an arrow until the box or option with this label or value has the focus.
    pub async fn arrow_to(&self, wanted: &str) {
        self.press_until_focused("ArrowDown", wanted).await;
    }

    async fn press_until_focused(&self, key: &str, wanted: &str) {
        let mut passed = Vec::new();
        for _ in 0..MOST_TABS {
            self.press(key).await;
            let focus = self.focus().await;
            assert_ne!(focus["isMarked"], false, "nothing marks the focus on {focus} of {}", self.url().await);
            if ["label", "plain", "name", "value", "id"].iter().any(|part| focus[part] == wanted) {
                return;
            }
            passed.push(name_of(&focus));
            // The second time round shows nothing new.
            if passed.len() > 2 && passed.iter().rev().skip(1).any(String::is_empty) {
                break;
            }
        }
        panic!("{key} never reaches `{wanted}` on {}, only {passed:?}", self.url().await);
    }

    /// Fails if a person cannot see what has the focus.
    pub async fn assert_focus_visible(&self) {
        let focus = self.focus().await;
        assert_eq!(focus["isMarked"], true, "nothing marks the focus on {focus} of {}", self.url().await);
    }

    async fn focus(&self) -> Value {
        let script = "
            const element = document.activeElement;
            if (!element || element === document.body) return {};
            const isBox = ['radio', 'checkbox'].includes(element.type);
            // Where a box is drawn by styles, its label shows the focus.
            const marks = [element, ...(element.labels ?? []), element.parentElement, element.nextElementSibling];
            const hasOutline = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
            // A link that covers its card shows it around the card.
            const isCardMarked = hasOutline(getComputedStyle(element, '::after'));
            const isMarked = isCardMarked || marks.filter((mark) => mark).some((mark) => {
                const style = getComputedStyle(mark);
                return hasOutline(style) || (mark === element && style.boxShadow !== 'none');
            });
            const label = isBox ? labelOfBox(element) : labelOf(element) || tidy(element.labels?.[0]?.innerText);
            const key = tidy(element.querySelector('kbd')?.innerText);
            return {
                // Without the key that presses it.
                label, plain: key && label.endsWith(key) ? tidy(label.slice(0, -key.length)) : label,
                name: element.name ?? '', value: isBox ? element.value : '', id: element.id,
                tag: element.localName, isMarked,
            };";
        self.execute(&format!("{FIND_SCRIPT}\n{script}"), &[]).await
    }

    async fn send_keys(&self, actions: &[Value]) {
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.session.post("/actions", &json!({ "actions": [keyboard] })).await;
    }
}

fn name_of(focus: &Value) -> String {
    let texts = ["label", "name", "tag"].map(|part| focus[part].as_str().unwrap_or_default());
    texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default().to_owned()
}

fn key_value(key: &str) -> String {
    let value = match key {
        "Backspace" => '\u{e003}',
        "Tab" => '\u{e004}',
        "Enter" => '\u{e007}',
        "Shift" => '\u{e008}',
        "Control" => '\u{e009}',
        "Alt" => '\u{e00a}',
        "Escape" => '\u{e00c}',
        "Space" => ' ',
        "PageUp" => '\u{e00e}',
        "PageDown" => '\u{e00f}',
        "End" => '\u{e010}',
        "Home" => '\u{e011}',
        "ArrowLeft" => '\u{e012}',
        "ArrowUp" => '\u{e013}',
        "ArrowRight" => '\u{e014}',
        "ArrowDown" => '\u{e015}',
        "Delete" => '\u{e017}',
        letter => {
            assert_eq!(letter.chars().count(), 1, "no key is called {key:?}");
            return letter.to_owned();
        }
    };
    value.to_string()
}
