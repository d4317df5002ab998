//! What every request passes, whichever route it wants: its id, its limits, where it comes from;
//! and what every answer carries.

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
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    HeaderMap, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, SET_COOKIE, STRICT_TRANSPORT_SECURITY, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{Method, StatusCode};
use parlour_domain::app_side::AppSide;
use tower::{Layer, Service};

use crate::body::{LARGEST_BODY, discard, too_large};
use crate::call::Call;
use crate::cross_origin;
use crate::error::{ApiError, Code};
use crate::limits::{ClientAddress, LimitName, Verdict};
use crate::web::{LEADS_PATH, Web};

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

pub(crate) fn stand_before(routes: Router<Web>, web: Web) -> Router {
    routes
        .fallback(async || ApiError::new(Code::NotFound, "There is nothing at this address."))
        .method_not_allowed_fallback(async || {
            ApiError::new(Code::MethodNotAllowed, "This address does not take that method.")
        })
        .layer(FrontLayer(web.clone()))
        .with_state(web)
}

#[derive(Clone)]
struct FrontLayer(Web);

impl<S> Layer<S> for FrontLayer {
    type Service = Front<S>;

    fn layer(&self, inner: S) -> Front<S> {
        Front { inner, web: self.0.clone() }
    }
}

#[derive(Clone)]
struct Front<S> {
    inner: S,
    web: Web,
}

impl<S> Service<Request> for Front<S>
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
        Box::pin(answer(self.web.clone(), ready, request).map(Ok))
    }
}

async fn answer<S>(web: Web, mut inner: S, mut request: Request) -> Response
where
    S: Service<Request, Response = Response, Error = Infallible>,
{
    let started = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let call = Call::new(format!("req_{}", web.app().chance.short_code::<12>()), client_of(&web, &request));

    let verdict = match limit_of(web.side(), &method, request.uri().path()) {
        Some(name) => web.limits().check(name, call.address().key(), web.app().clock.now().millis()).await,
        None => None,
    };
    let mut response = if let Err(refusal) = admit(&web, &request, verdict.as_ref()) {
        let landing_page = landing_page_of(&web, &request);
        if refusal.status() == StatusCode::PAYLOAD_TOO_LARGE {
            discard(request.into_body()).await;
        }
        readable_to(landing_page, refusal.into_response())
    } else {
        request.extensions_mut().insert(call.clone());
        match AssertUnwindSafe(inner.call(request)).catch_unwind().await {
            Ok(Ok(response)) => response,
            Err(_) => ApiError::panicked().into_response(),
        }
    };

    let error = response.extensions_mut().remove::<ApiError>();
    if let Some(error) = &error {
        let envelope = error.envelope(call.request_id());
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response.headers_mut().remove(CONTENT_LENGTH);
        *response.body_mut() = Body::from(envelope);
    }
    write_headers(response.headers_mut(), &web, &call, verdict);
    let route = route.as_ref().map_or("unmatched", MatchedPath::as_str);
    let took = started.elapsed();
    web.metrics().record(web.side(), &method, route, response.status(), took);
    log(&web, &call, &method, route, &response, error.as_ref(), took);
    response
}

/// Limits come first, so that a flood costs little; then what no handler should have to check.
fn admit(web: &Web, request: &Request, verdict: Option<&Verdict>) -> Result<(), ApiError> {
    if verdict.is_some_and(|verdict| !verdict.allowed) {
        return Err(ApiError::new(Code::RateLimited, "Too many requests. Please wait a little."));
    }
    let announced =
        request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: usize| length > LARGEST_BODY) {
        return Err(too_large());
    }
    cross_origin::check(request, web)
}

fn client_of(web: &Web, request: &Request) -> ClientAddress {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(peer)| peer.ip());
    ClientAddress::of(peer, &request.headers().get_all("x-forwarded-for"), web.trusted_proxies())
}

/// The page's origin, where it is one of those that may post leads.
fn landing_page_of(web: &Web, request: &Request) -> Option<HeaderValue> {
    let origin = request.headers().get(ORIGIN)?;
    web.takes_leads_from(origin.to_str().ok()?, request.uri().path()).then(|| origin.clone())
}

/// The route itself says so on its answers; a request that is refused before never gets there, and
/// its page should still read why.
fn readable_to(landing_page: Option<HeaderValue>, mut response: Response) -> Response {
    if let Some(origin) = landing_page {
        response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        response.headers_mut().append(VARY, HeaderValue::from_static("origin"));
    }
    response
}

/// The contract limits exact routes and methods of the customer app.
fn limit_of(side: AppSide, method: &Method, path: &str) -> Option<LimitName> {
    if side != AppSide::Customer {
        return None;
    }
    let reads = matches!(*method, Method::GET | Method::HEAD);
    match path {
        "/api/services" if reads => Some(LimitName::Services),
        "/api/availability" if reads => Some(LimitName::Availability),
        "/api/health" if reads => Some(LimitName::Health),
        "/api/bookings" if method == Method::POST => Some(LimitName::Bookings),
        LEADS_PATH if method == Method::POST => Some(LimitName::Leads),
        _ => None,
    }
}

fn write_headers(headers: &mut HeaderMap, web: &Web, call: &Call, verdict: Option<Verdict>) {
    if let Ok(id) = HeaderValue::from_str(call.request_id()) {
        headers.insert(X_REQUEST_ID, id);
    }
    if let Some(cookie) = call.cookie().filter(|_| !says_of_session(headers, web)) {
        headers.append(SET_COOKIE, cookie.clone());
    }
    if let Some(verdict) = verdict {
        verdict.write_to(headers);
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers
        .entry(CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    if web.is_https() {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
}

/// Whether the answer itself sets or removes the session's cookie, as signing out does: that is the last word.
fn says_of_session(headers: &HeaderMap, web: &Web) -> bool {
    let of_session = |set: &HeaderValue| {
        let rest = set.as_bytes().strip_prefix(web.side().session_cookie().as_bytes());
        rest.is_some_and(|rest| rest.starts_with(b"="))
    };
    headers.get_all(SET_COOKIE).iter().any(of_session)
}

/// The route's pattern, never the path or query: those may hold what is nobody's business.
/// Reads that went well are many and dull, so they are not shown at the default level.
fn log(
    web: &Web,
    call: &Call,
    method: &Method,
    route: &str,
    response: &Response,
    error: Option<&ApiError>,
    took: Duration,
) {
    let (app, request_id, status) = (web.side().as_str(), call.request_id(), response.status().as_u16());
    let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    if let Some(cause) = error.and_then(ApiError::cause).filter(|_| status >= 500) {
        tracing::error!(app, request_id, %method, route, status, millis, cause, "request failed");
    } else if method.is_safe() && status < 500 {
        tracing::debug!(app, request_id, %method, route, status, millis, "request");
    } else {
        tracing::info!(app, request_id, %method, route, status, millis, "request");
    }
}
