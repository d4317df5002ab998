//! The one path of a submitted form: written once and redirected with a message, or shown again.

use parlour_app::request_context::RequestContext;
use parlour_http::error::{ErrorCode, FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{FormRefusal, FormSender, SubmitError};
use parlour_store::Tx;
use parlour_texts::Texts;

use super::{FormState, PageRefusal};
use crate::flash::{Flash, see_other};

/// A submitted form, with what is needed to carry it out or to show it again.
#[derive(Debug)]
pub struct SubmittedForm<'a, L> {
    pub(crate) sender: FormSender<'a>,
    pub(crate) form: &'a FormBody,
    pub(crate) texts: Texts,
    /// Names a field to people.
    pub(crate) label: L,
}

/// What became of a form: the path of the next page, or why nothing was done.
#[derive(Debug)]
pub struct FormOutcome<'a, L, R> {
    form: SubmittedForm<'a, L>,
    pub result: Result<String, FormRefusal<R>>,
}

impl<'a, L> SubmittedForm<'a, L> {
    /// Writes what could be read of the form, once for its hidden key. The error is not about the form.
    pub async fn write<T: Send + 'static, R: Send + 'static>(
        self,
        parsed: Result<T, FieldErrors>,
        write: impl Fn(&mut Tx<'_>, &RequestContext, &T) -> Result<String, R> + Send + 'static,
    ) -> Result<FormOutcome<'a, L, R>, HttpError> {
        self.write_if_signed_in(parsed, write).await?.ok_or_else(HttpError::unauthenticated)
    }

    /// Like [`write`](Self::write), for a form that creates something: with other fields the same form, which a browser
    /// kept, does not create a second one.
    pub async fn create<T: Send + 'static, R: Send + 'static>(
        self,
        parsed: Result<T, FieldErrors>,
        write: impl Fn(&mut Tx<'_>, &RequestContext, &T) -> Result<String, R> + Send + 'static,
    ) -> Result<FormOutcome<'a, L, R>, HttpError> {
        let result = self.sender.create(self.form, parsed, write).await?;
        Ok(FormOutcome { form: self, result })
    }

    /// For pages that keep what was typed while the sender signs in again: `None` if they were signed out meanwhile.
    pub async fn write_if_signed_in<T: Send + 'static, R: Send + 'static>(
        self,
        parsed: Result<T, FieldErrors>,
        write: impl Fn(&mut Tx<'_>, &RequestContext, &T) -> Result<String, R> + Send + 'static,
    ) -> Result<Option<FormOutcome<'a, L, R>>, HttpError> {
        match self.sender.submit(self.form, parsed, write).await {
            Ok(result) => Ok(Some(FormOutcome { form: self, result })),
            Err(SubmitError::SignedOut) => Ok(None),
            Err(SubmitError::Failed(error)) => Err(error),
        }
    }

    /// Like [`write`](Self::write), but a second tap is carried out again.
    pub async fn write_without_key<T: Send + 'static, R: Send + 'static>(
        self,
        parsed: Result<T, FieldErrors>,
        write: impl Fn(&mut Tx<'_>, &RequestContext, &T) -> Result<String, R> + Send + 'static,
    ) -> Result<FormOutcome<'a, L, R>, HttpError> {
        let result = self.sender.submit_without_key(parsed, write).await?;
        Ok(FormOutcome { form: self, result })
    }
}

impl<L, R> FormOutcome<'_, L, R> {
    /// To the next page with a message, or what `show` makes of the form with what was typed and what is wrong.
    pub async fn answer<N, Shown>(self, flash: Flash, show: impl FnOnce(FormState) -> Shown) -> HttpResult
    where
        L: Fn(&str, Texts) -> N,
        N: AsRef<str>,
        R: PageRefusal,
        Shown: Future<Output = HttpResult>,
    {
        match self.into_path_or_state()? {
            Ok(path) => Ok(see_other(&path, Some(flash))),
            Err(state) => show(state).await,
        }
    }

    /// For forms that have nothing to be shown again for: a button that does one thing.
    pub fn into_path(self) -> Result<String, HttpError>
    where
        R: Into<HttpError>,
    {
        self.result.map_err(|refusal| match refusal {
            FormRefusal::InvalidFields(errors) => errors.into(),
            FormRefusal::ByUseCase(refusal) => refusal.into(),
            FormRefusal::SentBefore(_) => {
                HttpError::new(ErrorCode::BusinessRule, "This form was sent already, with other fields.")
            }
        })
    }

    /// For pages that do more than to redirect with a message.
    pub fn into_path_or_state<N: AsRef<str>>(self) -> Result<Result<String, FormState>, HttpError>
    where
        L: Fn(&str, Texts) -> N,
        R: PageRefusal,
    {
        let SubmittedForm { form, texts, label, .. } = self.form;
        match self.result {
            Ok(path) => Ok(Ok(path)),
            Err(refusal) => FormState::refused(&form.values, refusal, texts, label).map(Err),
        }
    }
}
