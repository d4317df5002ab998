//! Routes to handlers of one type.
//!
//! axum wraps each handler in a handful of generic services, and the compiler makes all of them anew for every type of
//! handler, which took much of the time to build a crate with many. Behind [`AnyHandler`] it makes them once.

use std::pin::Pin;
use std::sync::Arc;

use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{self, MethodRouter};

use crate::state::HttpState;

type Request = axum::extract::Request;
type ResponseFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

/// Some handler, whatever it extracts and answers.
#[derive(Clone)]
pub struct AnyHandler(Arc<dyn Fn(Request, HttpState) -> ResponseFuture + Send + Sync>);

impl AnyHandler {
    /// The bound on the future holds for all functions that axum takes; their futures are in a box already.
    pub fn new<T, H>(handler: H) -> Self
    where
        H: Handler<T, HttpState, Future = ResponseFuture>,
    {
        Self(Arc::new(move |request, state| handler.clone().call(request, state)))
    }
}

impl std::fmt::Debug for AnyHandler {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("AnyHandler")
    }
}

impl Handler<Self, HttpState> for AnyHandler {
    type Future = ResponseFuture;

    fn call(self, request: Request, state: HttpState) -> ResponseFuture {
        (self.0)(request, state)
    }
}

/// As axum's function of this name. Another method of the same path is merged: `get(show).merge(post(submit))`.
pub fn get<T, H>(handler: H) -> MethodRouter<HttpState>
where
    H: Handler<T, HttpState, Future = ResponseFuture>,
{
    routing::get(AnyHandler::new(handler))
}

/// As axum's function of this name.
pub fn post<T, H>(handler: H) -> MethodRouter<HttpState>
where
    H: Handler<T, HttpState, Future = ResponseFuture>,
{
    routing::post(AnyHandler::new(handler))
}
