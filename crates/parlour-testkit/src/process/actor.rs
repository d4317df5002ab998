//! Somebody who uses a salon through its own routers, or through a process that serves its database.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::Value;

use super::{ParlourProcess, send_and_read};
use crate::{Person, Reply};

const MAX_BUSY: Duration = Duration::from_mins(1);

#[derive(Debug, Clone)]
pub struct Actor {
    pub person: Person,
    /// A client, and where the process listens.
    process: Option<(reqwest::Client, String)>,
}

impl Actor {
    /// At the process, or at the routers of the salon where there is none.
    pub fn at(process: Option<&ParlourProcess>, person: Person) -> Self {
        let process = process.map(|process| (process.http.clone(), process.url(person.app_kind, "")));
        Self { person, process }
    }

    /// Sends it again while the salon is too busy, as its answer asks for.
    pub async fn send(&self, method: Method, path: &str, body: &Value) -> Reply {
        let deadline = Instant::now() + MAX_BUSY;
        loop {
            let reply = self.send_once(method.clone(), path, body).await;
            let is_busy = reply.status == StatusCode::SERVICE_UNAVAILABLE && reply.json()["error"]["retryable"] == true;
            if !is_busy || Instant::now() > deadline {
                return reply;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn send_once(&self, method: Method, path: &str, body: &Value) -> Reply {
        let Some((client, url)) = &self.process else {
            let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
            return self.person.send(method, path, body).await;
        };
        let cookie = format!("{}={}", self.person.app_kind.session_cookie(), self.person.token());
        let mut request = client.request(method, format!("{url}{path}")).header("cookie", cookie);
        if !body.is_null() {
            request = request.json(body);
        }
        send_and_read(request).await.expect("an answer")
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, &Value::Null).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(Method::POST, path, body).await
    }
}
