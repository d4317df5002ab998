//! The steps before and after every route: request id, rate limit, origin check, common headers, metrics and log.

pub mod host;
mod origin_check;
pub mod request_info;
mod response_headers;

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, MatchedPath, Request};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use http::header::{
    ACCEPT_LANGUAGE, ACCESS_CONTROL_ALLOW_ORIGIN, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue, ORIGIN,
    REFERER, RETRY_AFTER, VARY,
};
use http::uri::PathAndQuery;
use http::{Method, StatusCode, Uri};
use parlour_domain::ids::UserId;
use tower::{Layer, Service};

use crate::body::{body_too_large, check_body_of_read, drain_body, is_form_with_file, max_body_bytes, read_whole_body};
use crate::error::{ErrorCode, HttpError};
use crate::limits::{ClientAddress, LimitDecision, OverLimit, is_limited_form, is_sign_in_path, limit_for_route};
use crate::pages::{FailedRequest, PageRenderers, accepts_html};
use crate::refusal_traces::{Refusal, is_answer_logged, is_logged, refusal_of_answer, trace_refusal};
use crate::request_info::RequestInfo;
use crate::state::HttpState;
use response_headers::{write_common_headers, write_document_headers, write_reader_headers};

/// An extension of a request for whose answer there is no room: too many answers wait for their clients.
#[derive(Debug, Clone, Copy)]
pub struct NoRoomForAnswer;

/// Programs call `/api`, and get the error envelope; a browser on its way to the identity provider and back is the
/// exception.
fn is_page_address(path: &str) -> bool {
    !path.starts_with("/api/") || is_sign_in_path(path)
}

/// Handlers find the pages as an extension of the request.
pub fn with_pipeline(routes: Router<HttpState>, state: HttpState, pages: PageRenderers) -> Router {
    routes
        .fallback(async || HttpError::new(ErrorCode::NotFound, "There is nothing at this address."))
        .method_not_allowed_fallback(async || {
            HttpError::new(ErrorCode::MethodNotAllowed, "This address does not take that method.")
        })
        .layer(PipelineLayer { state: state.clone(), pages })
        .with_state(state)
}

#[derive(Clone)]
struct PipelineLayer {
    state: HttpState,
    pages: PageRenderers,
}

impl<S> Layer<S> for PipelineLayer {
    type Service = Pipeline<S>;

    fn layer(&self, inner: S) -> Pipeline<S> {
        Pipeline { inner, state: self.state.clone(), pages: self.pages }
    }
}

#[derive(Clone)]
struct Pipeline<S> {
    inner: S,
    state: HttpState,
    pages: PageRenderers,
}

impl<S> Service<Request> for Pipeline<S>
where
    S: Service<Request, Response = Response, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let waiting = self.inner.clone();
        let ready = std::mem::replace(&mut self.inner, waiting);
        Box::pin(handle_request(self.state.clone(), self.pages, ready, request).map(Ok))
    }
}

async fn handle_request<S>(state: HttpState, pages: PageRenderers, mut inner: S, mut request: Request) -> Response
where
    S: Service<Request, Response = Response, Error = Infallible>,
{
    let started = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let request_id = format!("req_{}", state.app().rng.random_letters::<12>());
    let peer = peer_address(&request);
    let is_trusted_proxy = state.trusted_proxies().iter().any(|proxies| proxies.contains(&peer.to_canonical()));
    let request_info = RequestInfo::new(request_id, client_address(&state, peer, &request), is_trusted_proxy);

    // Without room there is none for a page either.
    let has_room = request.extensions().get::<NoRoomForAnswer>().is_none();
    let browser = if has_room { Browser::of(&request) } else { None };
    let (is_public_picture, is_asset) =
        (request.uri().path().starts_with("/media/"), request.uri().path().starts_with("/assets/"));
    let decision = match limit_for_route(state.app_kind(), &method, request.uri().path()) {
        Some(name) => state.limits().check(name, request_info.address().key(), state.now().millis()).await,
        None => None,
    };
    let retry_after_seconds = decision.as_ref().and_then(LimitDecision::retry_after_seconds);
    let is_form_over_limit =
        retry_after_seconds.is_some() && browser.is_some() && is_limited_form(&method, request.uri().path());
    if is_form_over_limit {
        request.extensions_mut().insert(OverLimit);
    }
    let refused_limit = decision.as_ref().filter(|_| !is_form_over_limit);
    let mut response = if let Err(refusal) = check_before_routing(&state, &request, refused_limit) {
        if refusal.code() == ErrorCode::Forbidden {
            origin_check::note_foreign_origin(&state, &request_info, request.headers()).await;
        }
        let landing_page = allowed_lead_origin(&state, &request);
        if refusal.status() == StatusCode::PAYLOAD_TOO_LARGE {
            drain_body(request.into_body()).await;
        }
        allow_origin_to_read(landing_page, refusal.into_response())
    } else {
        request.extensions_mut().insert(request_info.clone());
        request.extensions_mut().insert(pages);
        let checked = match with_whole_form(request).await {
            Ok(request) => check_body_of_read(request).await,
            refused => refused,
        };
        match checked {
            Ok(request) => match AssertUnwindSafe(inner.call(request)).catch_unwind().await {
                Ok(Ok(response)) => response,
                Err(_) => HttpError::internal("the handler panicked").into_response(),
            },
            Err(refusal) => refusal.into_response(),
        }
    };

    // Before the error becomes a page, which may have another status.
    let refused_status = response.status();
    let refusal = refusal_of_answer(&request_info, refused_status);
    let error = response.extensions_mut().remove::<HttpError>();
    if let Some(error) = &error {
        let page = browser.and_then(|browser| {
            let request_id = request_info.request_id();
            let address = browser.uri.path_and_query().map_or("/", PathAndQuery::as_str);
            (pages.error)(
                &state,
                &FailedRequest {
                    error,
                    request_id,
                    method: &method,
                    address,
                    headers: &browser.headers,
                    language: request_info.language(),
                    retry_after_seconds,
                },
            )
        });
        match page {
            Some(page) => replace_with_page(&mut response, page),
            None => write_error_body(error, request_info.request_id(), &mut response),
        }
    }
    write_common_headers(response.headers_mut(), &state, &request_info, decision);
    write_reader_headers(response.headers_mut(), is_public_picture);
    // Styles, scripts and fonts are no documents: browsers ignore these there, and a first visit pays for every byte.
    if !(is_asset && matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED)) {
        write_document_headers(response.headers_mut(), &state);
    }
    // The answer to a form that was sent again after it had worked.
    if is_form_over_limit && response.status().is_redirection() {
        response.headers_mut().remove(RETRY_AFTER);
    }
    let answered = AnsweredRequest {
        method,
        route: route.as_ref().map_or("unmatched", MatchedPath::as_str),
        status: response.status(),
        refused_status,
        error,
        refusal,
        took: started.elapsed(),
    };
    let AnsweredRequest { method, route, status, took, .. } = &answered;
    state.metrics().record(state.app_kind(), method, route, *status, *took);
    if let Some(refusal) = &answered.refusal {
        trace_refusal(&state, &request_info, refusal, (method, route, refused_status));
    }
    log_request(&state, &request_info, &answered);
    response
}

/// Reads the whole form of a page before its handler runs. A handler that needs no field of its form would otherwise act
/// on one that is larger than its limit.
async fn with_whole_form(request: Request) -> Result<Request, HttpError> {
    let path = request.uri().path();
    if request.method() != Method::POST || path.starts_with("/api/") || is_form_with_file(path) {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let limit = max_body_bytes(&parts.method, parts.uri.path());
    let form = read_whole_body(body, limit).await?;
    Ok(Request::from_parts(parts, Body::from(form)))
}

/// What an error page needs of the request, which the handler consumes.
struct Browser {
    uri: Uri,
    /// Cookies: session, language and flash message. Languages. The page that a form was on.
    headers: HeaderMap,
}

impl Browser {
    /// `None` for programs, which get the error envelope.
    fn of(request: &Request) -> Option<Self> {
        if !is_page_address(request.uri().path()) || !accepts_html(request.headers()) {
            return None;
        }
        let mut headers = HeaderMap::new();
        for name in [COOKIE, ACCEPT_LANGUAGE, REFERER] {
            // Over HTTP/2 cookies may come one by one.
            for value in request.headers().get_all(&name) {
                headers.append(name.clone(), value.clone());
            }
        }
        Some(Self { uri: request.uri().clone(), headers })
    }
}

/// Headers of the failed response, such as cookies and `Retry-After`, stay.
fn replace_with_page(response: &mut Response, page: Response) {
    let (page, body) = page.into_parts();
    *response.status_mut() = page.status;
    response.headers_mut().remove(CONTENT_LENGTH);
    response.headers_mut().extend(page.headers);
    *response.body_mut() = body;
}

fn write_error_body(error: &HttpError, request_id: &str, response: &mut Response) {
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().remove(CONTENT_LENGTH);
    *response.body_mut() = Body::from(error.envelope(request_id));
}

/// A request after its response was made, for metrics and log.
struct AnsweredRequest<'a> {
    method: Method,
    /// The pattern of the route.
    route: &'a str,
    status: StatusCode,
    /// Before the error became a page: that may lead to the sign-in.
    refused_status: StatusCode,
    error: Option<HttpError>,
    refusal: Option<Refusal>,
    took: Duration,
}

/// The rate limit comes first, so that a flood costs little; then the checks that all routes share.
fn check_before_routing(
    state: &HttpState,
    request: &Request,
    decision: Option<&LimitDecision>,
) -> Result<(), HttpError> {
    if decision.is_some_and(|decision| !decision.allowed) {
        return Err(HttpError::new(ErrorCode::RateLimited, "Too many requests. Please wait a little."));
    }
    if request.extensions().get::<NoRoomForAnswer>().is_some() {
        return Err(HttpError::new(ErrorCode::Unavailable, "The service is busy. Please try again in a moment."));
    }
    host::check_host(request)?;
    let announced = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let limit = max_body_bytes(request.method(), request.uri().path());
    if announced.is_some_and(|length: usize| length > limit) {
        return Err(body_too_large(limit));
    }
    origin_check::check_origin(request, state)
}

fn peer_address(request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(peer)| peer.ip())
}

fn client_address(state: &HttpState, peer: IpAddr, request: &Request) -> ClientAddress {
    ClientAddress::from_peer(peer, &request.headers().get_all("x-forwarded-for"), state.trusted_proxies())
}

/// The origin of the request, if it may post leads.
fn allowed_lead_origin(state: &HttpState, request: &Request) -> Option<HeaderValue> {
    let origin = request.headers().get(ORIGIN)?;
    state.accepts_leads_from(origin.to_str().ok()?, request.uri().path()).then(|| origin.clone())
}

/// The route's CORS layer does this for its own responses. A request that is refused before the route needs it too, so
/// that the landing page can read the error.
fn allow_origin_to_read(landing_page: Option<HeaderValue>, mut response: Response) -> Response {
    if let Some(origin) = landing_page {
        response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        response.headers_mut().append(VARY, HeaderValue::from_static("origin"));
    }
    response
}

/// Logs the route's pattern, never the path or query, which may hold personal data. Successful reads, and what strangers
/// are refused in such numbers that only a count is written, are logged at debug level.
fn log_request(state: &HttpState, request_info: &RequestInfo, answered: &AnsweredRequest<'_>) {
    let AnsweredRequest { method, route, status, refused_status, error, refusal, took } = answered;
    let (app, request_id, status) = (state.app_kind().as_str(), request_info.request_id(), status.as_u16());
    let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    if let Some(cause) = error.as_ref().and_then(HttpError::cause).filter(|_| status >= 500) {
        tracing::error!(app, request_id, %method, route, status, millis, cause, "request failed");
    } else if let Some(Refusal { reason, detail, user, .. }) =
        refusal.as_ref().filter(|refusal| is_logged(state, refusal))
    {
        let (reason, user) = (reason.as_str(), user.as_ref().map(UserId::as_str));
        tracing::warn!(app, request_id, %method, route, status, millis, reason, user, %detail, "request refused");
    } else if refusal.is_some()
        || (method.is_safe() && status < 500)
        || !is_answer_logged(state, request_info, *refused_status)
    {
        tracing::debug!(app, request_id, %method, route, status, millis, "request");
    } else {
        tracing::info!(app, request_id, %method, route, status, millis, "request");
    }
}
