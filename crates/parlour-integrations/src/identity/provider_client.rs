//! The requests to the identity provider, and what is cached of its answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::AUTHORIZATION;
use serde::Deserialize;
use url::{Url, form_urlencoded};

use super::cached_fetch::CachedFetch;
use super::claims::{Claims, Profile};
use super::discovery::{self, ClientSecretPlacement, Discovery};
use super::error::{BadToken, Endpoint, EndpointFailure, IdentityError, ProviderRefusal};
use super::http;
use super::id_token::IdToken;
use super::keys::{self, KeySet};

const DISCOVERY_CACHE_TIME: Duration = Duration::from_hours(1);

pub(super) struct ProviderClient {
    pub(super) issuer: Url,
    pub(super) client_id: String,
    pub(super) client_secret: Option<String>,
    pub(super) http: reqwest::Client,
    pub(super) discovery: CachedFetch<Discovery, IdentityError>,
    pub(super) keys: CachedFetch<KeySet, IdentityError>,
}

#[derive(Deserialize)]
pub(super) struct TokenResponse {
    id_token: Option<String>,
    pub(super) access_token: Option<String>,
}

impl ProviderClient {
    pub(super) async fn discovery(&self) -> Result<Arc<Discovery>, IdentityError> {
        let fetch = async {
            let request = self.http.get(discovery::discovery_url(&self.issuer));
            let response = http::send_expecting_ok(&self.http, Endpoint::Discovery, request).await?;
            let discovery = Discovery::parse(&response.body, &self.issuer)
                .map_err(|failure| Endpoint::Discovery.failed(failure))?;
            Ok((discovery, DISCOVERY_CACHE_TIME))
        };
        self.discovery.get(Instant::now(), fetch).await
    }

    async fn fetch_keys(&self, discovery: &Discovery) -> Result<(KeySet, Duration), IdentityError> {
        let request = self.http.get(discovery.jwks_uri.clone());
        let response = http::send_expecting_ok(&self.http, Endpoint::Keys, request).await?;
        let keys = KeySet::parse(&response.body).ok_or(Endpoint::Keys.failed(EndpointFailure::Unreadable))?;
        Ok((keys, keys::cache_time(response.cache_control.as_deref())))
    }

    pub(super) async fn exchange(
        &self,
        discovery: &Discovery,
        code: &str,
        redirect_uri: &str,
        verifier: &str,
    ) -> Result<TokenResponse, IdentityError> {
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect_uri),
            ("code_verifier", verifier),
            ("client_id", &self.client_id),
        ];
        let mut request = self.http.post(discovery.token_endpoint.clone());
        match (&self.client_secret, discovery.client_secret_placement) {
            (Some(secret), ClientSecretPlacement::InHeader) => {
                request = request.header(AUTHORIZATION, basic_authorization(&self.client_id, secret));
            }
            (Some(secret), ClientSecretPlacement::InForm) => form.push(("client_secret", secret)),
            (None, _) => {}
        }
        let response = http::send(&self.http, Endpoint::Token, request.form(&form)).await?;
        match response.status.as_u16() {
            200 => {
                serde_json::from_slice(&response.body).map_err(|_| Endpoint::Token.failed(EndpointFailure::Unreadable))
            }
            status @ (429 | 500..) => Err(Endpoint::Token.failed(EndpointFailure::Status(status))),
            status => Err(IdentityError::Refused(ProviderRefusal::Code(oauth_error_code(&response.body, status)))),
        }
    }

    pub(super) async fn verified_claims(
        &self,
        discovery: &Discovery,
        tokens: &TokenResponse,
    ) -> Result<Claims, IdentityError> {
        let token = IdToken::parse(tokens.id_token.as_deref().ok_or(BadToken::Missing)?)?;
        let kid = token.kid.as_deref();
        let mut keys = self.keys.get(Instant::now(), self.fetch_keys(discovery)).await?;
        if keys.find(token.algorithm, kid).is_none() {
            // The provider may have changed its keys.
            let renewed = self.keys.renew(Instant::now(), self.fetch_keys(discovery)).await?;
            keys = renewed.ok_or(BadToken::UnknownKey)?;
        }
        let key = keys.find(token.algorithm, kid).ok_or(BadToken::UnknownKey)?;
        let claims = token.claims(key)?;
        if let (Some(at_hash), Some(access_token)) = (&claims.at_hash, &tokens.access_token)
            && !token.matches_access_token(access_token, at_hash)
        {
            return Err(BadToken::AccessTokenHash.into());
        }
        Ok(claims)
    }

    pub(super) async fn userinfo(
        &self,
        endpoint: &Url,
        access_token: &str,
        subject: &str,
    ) -> Result<Profile, IdentityError> {
        #[derive(Deserialize)]
        struct Userinfo {
            sub: String,
            #[serde(flatten)]
            profile: Profile,
        }
        let request = self.http.get(endpoint.clone()).bearer_auth(access_token);
        let response = http::send(&self.http, Endpoint::Userinfo, request).await?;
        match response.status.as_u16() {
            200 => {}
            401 | 403 => return Err(IdentityError::Refused(ProviderRefusal::Userinfo)),
            status => return Err(Endpoint::Userinfo.failed(EndpointFailure::Status(status))),
        }
        let userinfo: Userinfo = serde_json::from_slice(&response.body)
            .map_err(|_| Endpoint::Userinfo.failed(EndpointFailure::Unreadable))?;
        if userinfo.sub != subject {
            return Err(BadToken::OtherPerson.into());
        }
        Ok(userinfo.profile)
    }
}

/// RFC 6749, 2.3.1: both parts are form-encoded before they are joined.
fn basic_authorization(client_id: &str, secret: &str) -> String {
    let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    format!("Basic {}", STANDARD.encode(format!("{}:{}", encoded(client_id), encoded(secret))))
}

/// The error code of a refusal. Other texts are not repeated, because they could contain secrets.
fn oauth_error_code(body: &[u8], status: u16) -> String {
    #[derive(Deserialize)]
    struct OAuthError {
        error: String,
    }
    match serde_json::from_slice::<OAuthError>(body) {
        Ok(OAuthError { error })
            if error.len() <= 40 && error.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') =>
        {
            error
        }
        _ => format!("status {status}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_is_form_encoded_inside_the_header() {
        assert_eq!(
            basic_authorization("parlour", "a:b/c d%"),
            format!("Basic {}", STANDARD.encode("parlour:a%3Ab%2Fc+d%25"))
        );
    }

    #[test]
    fn only_an_error_code_is_repeated() {
        assert_eq!(
            oauth_error_code(b"{\"error\":\"invalid_grant\",\"error_description\":\"code abc\"}", 400),
            "invalid_grant"
        );
        for body in ["", "<html>", "{}", "{\"error\":\"Code 4/0AX4 expired\"}", "{\"error\":7}"] {
            assert_eq!(oauth_error_code(body.as_bytes(), 400), "status 400");
        }
    }
}
