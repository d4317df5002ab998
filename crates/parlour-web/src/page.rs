//! What every page knows of its request, and how a page becomes a response.

use std::sync::Arc;

use askama::Template;
use axum::extract::{FromRequestParts, OriginalUri};
use axum::response::{IntoResponse, Redirect, Response};
use chrono::NaiveDate;
use http::header::{CACHE_CONTROL, HeaderMap, HeaderName, HeaderValue, SET_COOKIE};
use http::request::Parts;
use http::{StatusCode, Uri};
use parlour_app::hindi_names::NamedInEnglish;
use parlour_domain::customer::Language;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::pages::headers::write_page_headers;
use parlour_http::request_info::RequestInfo;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{Customer, FormSender, SignedIn};
use parlour_http::state::HttpState;
use parlour_store::notifications::notification_records;
use parlour_store::users::user_records;
use url::form_urlencoded::byte_serialize;

use crate::cache::{current_hindi_names, current_salon};
use crate::flash::{self, LeftFlash};
use crate::form::SubmittedForm;
use crate::language::{has_display_face, is_test_language, lengthen_texts, texts_for};
use crate::salon::Salon;
use crate::{assets, format};
use parlour_texts::Texts;

pub use crate::flash::see_other;

/// The part of the customer app that a page belongs to, marked in the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    Book,
    Bookings,
    Rewards,
    Me,
    /// None of them, such as the sign-in.
    None,
}

/// Who is signed in, as the frame of a page shows it.
#[derive(Debug, Clone)]
pub struct SignedInUser {
    pub id: UserId,
    pub name: String,
    pub email: Option<String>,
    pub is_onboarded: bool,
    /// The language that they chose; none while they have not.
    pub language: Option<Language>,
    pub unread_notifications: i64,
    /// How many changes had been told when the page was read; live updates tell those after it.
    pub updates_position: String,
}

impl SignedInUser {
    /// For a greeting.
    pub fn first_name(&self) -> &str {
        self.name.split_whitespace().next().unwrap_or(&self.name)
    }

    pub fn initials(&self) -> String {
        format::initials(&self.name)
    }
}

/// What every page knows of its request. Anybody may open the page.
#[derive(Debug, Clone)]
pub struct PageContext {
    pub state: HttpState,
    pub texts: Texts,
    pub salon: Arc<Salon>,
    /// The session of the signed-in user, if any.
    pub caller: Option<SignedIn>,
    pub signed_in_user: Option<SignedInUser>,
    pub headers: HeaderMap,
    pub uri: Uri,
    flash: Option<LeftFlash>,
}

/// All that the texts of a page depend on besides what they are about.
#[derive(Debug, Clone, Copy)]
pub struct TextContext {
    pub now: Timestamp,
    pub texts: Texts,
}

impl TextContext {
    pub fn today(self) -> NaiveDate {
        self.now.ist_date()
    }

    /// `Today, 12:56 pm`.
    pub fn moment(self, at: Timestamp) -> String {
        self.texts.format_day_and_time(at.ist_date(), at.ist_time(), self.today())
    }

    /// `today, 12:56 pm`, in the middle of a sentence.
    pub fn moment_in_sentence(self, at: Timestamp) -> String {
        self.texts.format_day_and_time_in_sentence(at.ist_date(), at.ist_time(), self.today())
    }
}

/// What the frame around a page shows: title, navigation, message.
#[derive(Debug)]
pub struct Frame {
    pub texts: Texts,
    pub salon: Arc<Salon>,
    pub signed_in_user: Option<SignedInUser>,
    /// Whether nobody has looked who the visitor is. Then the page shows neither an account nor the way to sign in.
    pub is_sign_in_unknown: bool,
    pub title: String,
    /// For search engines and shared links.
    pub description: Option<String>,
    /// The whole public address of the page without its query, if search engines may list it.
    pub canonical: Option<String>,
    pub tab: Tab,
    pub flash: Option<&'static str>,
    pub assets: &'static str,
    /// The path of this page with its query, for the switch of the language to return to.
    pub address: String,
    /// The same as a value of a query, for the sign-in.
    pub encoded_address: String,
    /// The random key of the forms on this page.
    pub form_key: String,
    /// Whether a phone shows no bottom bar: the page is one step of several, such as those of a booking.
    pub hides_navigation: bool,
}

impl Frame {
    #[must_use]
    pub fn without_navigation(self) -> Self {
        Self { hides_navigation: true, ..self }
    }

    /// For pages that search engines may list and people share.
    #[must_use]
    pub fn with_own_canonical_path(self, page: &PageContext, description: String) -> Self {
        self.with_canonical_path(page, page.uri.path(), description)
    }

    /// For later steps of a form: search engines list its first page instead.
    #[must_use]
    pub fn with_canonical_path(self, page: &PageContext, path: &str, description: String) -> Self {
        let canonical = format!("{}{path}", page.state.public_url());
        Self { description: Some(description), canonical: Some(canonical), ..self }
    }

    /// Whether the page uses the salon's own face.
    pub fn has_display_face(&self) -> bool {
        has_display_face(self.texts)
    }

    /// The language as links that are shared name it: `hi_IN`.
    pub fn locale(&self) -> String {
        self.texts.tag().replace('-', "_")
    }

    /// Whether an entry of the navigation leads to the part of the app that this page belongs to.
    pub fn is_current(&self, entry: &str) -> bool {
        let tab = match self.tab {
            Tab::Book => "book",
            Tab::Bookings => "visits",
            Tab::Rewards => "rewards",
            Tab::Me => "me",
            Tab::None => return false,
        };
        tab == entry
    }
}

impl PageContext {
    pub fn frame(&self, title: impl Into<String>, tab: Tab) -> Frame {
        Frame {
            texts: self.texts,
            salon: Arc::clone(&self.salon),
            signed_in_user: self.signed_in_user.clone(),
            is_sign_in_unknown: false,
            title: title.into(),
            description: None,
            canonical: None,
            tab,
            flash: self.flash_message(),
            assets: assets::base_path(),
            address: self.address().to_owned(),
            encoded_address: encode(self.address()),
            form_key: self.state.app().rng.token(),
            hides_navigation: false,
        }
    }

    /// The path of this page with its query.
    pub fn address(&self) -> &str {
        self.uri.path_and_query().map_or("/", http::uri::PathAndQuery::as_str)
    }

    pub fn query(&self) -> &str {
        self.uri.query().unwrap_or_default()
    }

    /// The first value of a query parameter.
    pub fn parameter(&self, name: &str) -> Option<String> {
        self.values_of(name).next()
    }

    /// Every value of a query parameter.
    pub fn parameters(&self, name: &str) -> Vec<String> {
        self.values_of(name).collect()
    }

    /// Without NUL characters, which Postgres refuses in any text.
    fn values_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = String> + 'a {
        let pairs = url::form_urlencoded::parse(self.query().as_bytes());
        pairs.filter(move |(given, _)| given == name).map(|(_, value)| value.replace('\0', ""))
    }

    pub fn now(&self) -> Timestamp {
        self.state.now()
    }

    pub fn today(&self) -> NaiveDate {
        self.state.today()
    }

    pub fn text_context(&self) -> TextContext {
        TextContext { now: self.now(), texts: self.texts }
    }

    pub fn flash_message(&self) -> Option<&'static str> {
        self.flash.as_ref().map(|left| left.flash.message(self.texts))
    }

    /// The message that the previous page left, and what it is about.
    pub fn left_flash(&self) -> Option<&LeftFlash> {
        self.flash.as_ref()
    }

    /// Puts the names that records keep in English in Hindi, if the page is in Hindi.
    pub async fn translate_names(&self, read: &mut impl NamedInEnglish) -> Result<(), HttpError> {
        if self.texts.are_hindi() {
            let names = current_hindi_names(&self.state).await?;
            read.translate(&names);
        }
        Ok(())
    }

    /// Renders a page that is made for this visitor.
    pub fn render(&self, template: &impl Template) -> HttpResult {
        self.render_with(StatusCode::OK, template)
    }

    pub fn render_with(&self, status: StatusCode, template: &impl Template) -> HttpResult {
        Ok(self.respond(status, self.render_html(template)?))
    }

    /// A page that is made for this visitor.
    pub fn respond(&self, status: StatusCode, html: impl IntoResponse) -> Response {
        let mut response = uncached_html_response(status, self.texts, html);
        if self.flash.is_some() {
            response.headers_mut().append(SET_COOKIE, flash::clear());
        }
        response
    }

    /// The text of a page.
    pub fn render_html(&self, template: &impl Template) -> Result<String, HttpError> {
        let html = template.render().map_err(|error| HttpError::internal(error.to_string()))?;
        Ok(if is_test_language(&self.headers) { lengthen_texts(&html) } else { html })
    }

    /// Whether nothing but its address and language makes the page what it is, so that it can be answered from memory.
    pub fn is_same_for_everybody(&self) -> bool {
        self.caller.is_none() && self.flash.is_none() && !is_test_language(&self.headers)
    }

    /// A form that `caller` has sent. `label` names its fields to people.
    pub fn form_of<'a, L>(&self, caller: &'a SignedIn, form: &'a FormBody, label: L) -> SubmittedForm<'a, L> {
        SubmittedForm { sender: FormSender::SignedIn(caller), form, texts: self.texts, label }
    }

    /// A form that anybody may send, such as for a call back. `label` names its fields to people.
    pub fn visitor_form<'a, L>(
        &'a self,
        request_info: &'a RequestInfo,
        form: &'a FormBody,
        label: L,
    ) -> SubmittedForm<'a, L> {
        SubmittedForm { sender: FormSender::Visitor(&self.state, request_info), form, texts: self.texts, label }
    }

    /// To the sign-in page, which returns to `target`.
    pub fn redirect_to_sign_in(target: &str) -> Response {
        Redirect::to(&sign_in_path(target)).into_response()
    }
}

/// A page for signed-in customers. Everybody else is refused, which the error page answers with the way to the sign-in and back.
#[derive(Debug, Clone)]
pub struct SignedInPage {
    pub page: PageContext,
    pub caller: SignedIn,
    pub signed_in_user: SignedInUser,
}

impl SignedInPage {
    /// A form that this user has sent. `label` names its fields to people.
    pub fn form<'a, L>(&'a self, form: &'a FormBody, label: L) -> SubmittedForm<'a, L> {
        self.page.form_of(&self.caller, form, label)
    }
}

impl std::ops::Deref for SignedInPage {
    type Target = PageContext;

    fn deref(&self) -> &PageContext {
        &self.page
    }
}

impl FromRequestParts<HttpState> for PageContext {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Self, HttpError> {
        let caller = match Customer::from_request_parts(parts, state).await {
            Ok(Customer(caller)) => Some(caller),
            Err(refusal) if refusal.status() == StatusCode::UNAUTHORIZED => None,
            Err(refusal) => return Err(refusal),
        };
        let signed_in_user = match &caller {
            Some(caller) => Some(read_signed_in_user(caller).await?),
            None => None,
        };
        let language = signed_in_user.as_ref().and_then(|user| user.language);
        if let (Some(caller), Some(language)) = (&caller, language) {
            caller.request_info.set_language(language);
        }
        let uri = parts.extensions.get::<OriginalUri>().map_or_else(|| parts.uri.clone(), |uri| uri.0.clone());
        Ok(Self {
            texts: texts_for(&parts.headers, language),
            salon: current_salon(state).await?,
            flash: flash::read(&parts.headers),
            headers: parts.headers.clone(),
            state: state.clone(),
            caller,
            signed_in_user,
            uri,
        })
    }
}

impl FromRequestParts<HttpState> for SignedInPage {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Self, HttpError> {
        let page = PageContext::from_request_parts(parts, state).await?;
        let (caller, signed_in_user) =
            page.caller.clone().zip(page.signed_in_user.clone()).ok_or_else(HttpError::unauthenticated)?;
        Ok(Self { page, caller, signed_in_user })
    }
}

async fn read_signed_in_user(caller: &SignedIn) -> Result<SignedInUser, HttpError> {
    // Before anything that the page shows is read.
    let updates_position = caller.state.app().db.page_updates().position().to_string();
    let user = caller.user().clone();
    let found = caller.read(move |conn, _| {
        let found = user_records::find_reader(conn, &user)?.ok_or_else(HttpError::unauthenticated)?;
        Ok((found, notification_records::count_unread(conn, &user)?))
    });
    let (user, unread_notifications) = found.await?;
    let email = user.email.map(|email| email.as_str().to_owned());
    Ok(SignedInUser {
        id: user.id,
        name: user.name,
        email,
        is_onboarded: user.onboarded,
        language: user.language,
        unread_notifications,
        updates_position,
    })
}

/// A page that nothing keeps: it is made for one visitor.
pub fn uncached_html_response(status: StatusCode, texts: Texts, html: impl IntoResponse) -> Response {
    let mut response = (status, html).into_response();
    write_page_headers(response.headers_mut(), texts.tag());
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Makes a page load `address` by itself after some seconds, as a header: readers of the page are not moved by markup that
/// they cannot stop.
pub fn load_again(mut response: Response, seconds: u32, address: &str) -> HttpResult {
    let next = HeaderValue::try_from(format!("{seconds}; url={address}"));
    let next = next.map_err(|error| HttpError::internal(error.to_string()))?;
    response.headers_mut().insert(HeaderName::from_static("refresh"), next);
    Ok(response)
}

pub fn sign_in_path(target: &str) -> String {
    format!("/sign-in?returnTo={}", encode(target))
}

/// A value inside a query string.
pub fn encode(value: &str) -> String {
    byte_serialize(value.as_bytes()).collect()
}
