//! Somebody who uses an app.

use std::net::SocketAddr;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST};
use axum::http::{HeaderName, HeaderValue, Method, Request};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::ids::UserId;
use serde_json::Value;
use tower::ServiceExt;

use crate::Reply;

#[derive(Debug, Clone)]
pub struct Person {
    pub app_kind: AppKind,
    router: Router,
    session: Option<(UserId, String)>,
    address: SocketAddr,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Person {
    pub(crate) fn new(router: Router, app_kind: AppKind, session: Option<(UserId, String)>) -> Self {
        let address = SocketAddr::from(([192, 0, 2, 1], 40_000));
        Self { app_kind, router, session, address, headers: Vec::new() }
    }

    /// Their user id.
    pub fn id(&self) -> &UserId {
        &self.session.as_ref().expect("a visitor has no id").0
    }

    pub fn token(&self) -> &str {
        &self.session.as_ref().expect("a visitor has no session").1
    }

    /// The same person with a header on every request.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        let name = name.parse().expect("a header's name");
        self.headers.push((name, value.parse().expect("a header's value")));
        self
    }

    /// The same person somewhere else.
    #[must_use]
    pub fn from_address(mut self, address: &str) -> Self {
        self.address = SocketAddr::new(address.parse().expect("an IP address"), 40_000);
        self
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, Body::empty()).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(Method::POST, path, Body::from(body.to_string())).await
    }

    /// With no body at all.
    pub async fn post_empty(&self, path: &str) -> Reply {
        self.send(Method::POST, path, Body::empty()).await
    }

    pub async fn patch(&self, path: &str, body: &Value) -> Reply {
        self.send(Method::PATCH, path, Body::from(body.to_string())).await
    }

    pub async fn send(&self, method: Method, path: &str, body: impl Into<Body>) -> Reply {
        self.send_as("application/json", method, path, body).await
    }

    /// Sends a form of a page, as a browser does.
    pub async fn submit(&self, path: &str, form: impl Into<Body>) -> Reply {
        self.send_as("application/x-www-form-urlencoded", Method::POST, path, form).await
    }

    pub async fn send_as(&self, content_type: &str, method: Method, path: &str, body: impl Into<Body>) -> Reply {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(CONTENT_TYPE, content_type)
            .extension(ConnectInfo(self.address));
        if let Some((_, token)) = &self.session {
            request = request.header(COOKIE, format!("{}={token}", self.app_kind.session_cookie()));
        }
        if !self.headers.iter().any(|(name, _)| name == HOST) {
            request = request.header(HOST, format!("{}.parlour.test", self.app_kind.as_str()));
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(body.into()).expect("a request can be made of this");
        let Ok(response) = self.router.clone().oneshot(request).await;
        Reply::read(response).await
    }
}
