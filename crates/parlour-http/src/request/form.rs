//! Submitted HTML forms.

use std::time::{Duration, Instant};

use axum::extract::{FromRequest, Request};
use http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use parlour_domain::ids::UserId;

use super::fields::Fields;
use super::form_values::FormValues;
use super::{ReadFields, RequestShape};
use crate::error::{ErrorCode, FieldErrors, HttpError};
use crate::idempotency::{ClaimedKey, KeyedBody};
use crate::state::HttpState;

/// The name of the hidden field with a form's key, which is random for every form that is shown.
pub const FORM_KEY_FIELD: &str = "key";

/// How long the second tap on a button waits for the first.
const FORM_WAIT: Duration = Duration::from_secs(10);
const FORM_WAIT_STEP: Duration = Duration::from_millis(20);

/// A submitted HTML form. Its hidden field `key` makes a second tap on the button harmless, also without scripts.
#[derive(Debug)]
pub struct FormBody {
    pub body: KeyedBody,
    pub values: FormValues,
}

impl FormBody {
    pub(super) fn new(body: KeyedBody, values: FormValues) -> Self {
        let key = Some(values.text(FORM_KEY_FIELD)).filter(|key| !key.is_empty());
        let key = key.and_then(|key| HeaderValue::from_str(key).ok());
        Self { body: body.of_form(key), values }
    }

    /// The first value of a field; empty if it has none.
    pub fn text(&self, name: &str) -> &str {
        self.values.text(name)
    }

    /// Every value of a field.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        self.values.texts(name)
    }

    /// The fields, to be read by their rules.
    pub fn fields(&self) -> Fields {
        Fields::from_form(&self.values)
    }

    /// All that the form asks for, or every field error.
    pub fn parse<S: RequestShape>(&self) -> Result<S, FieldErrors> {
        self.values.parse::<S>()
    }

    /// The fields that could be read, for a page that has more to check before it builds the whole request.
    pub fn read<S: RequestShape>(&self) -> ReadFields<S> {
        self.values.read::<S>()
    }

    /// A form that books: whoever goes back after it has worked, and sends it with other fields, is told so instead of
    /// booking a second time.
    #[must_use]
    pub fn for_one_booking(self) -> Self {
        Self { body: self.body.with_key_for_one_body(), values: self.values }
    }

    /// The browser shows the answer to the last tap, so the second request waits for the first instead of being refused.
    pub(crate) async fn claim_key_when_free(
        &self,
        state: &HttpState,
        user: Option<&UserId>,
    ) -> Result<Option<ClaimedKey>, HttpError> {
        claim_when_free(|| self.body.start_request(state, user)).await
    }

    /// The same for a form that creates something: with its key it creates one thing, whatever its fields are.
    pub(crate) async fn claim_key_of_one_record(
        &self,
        state: &HttpState,
        user: Option<&UserId>,
    ) -> Result<Option<ClaimedKey>, HttpError> {
        claim_when_free(|| self.body.start_request_for_one_body(state, user)).await
    }
}

impl FormValues {
    /// All that a form asks for, or every field error.
    pub fn parse<S: RequestShape>(&self) -> Result<S, FieldErrors> {
        let (fields, partial) = self.read::<S>();
        fields.finish(|| S::complete(partial))
    }

    /// The fields that could be read, to check more before the whole request is built.
    pub fn read<S: RequestShape>(&self) -> ReadFields<S> {
        let mut fields = self.fields();
        let partial = S::read(&mut fields);
        (fields, partial)
    }
}

async fn claim_when_free(
    claim: impl Fn() -> Result<Option<ClaimedKey>, HttpError>,
) -> Result<Option<ClaimedKey>, HttpError> {
    let started = Instant::now();
    loop {
        match claim() {
            Err(busy) if busy.code() == ErrorCode::Conflict && started.elapsed() < FORM_WAIT => {
                tokio::time::sleep(FORM_WAIT_STEP).await;
            }
            claimed => return claimed,
        }
    }
}

impl<S: Send + Sync> FromRequest<S> for FormBody {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        if !is_form_type(request.headers()) {
            return Err(HttpError::invalid_field("body", "must be an HTML form"));
        }
        let body = KeyedBody::from_request(request, state).await?;
        let values = FormValues::decode(&body.bytes);
        Ok(Self::new(body, values))
    }
}

/// Whether the body is sent as our forms send theirs, or does not say how. Read as a form, the text of another type
/// would be what nobody typed.
fn is_form_type(headers: &HeaderMap) -> bool {
    let Some(given) = headers.get(CONTENT_TYPE) else { return true };
    let kind = given.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(form: &[u8]) -> Fields {
        Fields::from_form(&FormValues::decode(form))
    }

    #[test]
    fn a_form_s_texts_become_values() {
        let mut fields = read(b"name=+Asha+Rao+&count=3&many=a&many=b&one=x&agreed=on&blank=+");
        assert_eq!(fields.optional("name", |text| Ok::<_, String>(text.to_owned())).as_deref(), Some("Asha Rao"));
        assert_eq!(fields.optional_int("count", 1..=5), Some(3));
        assert_eq!((fields.optional_bool("agreed"), fields.optional_bool("not_ticked")), (Some(true), Some(false)));
        let texts = |fields: &mut Fields, name: &str| {
            fields.optional_texts(name, 1..=5, |text| Ok(text.to_owned())).map(|found| found.len())
        };
        assert_eq!(
            (texts(&mut fields, "many"), texts(&mut fields, "one"), texts(&mut fields, "blank")),
            (Some(2), Some(1), None)
        );
        assert_eq!(fields.optional("blank", |text| Ok::<_, String>(text.to_owned())), None);
        assert!(!fields.has_errors());
    }

    #[test]
    fn a_form_s_wrong_values_are_reported() {
        let mut fields = read(b"count=three&high=9&name=&agreed=maybe");
        fields.optional_int("count", 1..=5);
        fields.optional_int("high", 1..=5);
        fields.require_present("name");
        fields.optional_bool("agreed");
        let wrong: Vec<_> = fields.errors().iter().map(|(path, _)| path).collect();
        assert_eq!(wrong, ["count", "high", "name", "agreed"]);
    }
}
