//! What customers see before the salon has a branch: instead of a page that sells something, that it opens soon.

use askama::Template;
use axum::extract::{FromRequestParts, Request, State};
use axum::middleware::Next;
use http::header::{HeaderValue, RETRY_AFTER};
use http::{Method, StatusCode};
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;

use parlour_web::cache::current_salon;
use parlour_web::page::{Frame, PageContext, Tab};

#[derive(Template)]
#[template(path = "opening_soon.html")]
pub(crate) struct OpeningSoonPage {
    pub(crate) frame: Frame,
}

/// Lets requests pass once there is a branch, and always those that need none.
pub(super) async fn refuse_without_branch(State(state): State<HttpState>, request: Request, next: Next) -> HttpResult {
    if !needs_branch(request.method(), request.uri().path()) || current_salon(&state).await?.has_branch {
        return Ok(next.run(request).await);
    }
    let (mut parts, _) = request.into_parts();
    let page = PageContext::from_request_parts(&mut parts, &state).await?;
    let frame = page.frame(page.texts.home().opening_soon(), Tab::None).without_navigation();
    let mut response = page.render_with(StatusCode::SERVICE_UNAVAILABLE, &OpeningSoonPage { frame })?;
    // Search engines come again in an hour.
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("3600"));
    Ok(response)
}

fn needs_branch(method: &Method, path: &str) -> bool {
    match *method {
        Method::GET | Method::HEAD => {
            let is_one = matches!(path, "/" | "/book" | "/call-me");
            is_one || ["/book/", "/services/", "/offers/"].iter().any(|start| path.starts_with(start))
        }
        Method::POST => matches!(path, "/call-me" | "/book/review"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_sell_need_a_branch() {
        for path in ["/", "/book", "/book/time", "/book/review", "/services/cut", "/offers/holi", "/call-me"] {
            assert!(needs_branch(&Method::GET, path) && needs_branch(&Method::HEAD, path), "{path}");
        }
        for path in ["/sign-in", "/me", "/privacy", "/visits", "/offline", "/robots.txt", "/bookings", "/booking"] {
            assert!(!needs_branch(&Method::GET, path), "{path}");
        }
        assert!(needs_branch(&Method::POST, "/call-me") && needs_branch(&Method::POST, "/book/review"));
        assert!(!needs_branch(&Method::POST, "/") && !needs_branch(&Method::POST, "/me"));
    }
}
