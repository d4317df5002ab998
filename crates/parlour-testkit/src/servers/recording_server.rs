//! An HTTP server that records every request.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde_json::Value;
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinHandle;

/// One request, as it arrived.
#[derive(Debug, Clone)]
pub struct RecordedRequest {
    pub method: String,
    /// Path and query.
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl RecordedRequest {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// A server on a local port that records every request. It sends the prepared answers first, then 201.
#[derive(Debug)]
pub struct RecordingServer {
    pub url: String,
    pub state: Arc<RecordingState>,
    pub task: JoinHandle<()>,
}

#[derive(Debug, Default)]
pub struct RecordingState {
    pub seen: Mutex<Vec<RecordedRequest>>,
    pub answers: Mutex<VecDeque<(u16, &'static str)>>,
}

impl RecordingServer {
    pub async fn start() -> Self {
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", socket.local_addr().unwrap());
        let state = Arc::new(RecordingState::default());
        let router = Router::new().fallback(record_request).with_state(Arc::clone(&state));
        let task = tokio::spawn(async move { axum::serve(socket, router).await.unwrap() });
        Self { url, state, task }
    }

    /// Its next answers: a status each, and what `Retry-After` or `Location` says where it is not empty.
    pub fn answers(&self, answers: &[(u16, &'static str)]) {
        self.state.answers.lock().unwrap().extend(answers);
    }

    pub fn seen(&self) -> Vec<RecordedRequest> {
        std::mem::take(&mut self.state.seen.lock().unwrap())
    }

    pub fn only(&self) -> RecordedRequest {
        let seen = self.seen();
        let [one] = &seen[..] else { panic!("{seen:?}") };
        one.clone()
    }
}

impl Drop for RecordingServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub async fn record_request(State(state): State<Arc<RecordingState>>, request: Request) -> impl IntoResponse {
    let (head, body) = request.into_parts();
    let seen = RecordedRequest {
        method: head.method.to_string(),
        path: head.uri.to_string(),
        headers: head.headers,
        body: to_bytes(body, 1 << 20).await.unwrap(),
    };
    state.seen.lock().unwrap().push(seen);
    let (status, header) = state.answers.lock().unwrap().pop_front().unwrap_or((201, ""));
    let mut headers = HeaderMap::new();
    if !header.is_empty() {
        let name = if status < 400 { "location" } else { "retry-after" };
        headers.insert(name, header.parse().unwrap());
    }
    // What our own jobs say; nobody else listens to it.
    (StatusCode::from_u16(status).unwrap(), headers, r#"{"success":true}"#)
}

/// Takes connections and says nothing, for as long as it is kept.
pub async fn start_silent_server() -> (String, JoinHandle<()>) {
    let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", socket.local_addr().unwrap());
    let task = tokio::spawn(async move {
        let mut held = Vec::new();
        loop {
            held.push(socket.accept().await.unwrap());
        }
    });
    (url, task)
}

/// Nobody listens there.
pub fn unused_url() -> String {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    let url = format!("http://{}/hook", socket.local_addr().unwrap());
    // It never listens, and keeps its port for as long as the tests run: no other test gets it meanwhile.
    std::mem::forget(socket);
    url
}
