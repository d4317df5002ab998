//! What came back.

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt;
use serde_json::Value;

#[derive(Debug, Clone)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub(crate) async fn read(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("the body arrives").to_bytes().to_vec();
        Self { status: parts.status, headers: parts.headers, bytes }
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|_| panic!("{} with a body that is not JSON: {:?}", self.status, self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().expect("headers are text"))
    }

    /// The payload of a 200.
    #[track_caller]
    pub fn expect_ok(&self) -> Value {
        self.expect_data(StatusCode::OK)
    }

    /// The payload of a 201.
    #[track_caller]
    pub fn expect_created(&self) -> Value {
        self.expect_data(StatusCode::CREATED)
    }

    #[track_caller]
    fn expect_data(&self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        let json = self.json();
        assert_eq!(json["success"], true, "{json}");
        json["data"].clone()
    }

    /// The whole error envelope, after looking at every part of it that the contract names.
    #[track_caller]
    pub fn expect_error(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        let json = self.json();
        let error = &json["error"];
        assert_eq!(json["success"], false, "{json}");
        assert_eq!(error["code"], code, "{json}");
        assert_eq!(error["statusCode"], status, "{json}");
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{json}");
        assert!(error["retryable"].is_boolean(), "{json}");
        let id = error["requestId"].as_str().expect("a request id");
        assert!(id.starts_with("req_") && id.len() > 8, "{json}");
        assert_eq!(self.header("x-request-id"), Some(id));
        error.clone()
    }

    /// The names of the fields that a 400 complains about, in order.
    #[track_caller]
    pub fn expect_invalid_fields(&self) -> Vec<String> {
        let error = self.expect_error(400, "VALIDATION_ERROR");
        let details = error["details"].as_object().expect("details by field");
        assert!(details.values().all(|said| said.as_array().is_some_and(|said| !said.is_empty())), "{error}");
        details.keys().cloned().collect()
    }
}
