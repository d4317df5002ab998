//! An identity provider that can be told to misbehave: one fault at a time, on a port of its own.

mod endpoints;
mod id_token;
mod state;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::middleware;
use axum::routing::{get, post};
use axum::{Json, Router};
use reqwest::Url;

use endpoints::{authorize, count_requests, discovery, jwks, token, userinfo};
use id_token::make_signing_keys;
use state::{ProviderServer, ProviderState};

pub use state::{CLIENT_ID, CLIENT_SECRET, FakeUser, ProviderFault};

/// The provider; it stops when dropped.
#[derive(Debug)]
pub struct FakeIdentityProvider {
    issuer: Url,
    idp: Arc<ProviderServer>,
    server: tokio::task::JoinHandle<()>,
}

impl FakeIdentityProvider {
    /// `now` is the provider's clock, in unix seconds.
    pub async fn start(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        // Before anybody waits for an answer: with other tests at the same time it takes longer than a sign-in may wait.
        tokio::task::spawn_blocking(make_signing_keys).await.expect("keys can be made");
        let issuer = format!("http://{}", listener.local_addr().expect("an address"));
        let person = FakeUser {
            subject: "fake-asha".to_owned(),
            email: "asha@example.in".to_owned(),
            name: "Asha Rao".to_owned(),
        };
        let state = ProviderState {
            fault: ProviderFault::None,
            person,
            rotations: 0,
            codes: HashMap::new(),
            access_tokens: HashMap::new(),
            requested: HashMap::new(),
            issued_count: 0,
        };
        let idp = Arc::new(ProviderServer { issuer: issuer.clone(), now: Box::new(now), state: Mutex::new(state) });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route(
                "/elsewhere",
                get(|State(idp): State<Arc<ProviderServer>>| async move { Json(idp.discovery_document()) }),
            )
            .route("/jwks", get(jwks))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/token-elsewhere", post(token))
            .route("/userinfo", get(userinfo))
            .layer(middleware::from_fn_with_state(idp.clone(), count_requests))
            .with_state(idp.clone());
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("a server");
        });
        Self { issuer: Url::parse(&issuer).expect("an address"), idp, server }
    }

    pub fn issuer(&self) -> &Url {
        &self.issuer
    }

    /// From now on; [`ProviderFault::None`] ends it.
    pub fn inject_fault(&self, fault: ProviderFault) {
        self.idp.state().fault = fault;
    }

    pub fn set_next_user(&self, person: FakeUser) {
        self.idp.state().person = person;
    }

    /// A new key with a new name; the old one is forgotten.
    pub fn rotate_signing_key(&self) {
        self.idp.state().rotations += 1;
    }

    /// How often a path was requested for, such as `/jwks`.
    pub fn requested(&self, path: &str) -> usize {
        self.idp.state().requested.get(path).copied().unwrap_or_default()
    }
}

impl Drop for FakeIdentityProvider {
    fn drop(&mut self) {
        self.server.abort();
    }
}
