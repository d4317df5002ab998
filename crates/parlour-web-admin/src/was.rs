//! Forms of what somebody else may change meanwhile: they send what they showed first. What was typed is saved, what was
//! not touched stays as others made it, and nobody overwrites a change that they have not seen.

use parlour_http::error::HttpError;
use parlour_http::request::FormValues;
use parlour_texts::Texts;
use parlour_web::form::FormState;

/// As much of a value as a sentence can have.
const MAX_QUOTED: usize = 80;

/// A field of a form with its value.
pub(crate) type Shown = (String, String);

/// Names a field to people.
pub(crate) type Label = fn(&str, Texts) -> String;

/// The hidden field with what a field showed first.
pub(crate) fn was_name(name: &str) -> String {
    format!("was.{name}")
}

/// The hidden fields with what the form shows now.
pub(crate) fn was_fields(present: &[Shown]) -> Vec<Shown> {
    present.iter().map(|(name, value)| (was_name(name), value.clone())).collect()
}

/// Whether somebody has changed this field of the form.
pub(crate) fn is_touched(typed: &FormValues, name: &str) -> bool {
    typed.text(name) != typed.text(&was_name(name))
}

/// What was typed, and of the fields that nobody touched what they hold now.
pub(crate) fn merged(typed: &FormValues, present: &[Shown]) -> Vec<Shown> {
    let value = |(name, now): &Shown| {
        let value = if is_touched(typed, name) { typed.text(name) } else { now.as_str() };
        (name.clone(), value.to_owned())
    };
    present.iter().map(value).collect()
}

/// A refused form with what was typed, beside what others have changed meanwhile.
pub(crate) fn shown_again(state: FormState, typed: &FormValues, present: &[Shown]) -> FormState {
    state.with_values(merged(typed, present))
}

/// Somebody else has changed what this form changes too.
#[derive(Debug)]
pub(crate) struct ChangedMeanwhile {
    /// The fields with what they hold now.
    fields: Vec<Shown>,
    label: Label,
}

impl ChangedMeanwhile {
    /// Whether what was typed can be saved beside what others have changed since the form was shown.
    pub(crate) fn check(typed: &FormValues, present: &[Shown], label: Label) -> Result<(), Self> {
        let is_lost = |(name, now): &&Shown| {
            let now = now.trim();
            is_touched(typed, name) && typed.text(&was_name(name)) != now && typed.text(name) != now
        };
        let fields: Vec<Shown> = present.iter().filter(is_lost).cloned().collect();
        if fields.is_empty() { Ok(()) } else { Err(Self { fields, label }) }
    }

    /// What changed, and that nothing typed is lost.
    pub(crate) fn sentence(&self, texts: Texts) -> String {
        let text = texts.changed_meanwhile();
        let field = |(name, now): &Shown| {
            let name = (self.label)(name, texts);
            let quoted: String = now.chars().take(MAX_QUOTED).collect();
            if quoted.is_empty() { text.empty_field(&name) } else { text.field(&name, &quoted) }
        };
        text.sentence(&self.fields.iter().map(field).collect::<Vec<_>>().join(", "))
    }
}

impl From<ChangedMeanwhile> for HttpError {
    fn from(_: ChangedMeanwhile) -> Self {
        Self::internal("a page says what has changed meanwhile")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn present(fields: &[(&str, &str)]) -> Vec<Shown> {
        fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn changes_to_different_fields_both_stay() {
        let typed = FormValues::decode(b"name=New&was.name=Old&about=A&was.about=A");
        let now = present(&[("name", "Old"), ("about", "B")]);
        assert!(ChangedMeanwhile::check(&typed, &now, |name, _| name.to_owned()).is_ok());
        assert_eq!(merged(&typed, &now), present(&[("name", "New"), ("about", "B")]));
    }

    #[test]
    fn of_two_changes_to_one_field_the_second_is_told_of_the_first() {
        let typed = FormValues::decode(b"name=New&was.name=Old&about=A&was.about=");
        let label: Label = |name, _| name.to_uppercase();
        let now = present(&[("name", "Newer"), ("about", "A")]);
        let told = ChangedMeanwhile::check(&typed, &now, label).unwrap_err().sentence(Texts::ENGLISH);
        assert!(told.contains("NAME (now “Newer”)") && !told.contains("ABOUT"), "{told}");
        // Both have typed the same.
        assert!(ChangedMeanwhile::check(&typed, &present(&[("name", "New"), ("about", "")]), label).is_ok());
    }
}
