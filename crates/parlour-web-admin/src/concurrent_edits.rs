//! Forms of what somebody else may change meanwhile: they send what they showed first. What was typed is saved, what was
//! not touched stays as others made it, and nobody overwrites a change that they have not seen.

use http::StatusCode;
use parlour_domain::text::first_letters;
use parlour_http::request::FormValues;
use parlour_texts::Texts;
use parlour_web::form::{ChangedMeanwhile, FormState};
use parlour_web::format;

use crate::invoices::parts::rupees_value;

/// The hidden field with what the field `name` showed first is `was.name`.
const FIRST_SHOWN_PREFIX: &str = "was.";
/// As much of a value as a sentence can have.
const MAX_QUOTED: usize = 80;

/// A field that nobody sees, with what one of the others showed first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenField {
    pub name: String,
    pub value: String,
}

/// A field of a form with what is saved now, as the form sends it.
#[derive(Debug, Clone)]
pub struct SavedField {
    name: String,
    /// More than one of a list.
    values: Vec<String>,
    /// What it holds, as people read it. None where only the form itself can say it.
    words: Option<String>,
}

impl SavedField {
    pub fn text(name: impl Into<String>, value: impl Into<String>) -> Self {
        let field = Self::choices(name, [value]);
        Self { words: field.values.first().cloned(), ..field }
    }

    /// A choice, whose values are no words.
    pub fn choice(name: impl Into<String>, value: impl Into<String>, words: Option<&str>) -> Self {
        Self { words: words.map(str::to_owned), ..Self::choices(name, [value]) }
    }

    /// An amount, as the form has it and as people read it. None for an empty field.
    pub fn rupees(name: impl Into<String>, paise: Option<i64>) -> Self {
        let words = paise.map(format::money).unwrap_or_default();
        Self { words: Some(words), ..Self::choices(name, [paise.map(rupees_value).unwrap_or_default()]) }
    }

    /// Several choices under one name.
    pub fn choices<V: Into<String>>(name: impl Into<String>, values: impl IntoIterator<Item = V>) -> Self {
        // A submitted form is read so too.
        let as_sent = |value: V| {
            let value: String = value.into();
            value.trim().replace("\r\n", "\n")
        };
        Self { name: name.into(), values: values.into_iter().map(as_sent).collect(), words: None }
    }

    fn told(&self, label: &str, texts: Texts) -> String {
        let text = texts.changed_meanwhile();
        let Some(words) = &self.words else { return label.to_owned() };
        let quoted = first_letters(words, MAX_QUOTED);
        if quoted.is_empty() { text.empty_field(label) } else { text.field(label, quoted) }
    }
}

/// Fields that people type text into, choices between two, and boxes.
pub fn text_fields<N: Into<String>, V: Into<String>>(fields: impl IntoIterator<Item = (N, V)>) -> Vec<SavedField> {
    fields.into_iter().map(|(name, value)| SavedField::text(name, value)).collect()
}

/// One that is not ticked is not sent: it has no value here either.
pub fn checkbox_value(is_ticked: bool) -> String {
    if is_ticked { true.to_string() } else { String::new() }
}

fn first_shown_name(name: &str) -> String {
    format!("{FIRST_SHOWN_PREFIX}{name}")
}

/// Values that can be compared: a list has no order, and nothing is no value.
fn comparable<'a>(values: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut values: Vec<&str> = values.into_iter().filter(|value| !value.is_empty()).collect();
    values.sort_unstable();
    values
}

fn sent<'a>(typed: &'a FormValues, name: &str) -> Vec<&'a str> {
    comparable(typed.texts(name))
}

/// Whether somebody has changed this field of the form.
pub fn is_touched(typed: &FormValues, name: &str) -> bool {
    sent(typed, name) != sent(typed, &first_shown_name(name))
}

/// What was typed, and of the fields that nobody touched what is saved now. Refused if others have changed, since the form
/// was shown, what was changed here too. Call it after the record is locked.
pub fn merge_with_saved<L: AsRef<str>>(
    typed: &FormValues,
    saved: &[SavedField],
    texts: Texts,
    label: impl Fn(&str, Texts) -> L,
) -> Result<FormValues, ChangedMeanwhile> {
    // A form that tells nothing of what it showed, such as a program's, is saved as it is.
    if !typed.pairs().any(|(name, _)| name.starts_with(FIRST_SHOWN_PREFIX)) {
        return Ok(FormValues::new(typed.pairs()));
    }
    let is_lost = |field: &&SavedField| {
        let now = comparable(field.values.iter().map(String::as_str));
        let is_own = sent(typed, &field.name) == now;
        is_touched(typed, &field.name) && sent(typed, &first_shown_name(&field.name)) != now && !is_own
    };
    let lost = saved.iter().filter(is_lost);
    let told: Vec<String> = lost.map(|field| field.told(label(&field.name, texts).as_ref(), texts)).collect();
    if told.is_empty() {
        return Ok(FormValues::new(merged(typed, saved, false)));
    }
    Err(ChangedMeanwhile(texts.changed_meanwhile().sentence(&told.join(", "))))
}

/// A form as it is shown the first time, or again with what was typed, beside what others have changed meanwhile.
pub fn with_saved_values(state: FormState, saved: &[SavedField]) -> FormState {
    // Whoever is told of a change has seen it. Another form that is shown again is still made for what it showed.
    let is_told = state.status == StatusCode::CONFLICT;
    let values = merged(state.all_values(), saved, is_told);
    state.with_values(values)
}

/// The hidden fields of a form that was made [`with_saved_values`].
pub fn hidden_fields(form: &FormState) -> Vec<HiddenField> {
    let first_shown = form.all_values().pairs().filter(|(name, _)| name.starts_with(FIRST_SHOWN_PREFIX));
    first_shown.map(|(name, value)| HiddenField { name: name.to_owned(), value: value.to_owned() }).collect()
}

/// Whether a field, or several with one label, is saved.
#[derive(Debug)]
pub struct FieldState {
    pub names: Vec<String>,
    pub label: String,
    pub is_unsaved: bool,
}

/// The fields of a form that is saved as a whole.
#[derive(Debug, Default)]
pub struct FieldStates {
    pub fields: Vec<FieldState>,
    pub has_unsaved: bool,
}

/// Which fields of a form that was made [`with_saved_values`] are not saved yet. `names` are in the order of the page.
pub fn field_states<L: AsRef<str>>(
    form: &FormState,
    names: &[String],
    texts: Texts,
    label: impl Fn(&str, Texts) -> L,
) -> FieldStates {
    let mut fields: Vec<FieldState> = Vec::new();
    for name in names {
        let (label, is_unsaved) = (label(name, texts).as_ref().to_owned(), is_touched(form.all_values(), name));
        match fields.last_mut() {
            Some(last) if last.label == label => {
                last.names.push(name.clone());
                last.is_unsaved |= is_unsaved;
            }
            _ => fields.push(FieldState { names: vec![name.clone()], label, is_unsaved }),
        }
    }
    FieldStates { has_unsaved: fields.iter().any(|field| field.is_unsaved), fields }
}

fn merged(typed: &FormValues, saved: &[SavedField], is_told: bool) -> Vec<(String, String)> {
    let is_saved = |sent: &str| {
        let name = sent.strip_prefix(FIRST_SHOWN_PREFIX).unwrap_or(sent);
        saved.iter().any(|field| field.name == name)
    };
    let others = typed.pairs().filter(|(name, _)| !is_saved(name));
    let mut merged: Vec<(String, String)> = others.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let mut add = |name: &str, values: &[String]| {
        merged.extend(values.iter().map(|value| (name.to_owned(), value.clone())));
    };
    for field in saved {
        let sent = |name: &str| typed.texts(name).into_iter().map(str::to_owned).collect::<Vec<String>>();
        let (name, first_shown) = (&field.name, first_shown_name(&field.name));
        let is_touched = is_touched(typed, name);
        add(name, &if is_touched { sent(name) } else { field.values.clone() });
        add(&first_shown, &if is_touched && !is_told { sent(&first_shown) } else { field.values.clone() });
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(typed: &str, now: &[SavedField]) -> Result<FormValues, String> {
        let merged =
            merge_with_saved(&FormValues::decode(typed.as_bytes()), now, Texts::ENGLISH, |name, _| name.to_uppercase());
        merged.map_err(|told| told.0)
    }

    #[test]
    fn changes_to_different_fields_both_stay() {
        let now = text_fields([("name", "Old"), ("about", "B\r\nC")]);
        let merged = read("name=New&was.name=Old&about=A&was.about=A&other=1", &now).unwrap();
        assert_eq!(["name", "about", "other"].map(|name| merged.text(name)), ["New", "B\nC", "1"]);
    }

    #[test]
    fn of_two_changes_to_one_field_the_second_is_told_of_the_first() {
        let typed = "name=New&was.name=Old&about=A&was.about=";
        let told = read(typed, &text_fields([("name", "Newer"), ("about", "A")])).unwrap_err();
        assert!(told.contains("NAME (now “Newer”)") && !told.contains("ABOUT"), "{told}");
        // Both have typed the same.
        assert!(read(typed, &text_fields([("name", "New"), ("about", "")])).is_ok());
    }

    #[test]
    fn an_amount_is_told_as_money() {
        let now = |paise| [SavedField::rupees("price", paise)];
        let told = read("price=250&was.price=240", &now(Some(26_000))).unwrap_err();
        assert!(told.contains("PRICE (now “₹260”)"), "{told}");
        let untouched = read("price=240&was.price=240", &now(Some(26_050))).unwrap();
        assert_eq!(untouched.text("price"), "260.50");
        assert!(!read("price=250&was.price=240", &now(None)).unwrap_err().contains('₹'));
    }

    #[test]
    fn a_list_is_one_field_and_has_no_order() {
        let now = |values: &[&str]| vec![SavedField::choices("ids", values.iter().copied())];
        let untouched = read("ids=b&ids=a&was.ids=a&was.ids=b", &now(&["c", "d"])).unwrap();
        assert_eq!(untouched.texts("ids"), ["c", "d"]);
        let unticked = read("was.ids=a&was.ids=b", &now(&["b", "a"])).unwrap();
        assert_eq!(unticked.texts("ids"), Vec::<&str>::new());
        assert!(read("ids=a&was.ids=a&was.ids=b", &now(&["c"])).unwrap_err().contains("meanwhile: IDS."));
    }

    #[test]
    fn fields_of_one_label_are_one_change() {
        let typed = FormValues::decode(b"opens=9&was.opens=9&closes=20&was.closes=21&name=A&was.name=A");
        let label = |name: &str, _: Texts| if name.ends_with('s') { "Hours" } else { "Name" };
        let names = ["opens", "closes", "name"].map(str::to_owned);
        let states = field_states(&FormState::typed(&typed), &names, Texts::ENGLISH, label);
        let told: Vec<_> = states.fields.iter().map(|field| (field.names.join(" "), field.is_unsaved)).collect();
        let expected = [("opens closes", true), ("name", false)];
        assert_eq!(told, expected.map(|(names, is_unsaved)| (names.to_owned(), is_unsaved)));
        assert!(states.has_unsaved);
        assert!(!field_states(&FormState::default(), &names, Texts::ENGLISH, label).has_unsaved);
    }

    #[test]
    fn only_who_is_told_of_a_change_has_seen_it() {
        let typed = FormValues::decode(b"name=New&was.name=Old&about=A&was.about=A");
        let now = text_fields([("name", "Newer"), ("about", "B")]);
        let first_shown = |status| {
            let form = with_saved_values(FormState::refused_as(&typed, status, "Refused."), &now);
            let (name, about) = (form.value("name"), form.value("about"));
            assert_eq!((name, about, form.value("was.about")), ("New", "B", "B"));
            form.value("was.name").to_owned()
        };
        assert_eq!(first_shown(StatusCode::UNPROCESSABLE_ENTITY), "Old");
        assert_eq!(first_shown(StatusCode::CONFLICT), "Newer");
        let first = with_saved_values(FormState::default(), &now);
        let expected = [("was.about", "B"), ("was.name", "Newer")];
        let expected = expected.map(|(name, value)| HiddenField { name: name.to_owned(), value: value.to_owned() });
        assert_eq!(hidden_fields(&first), expected);
    }
}
