//! The controls of a form: what they offer and what they send.

use super::document::{Document, Element};

const CONTROLS: [&str; 4] = ["button", "input", "select", "textarea"];

#[derive(Debug, Clone)]
pub struct Control {
    /// Empty if it is never sent.
    pub name: String,
    pub kind: ControlKind,
}

#[derive(Debug, Clone)]
pub enum ControlKind {
    Text(String),
    /// A checkbox or radio button.
    Box {
        value: String,
        label: String,
        is_ticked: bool,
    },
    List {
        options: Vec<ListOption>,
        takes_several: bool,
    },
    Button {
        value: String,
        text: String,
        action: Option<String>,
        /// Whether the button says `formmethod="post"`, or `get`; none if it leaves that to the form.
        is_post: Option<bool>,
    },
    /// Name and content of the chosen file.
    File(Option<(String, Vec<u8>)>),
}

#[derive(Debug, Clone)]
pub struct ListOption {
    value: String,
    text: String,
    is_chosen: bool,
}

impl Document {
    /// The controls of a form that can be filled in or sent, in order.
    pub fn controls_of(&self, form: &Element<'_>) -> Vec<Control> {
        let id = form.get("id");
        let belongs = |element: &Element<'_>| match element.get("form") {
            Some(owner) => Some(owner) == id,
            None => element.ancestors().find(|around| around.name() == "form").is_some_and(|around| around.is(form)),
        };
        let controls = self.elements().filter(|element| CONTROLS.contains(&element.name()));
        controls.filter(belongs).filter_map(|element| Control::read(&element)).collect()
    }
}

impl Control {
    /// `None` for what nobody can fill in or send.
    fn read(element: &Element<'_>) -> Option<Self> {
        if element.is_disabled() {
            return None;
        }
        let value = || element.get("value").unwrap_or_default().to_owned();
        let button = || ControlKind::Button {
            value: value(),
            text: element.label(),
            action: element.get("formaction").map(str::to_owned),
            is_post: element.get("formmethod").map(|method| method.eq_ignore_ascii_case("post")),
        };
        let kind = match (element.name(), element.get("type").unwrap_or_default()) {
            ("button" | "input", "button" | "reset") => return None,
            ("button", _) | ("input", "submit" | "image") => button(),
            ("input", "checkbox" | "radio") => ControlKind::Box {
                value: element.get("value").unwrap_or("on").to_owned(),
                label: label_of(element),
                is_ticked: element.has("checked"),
            },
            ("input", "file") => ControlKind::File(None),
            ("input", _) => ControlKind::Text(value()),
            ("textarea", _) => ControlKind::Text(element.raw_text()),
            ("select", _) => list(element),
            _ => return None,
        };
        Some(Self { name: element.get("name").unwrap_or_default().to_owned(), kind })
    }

    pub fn is_button_of(&self, values: &[&str]) -> bool {
        matches!(&self.kind, ControlKind::Button { value, .. } if *values == [&**value])
    }

    /// Takes what it offers out of `left`, and nothing else remains chosen.
    pub fn take_values(&mut self, left: &mut Vec<&str>) {
        let mut take = |value: &str| {
            let place = left.iter().position(|wanted| *wanted == value);
            place.map(|place| left.remove(place)).is_some()
        };
        match &mut self.kind {
            ControlKind::Text(text) => {
                *text = if left.is_empty() { String::new() } else { left.remove(0).to_owned() };
            }
            ControlKind::Box { value, is_ticked, .. } => *is_ticked = take(value),
            ControlKind::List { options, takes_several } => {
                let mut is_full = false;
                for option in options {
                    option.is_chosen = !is_full && take(&option.value);
                    is_full |= option.is_chosen && !*takes_several;
                }
            }
            ControlKind::Button { .. } | ControlKind::File(_) => {}
        }
    }

    pub fn values_to_send(&self, is_pressed: bool) -> Vec<&str> {
        match &self.kind {
            ControlKind::Text(text) => vec![text],
            ControlKind::Box { value, is_ticked: true, .. } => vec![value],
            ControlKind::Button { value, .. } if is_pressed => vec![value],
            ControlKind::List { options, .. } => {
                options.iter().filter(|option| option.is_chosen).map(|option| &*option.value).collect()
            }
            ControlKind::Box { .. } | ControlKind::Button { .. } | ControlKind::File(_) => Vec::new(),
        }
    }

    pub fn options(&self) -> Vec<(String, String)> {
        match &self.kind {
            ControlKind::Box { value, label, .. } => vec![(value.clone(), label.clone())],
            ControlKind::List { options, .. } => {
                options.iter().map(|option| (option.value.clone(), option.text.clone())).collect()
            }
            ControlKind::Button { value, text, .. } => vec![(value.clone(), text.clone())],
            ControlKind::Text(_) | ControlKind::File(_) => Vec::new(),
        }
    }
}

fn list(element: &Element<'_>) -> ControlKind {
    let takes_several = element.has("multiple");
    let read = |option: Element<'_>| {
        let text = option.text();
        let value = option.get("value").map_or_else(|| text.clone(), str::to_owned);
        ListOption { value, text, is_chosen: option.has("selected") }
    };
    let offered = element.descendants().filter(|inside| inside.name() == "option" && !inside.is_disabled());
    let mut options: Vec<_> = offered.map(read).collect();
    // A list that takes one value shows its first as chosen.
    if !takes_several
        && !options.iter().any(|option| option.is_chosen)
        && let Some(first) = options.first_mut()
    {
        first.is_chosen = true;
    }
    ControlKind::List { options, takes_several }
}

fn label_of(element: &Element<'_>) -> String {
    let around = element.ancestors().find(|ancestor| ancestor.name() == "label");
    let beside = || {
        let id = element.get("id")?;
        element.document().elements_named("label").find(|label| label.get("for") == Some(id))
    };
    let label = element.get("aria-label").map(str::to_owned);
    label.or_else(|| around.or_else(beside).map(|label| label.text())).unwrap_or_default()
}
