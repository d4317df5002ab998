//! The discovery document of the provider.

use serde::Deserialize;
use url::Url;

use super::error::EndpointFailure;

pub(super) struct Discovery {
    pub(super) authorization_endpoint: Url,
    pub(super) token_endpoint: Url,
    pub(super) jwks_uri: Url,
    pub(super) userinfo_endpoint: Option<Url>,
    pub(super) client_secret_placement: ClientSecretPlacement,
    /// RFC 9207: every callback of this provider carries `iss`.
    pub(super) callback_names_issuer: bool,
}

/// How the client secret reaches the token endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClientSecretPlacement {
    InHeader,
    InForm,
}

#[derive(Deserialize)]
struct DiscoveryDocument {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl Discovery {
    pub(super) fn parse(body: &[u8], issuer: &Url) -> Result<Self, EndpointFailure> {
        let document: DiscoveryDocument = serde_json::from_slice(body).map_err(|_| EndpointFailure::Unreadable)?;
        if !same_issuer(&document.issuer, issuer.as_str()) {
            return Err(EndpointFailure::OtherIssuer);
        }
        let endpoint = |address: &str| {
            Url::parse(address)
                .ok()
                .filter(|url| url.scheme() == "https" || (url.scheme() == "http" && issuer.scheme() == "http"))
                .ok_or(EndpointFailure::BadEndpoint)
        };
        Ok(Self {
            authorization_endpoint: endpoint(&document.authorization_endpoint)?,
            token_endpoint: endpoint(&document.token_endpoint)?,
            jwks_uri: endpoint(&document.jwks_uri)?,
            userinfo_endpoint: document.userinfo_endpoint.as_deref().map(endpoint).transpose()?,
            client_secret_placement: match document.token_endpoint_auth_methods_supported {
                Some(methods) if !methods.iter().any(|method| method == "client_secret_basic") => {
                    ClientSecretPlacement::InForm
                }
                _ => ClientSecretPlacement::InHeader,
            },
            callback_names_issuer: document.authorization_response_iss_parameter_supported,
        })
    }
}

/// The URL of the discovery document; a path in the issuer is kept.
pub(super) fn discovery_url(issuer: &Url) -> Url {
    let mut address = issuer.clone();
    address.set_path(&format!("{}/.well-known/openid-configuration", issuer.path().trim_end_matches('/')));
    address
}

/// Compares two issuers exactly, except for one trailing slash.
pub(super) fn same_issuer(one: &str, other: &str) -> bool {
    without_trailing_slash(one) == without_trailing_slash(other)
}

pub(super) fn without_trailing_slash(issuer: &str) -> &str {
    issuer.strip_suffix('/').unwrap_or(issuer)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn parse(document: &Value, issuer: &str) -> Result<Discovery, EndpointFailure> {
        Discovery::parse(document.to_string().as_bytes(), &Url::parse(issuer).unwrap())
    }

    fn google() -> Value {
        json!({
            "issuer": "https://accounts.google.com",
            "authorization_endpoint": "https://accounts.google.com/o/oauth2/v2/auth",
            "token_endpoint": "https://oauth2.googleapis.com/token",
            "jwks_uri": "https://www.googleapis.com/oauth2/v3/certs",
            "userinfo_endpoint": "https://openidconnect.googleapis.com/v1/userinfo",
        })
    }

    fn with(field: &str, value: Value) -> Value {
        let mut document = google();
        document[field] = value;
        document
    }

    #[test]
    fn the_issuer_is_the_configured_one_but_for_a_slash() {
        assert!(parse(&google(), "https://accounts.google.com/").is_ok());
        assert!(parse(&with("issuer", json!("https://accounts.google.com/")), "https://accounts.google.com").is_ok());
        for other in ["https://accounts.google.com//", "https://evil.example", "https://ACCOUNTS.google.com"] {
            let refused = parse(&with("issuer", json!(other)), "https://accounts.google.com").err();
            assert_eq!(refused, Some(EndpointFailure::OtherIssuer), "{other}");
        }
    }

    #[test]
    fn an_https_issuer_has_https_endpoints() {
        for bad in ["http://oauth2.googleapis.com/token", "ftp://x/y", "/token", ""] {
            for field in ["token_endpoint", "authorization_endpoint", "jwks_uri", "userinfo_endpoint"] {
                let refused = parse(&with(field, json!(bad)), "https://accounts.google.com").err();
                assert_eq!(refused, Some(EndpointFailure::BadEndpoint), "{field} {bad}");
            }
        }
    }

    #[test]
    fn the_secret_travels_in_the_header_unless_that_is_not_offered() {
        let travels = |methods: Value| {
            let document = with("token_endpoint_auth_methods_supported", methods);
            parse(&document, "https://accounts.google.com").unwrap().client_secret_placement
        };
        assert_eq!(travels(Value::Null), ClientSecretPlacement::InHeader);
        assert_eq!(travels(json!(["client_secret_post", "client_secret_basic"])), ClientSecretPlacement::InHeader);
        assert_eq!(travels(json!(["client_secret_post"])), ClientSecretPlacement::InForm);
    }

    #[test]
    fn what_is_not_a_document_is_unreadable() {
        for body in ["", "[]", "<html>", "{\"issuer\": 1}"] {
            let issuer = Url::parse("https://accounts.google.com").unwrap();
            assert_eq!(Discovery::parse(body.as_bytes(), &issuer).err(), Some(EndpointFailure::Unreadable));
        }
    }

    #[test]
    fn the_document_lies_below_the_issuers_path() {
        let at = |issuer: &str| discovery_url(&Url::parse(issuer).unwrap()).to_string();
        assert_eq!(at("https://accounts.google.com"), "https://accounts.google.com/.well-known/openid-configuration");
        assert_eq!(
            at("http://127.0.0.1:3000/dev/oidc/"),
            "http://127.0.0.1:3000/dev/oidc/.well-known/openid-configuration"
        );
    }
}
