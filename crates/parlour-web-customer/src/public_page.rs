//! Public pages that are answered from memory to everybody without a session.

use axum::extract::FromRequestParts;
use axum::response::Response;
use http::header::HeaderMap;
use http::request::Parts;
use parlour_http::cookies;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;

use parlour_web::cache::{CacheStamp, PageKey, cache_stamp, unkept_public_page};
use parlour_web::flash;
use parlour_web::language::{is_test_language, texts_for};
use parlour_web::page::PageContext;

/// A request for a page of which one form is kept in memory.
pub(super) struct PublicPage {
    pub(super) page: PageContext,
    /// Set if the page may be kept: every visitor without a session gets the same.
    moment: Option<CacheStamp>,
}

/// Answers from memory, before anything is read; otherwise what the page is made from.
pub(super) async fn answer_or_prepare(
    parts: &mut Parts,
    state: &HttpState,
) -> Result<Result<Response, PublicPage>, HttpError> {
    let moment = is_same_for_all(parts, state).then(|| cache_stamp(state));
    if let Some(moment) = moment
        && let Some(response) = state.page_cache().public.answer(key_of(parts), &parts.headers, moment)
    {
        return Ok(Ok(response));
    }
    let page = PageContext::from_request_parts(parts, state).await?;
    Ok(Err(PublicPage { page, moment }))
}

impl PublicPage {
    /// Answers with the page, and keeps it if it may be kept.
    pub(super) fn respond(&self, template: &impl askama::Template) -> HttpResult {
        match self.moment_of_shared_page() {
            Some(moment) => {
                let (page, html) = (&self.page, self.page.render_html(template)?);
                page.state.page_cache().public.keep(self.key(), &page.headers, html, moment)
            }
            None => self.page.render(template),
        }
    }

    /// For a page that is asked for seldom: it has a tag like the others, and takes no memory.
    pub(super) fn respond_without_keeping(&self, template: &impl askama::Template) -> HttpResult {
        match self.moment_of_shared_page() {
            Some(_) => {
                let html = self.page.render_html(template)?;
                unkept_public_page(self.key(), &self.page.headers, html)
            }
            None => self.page.render(template),
        }
    }

    fn moment_of_shared_page(&self) -> Option<CacheStamp> {
        self.moment.filter(|_| self.page.is_same_for_everybody())
    }

    fn key(&self) -> PageKey<'_> {
        PageKey { language: self.page.texts.tag(), path: self.page.uri.path() }
    }
}

/// Of a visitor without a session, whom nobody knows to have chosen a language elsewhere.
fn key_of(parts: &Parts) -> PageKey<'_> {
    PageKey { language: texts_for(&parts.headers, None).tag(), path: parts.uri.path() }
}

fn is_same_for_all(parts: &Parts, state: &HttpState) -> bool {
    let headers: &HeaderMap = &parts.headers;
    parts.uri.query().is_none_or(str::is_empty)
        && cookies::read(headers, state.app_kind().session_cookie()).is_none()
        && flash::read(headers).is_none()
        && !is_test_language(headers)
}
