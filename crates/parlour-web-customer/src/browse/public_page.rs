//! Public pages that are answered from memory to everybody without a session.

use axum::extract::FromRequestParts;
use axum::response::Response;
use http::header::HeaderMap;
use http::request::Parts;
use parlour_http::cookies;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;

use parlour_texts::Texts;
use parlour_web::cache::{CacheStamp, CachedPage, PageCache, cache_stamp};
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
    which: fn(&PageCache) -> &CachedPage,
) -> Result<Result<Response, PublicPage>, HttpError> {
    let moment = is_same_for_all(parts, state).then(|| cache_stamp(state));
    if let Some(moment) = moment
        && let Some(response) = which(state.page_cache()).answer(&parts.headers, moment)
    {
        return Ok(Ok(response));
    }
    let page = PageContext::from_request_parts(parts, state).await?;
    Ok(Err(PublicPage { page, moment }))
}

impl PublicPage {
    /// Answers with the page, and keeps it if it may be kept.
    pub(super) fn respond(&self, template: &impl askama::Template, which: fn(&PageCache) -> &CachedPage) -> HttpResult {
        match self.moment.filter(|_| self.page.is_same_for_everybody()) {
            Some(moment) => {
                let html = self.page.render_html(template)?;
                which(self.page.state.page_cache()).keep(&self.page.headers, html, moment)
            }
            None => self.page.render(template),
        }
    }
}

fn is_same_for_all(parts: &Parts, state: &HttpState) -> bool {
    let headers: &HeaderMap = &parts.headers;
    parts.uri.query().is_none_or(str::is_empty)
        && cookies::read(headers, state.app_kind().session_cookie()).is_none()
        && flash::read(headers).is_none()
        && !is_test_language(headers)
        && texts_for(headers).tag() == Texts::ENGLISH.tag()
}
