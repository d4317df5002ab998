//! Carrying out what a submitted form asks for, once.

use http::StatusCode;
use parlour_app::idempotency::{IdempotencyRefusal, StoredResponse, run_once_per_key};
use parlour_app::request_context::RequestContext;
use parlour_store::idempotency::IdempotentRequest;
use parlour_store::users::sessions::Session;
use parlour_store::{DbError, Tx};

use super::{SignedIn, write_if_signed_in};
use crate::error::{FieldErrors, HttpError};
use crate::request::form::FormBody;
use crate::request_info::RequestInfo;
use crate::state::HttpState;

/// Who sent a form.
#[derive(Debug, Clone, Copy)]
pub enum FormSender<'a> {
    SignedIn(&'a SignedIn),
    /// Anybody. What is written without a session is a lead.
    Visitor(&'a HttpState, &'a RequestInfo),
}

/// Why a form was not carried out, for the page that shows it again.
#[derive(Debug)]
pub enum FormRefusal<R> {
    /// Fields that could not be read.
    InvalidFields(FieldErrors),
    ByUseCase(R),
    /// The form has worked already, with other fields. The path that it led to.
    SentBefore(String),
}

/// Why a form could not be carried out, whatever it asks for.
#[derive(Debug)]
pub enum SubmitError {
    /// The sender was signed out or erased since the request began.
    SignedOut,
    Failed(HttpError),
}

impl From<HttpError> for SubmitError {
    fn from(error: HttpError) -> Self {
        Self::Failed(error)
    }
}

impl From<SubmitError> for HttpError {
    fn from(error: SubmitError) -> Self {
        match error {
            SubmitError::SignedOut => Self::unauthenticated(),
            SubmitError::Failed(error) => error,
        }
    }
}

/// A write that ended without a result.
enum WriteError<R> {
    Refused(R),
    SentBefore(String),
    Failed(SubmitError),
}

impl<R> From<DbError> for WriteError<R> {
    fn from(error: DbError) -> Self {
        Self::Failed(SubmitError::Failed(error.into()))
    }
}

impl<R> From<IdempotencyRefusal> for WriteError<R> {
    fn from(refusal: IdempotencyRefusal) -> Self {
        match refusal {
            IdempotencyRefusal::DifferentRequest(answered) => Self::SentBefore(answered.body),
            IdempotencyRefusal::Db(error) => error.into(),
        }
    }
}

impl FormSender<'_> {
    fn state(&self) -> &HttpState {
        match self {
            Self::SignedIn(caller) => &caller.state,
            Self::Visitor(state, _) => state,
        }
    }

    fn session(&self) -> Option<&Session> {
        match self {
            Self::SignedIn(caller) => Some(&caller.session),
            Self::Visitor(..) => None,
        }
    }

    fn context(&self) -> RequestContext {
        match self {
            Self::SignedIn(caller) => caller.context(),
            Self::Visitor(state, request_info) => state.context(request_info, None),
        }
    }

    /// Carries out a form once for its hidden key, and returns the path of the next page; a second tap on the button
    /// gets the same path. `parsed` is what could be read of the form. The outer error is not about the form.
    pub async fn submit<T: Send + 'static, R: Send + 'static>(
        &self,
        form: &FormBody,
        parsed: Result<T, FieldErrors>,
        write: impl Fn(&mut Tx<'_>, &RequestContext, &T) -> Result<String, R> + Send + 'static,
    ) -> Result<Result<String, FormRefusal<R>>, SubmitError> {
        let user = self.session().map(|session| &session.user_id);
        let claimed_key = form.claim_key_when_free(self.state(), user).await?;
        let request = claimed_key.as_ref().map(|claimed_key| claimed_key.request.clone());
        self.submit_with_key(request, parsed, write).await
    }

    /// Like [`submit`](Self::submit), for a form that creates something: whoever goes back after it has worked, and
    /// sends it with other fields, is told so instead of creating a second one.
    pub async fn create<T: Send + 'static, R: Send + 'static>(
        &self,
        form: &FormBody,
        parsed: Result<T, FieldErrors>,
        write: impl Fn(&mut Tx<'_>, &RequestContext, &T) -> Result<String, R> + Send + 'static,
    ) -> Result<Result<String, FormRefusal<R>>, SubmitError> {
        let user = self.session().map(|session| &session.user_id);
        let claimed_key = form.claim_key_of_one_record(self.state(), user).await?;
        let request = claimed_key.as_ref().map(|claimed_key| claimed_key.request.clone());
        self.submit_with_key(request, parsed, write).await
    }

    /// Like [`submit`](Self::submit), but a second tap is carried out again: for writes after which nothing may be
    /// stored about the user, or that a second time do what they did the first time.
    pub async fn submit_without_key<T: Send + 'static, R: Send + 'static>(
        &self,
        parsed: Result<T, FieldErrors>,
        write: impl Fn(&mut Tx<'_>, &RequestContext, &T) -> Result<String, R> + Send + 'static,
    ) -> Result<Result<String, FormRefusal<R>>, SubmitError> {
        self.submit_with_key(None, parsed, write).await
    }

    async fn submit_with_key<T: Send + 'static, R: Send + 'static>(
        &self,
        request: Option<IdempotentRequest>,
        parsed: Result<T, FieldErrors>,
        write: impl Fn(&mut Tx<'_>, &RequestContext, &T) -> Result<String, R> + Send + 'static,
    ) -> Result<Result<String, FormRefusal<R>>, SubmitError> {
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(errors) => return Ok(Err(FormRefusal::InvalidFields(errors))),
        };
        let (context, session) = (self.context(), self.session().cloned());
        let write_once = move |tx: &mut Tx<'_>| {
            let carry_out = |tx: &mut Tx<'_>| {
                let path = write(tx, &context, &parsed).map_err(WriteError::Refused)?;
                // Only successes are stored, and a redirect is what a form's success looks like.
                let stored = StoredResponse { status: StatusCode::OK.as_u16(), body: path };
                Ok(match &session {
                    Some(session) => stored.about(&session.user_id),
                    None => stored.about_no_user(),
                })
            };
            let carry_out_once = |tx: &mut Tx<'_>| run_once_per_key(tx, request.as_ref(), context.now, carry_out);
            let signed_out = || WriteError::Failed(SubmitError::SignedOut);
            match &session {
                Some(session) => write_if_signed_in(tx, session, signed_out, carry_out_once),
                None => carry_out_once(tx),
            }
        };
        match self.state().app().db.write(write_once).await {
            Ok(stored) => Ok(Ok(stored.body)),
            Err(WriteError::Refused(refusal)) => Ok(Err(FormRefusal::ByUseCase(refusal))),
            Err(WriteError::SentBefore(path)) => Ok(Err(FormRefusal::SentBefore(path))),
            Err(WriteError::Failed(error)) => Err(error),
        }
    }
}
