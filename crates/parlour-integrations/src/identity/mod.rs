//! The client of the identity provider: OpenID Connect, authorization code with PKCE, state and nonce.
//!
//! The caller provides the random values and the time, stores the [`SignInSecrets`] between the two steps, and compares
//! the `state` of the callback with them.

mod cached_fetch;
mod claims;
mod discovery;
mod error;
mod http;
mod id_token;
mod keys;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use reqwest::header::AUTHORIZATION;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use url::{Url, form_urlencoded};

use cached_fetch::CachedFetch;
use claims::{Claims, ExpectedClaims, Profile};
use discovery::{ClientSecretPlacement, Discovery};
use id_token::IdToken;
use keys::KeySet;

pub use error::{BadToken, Endpoint, EndpointFailure, IdentityError, ProviderRefusal};

const SCOPE: &str = "openid email profile";
const DISCOVERY_CACHE_TIME: Duration = Duration::from_hours(1);

/// The configured identity provider. Clones share the cached documents.
#[derive(Clone)]
pub struct IdentityProvider {
    inner: Arc<ProviderClient>,
}

struct ProviderClient {
    issuer: Url,
    client_id: String,
    client_secret: Option<String>,
    http: reqwest::Client,
    discovery: CachedFetch<Discovery, IdentityError>,
    keys: CachedFetch<KeySet, IdentityError>,
}

/// The random values of one sign-in. The caller creates them and stores them until the callback.
pub struct SignInSecrets {
    pub state: String,
    pub nonce: String,
    /// 43 to 128 characters of the URL-safe alphabet (RFC 7636).
    pub verifier: String,
}

/// The parameters of the callback.
pub struct Callback<'a> {
    pub code: &'a str,
    pub iss: Option<&'a str>,
}

/// A person, identified by `issuer` and `subject` together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The configured issuer, without a trailing slash.
    pub issuer: String,
    pub subject: String,
    pub email: Option<String>,
    pub email_verified: bool,
    pub name: Option<String>,
    /// An https URL.
    pub picture: Option<String>,
}

impl IdentityProvider {
    /// `http` must not follow redirects, which would send the code to other hosts.
    pub fn new(issuer: Url, client_id: String, client_secret: Option<String>, http: reqwest::Client) -> Self {
        let (discovery, keys) = (CachedFetch::new(), CachedFetch::new());
        Self { inner: Arc::new(ProviderClient { issuer, client_id, client_secret, http, discovery, keys }) }
    }

    /// The URL to redirect the browser to.
    pub async fn authorization_url(
        &self,
        redirect_uri: &str,
        sign_in_secrets: &SignInSecrets,
    ) -> Result<Url, IdentityError> {
        let mut url = self.inner.discovery().await?.authorization_endpoint.clone();
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.inner.client_id)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("scope", SCOPE)
            .append_pair("state", &sign_in_secrets.state)
            .append_pair("nonce", &sign_in_secrets.nonce)
            .append_pair("code_challenge", &URL_SAFE_NO_PAD.encode(Sha256::digest(&sign_in_secrets.verifier)))
            .append_pair("code_challenge_method", "S256");
        Ok(url)
    }

    /// Exchanges the code and checks the ID token. `now` is real time in unix seconds.
    pub async fn finish(
        &self,
        callback: Callback<'_>,
        redirect_uri: &str,
        sign_in_secrets: &SignInSecrets,
        now: i64,
    ) -> Result<Identity, IdentityError> {
        let inner = &*self.inner;
        let discovery = inner.discovery().await?;
        let from_issuer = match callback.iss {
            Some(iss) => discovery::same_issuer(iss, inner.issuer.as_str()),
            None => !discovery.callback_names_issuer,
        };
        if !from_issuer {
            return Err(IdentityError::Refused(ProviderRefusal::OtherIssuer));
        }
        let tokens =
            inner.exchange(&discovery, callback.code, redirect_uri, &sign_in_secrets.verifier).await?;
        let claims = inner.verified_claims(&discovery, &tokens).await?;
        let subject = claims.check(&ExpectedClaims {
            issuer: inner.issuer.as_str(),
            client_id: &inner.client_id,
            nonce: &sign_in_secrets.nonce,
            now,
        })?;
        let subject = subject.to_owned();
        let mut profile = claims.profile;
        if profile.email.is_none()
            && let Some(endpoint) = &discovery.userinfo_endpoint
            && let Some(access_token) = &tokens.access_token
        {
            profile = inner.userinfo(endpoint, access_token, &subject).await?.or(profile);
        }
        Ok(Identity {
            issuer: discovery::without_trailing_slash(inner.issuer.as_str()).to_owned(),
            subject,
            email_verified: profile.email_verified && profile.email.is_some(),
            email: profile.email,
            name: profile.name,
            picture: profile.picture.filter(|picture| picture.starts_with("https://")),
        })
    }
}

#[derive(Deserialize)]
struct TokenResponse {
    id_token: Option<String>,
    access_token: Option<String>,
}

impl ProviderClient {
    async fn discovery(&self) -> Result<Arc<Discovery>, IdentityError> {
        let fetch = async {
            let request = self.http.get(discovery::discovery_url(&self.issuer));
            let response = http::send_expecting_ok(&self.http, Endpoint::Discovery, request).await?;
            let discovery = Discovery::parse(&response.body, &self.issuer)
                .map_err(|failure| IdentityError::Unreachable { endpoint: Endpoint::Discovery, failure })?;
            Ok((discovery, DISCOVERY_CACHE_TIME))
        };
        self.discovery.get(Instant::now(), fetch).await
    }

    async fn fetch_keys(&self, discovery: &Discovery) -> Result<(KeySet, Duration), IdentityError> {
        let request = self.http.get(discovery.jwks_uri.clone());
        let response = http::send_expecting_ok(&self.http, Endpoint::Keys, request).await?;
        let keys = KeySet::parse(&response.body).ok_or(unreadable_response(Endpoint::Keys))?;
        Ok((keys, keys::cache_time(response.cache_control.as_deref())))
    }

    async fn exchange(
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
            200 => serde_json::from_slice(&response.body).map_err(|_| unreadable_response(Endpoint::Token)),
            status @ (429 | 500..) => {
                let failure = EndpointFailure::Status(status);
                Err(IdentityError::Unreachable { endpoint: Endpoint::Token, failure })
            }
            status => {
                Err(IdentityError::Refused(ProviderRefusal::Code(oauth_error_code(&response.body, status))))
            }
        }
    }

    async fn verified_claims(
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

    async fn userinfo(
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
            status => {
                let failure = EndpointFailure::Status(status);
                return Err(IdentityError::Unreachable { endpoint: Endpoint::Userinfo, failure });
            }
        }
        let userinfo: Userinfo =
            serde_json::from_slice(&response.body).map_err(|_| unreadable_response(Endpoint::Userinfo))?;
        if userinfo.sub != subject {
            return Err(BadToken::OtherPerson.into());
        }
        Ok(userinfo.profile)
    }
}

fn unreadable_response(endpoint: Endpoint) -> IdentityError {
    IdentityError::Unreachable { endpoint, failure: EndpointFailure::Unreadable }
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

impl fmt::Debug for IdentityProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &self.inner;
        f.debug_struct("IdentityProvider")
            .field("issuer", &inner.issuer.as_str())
            .field("client_id", &inner.client_id)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for SignInSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignInSecrets").finish_non_exhaustive()
    }
}

impl fmt::Debug for Callback<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callback").field("iss", &self.iss).finish_non_exhaustive()
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

    #[test]
    fn nothing_secret_is_ever_printed() {
        let http = reqwest::Client::new();
        let issuer = Url::parse("https://id.example").unwrap();
        let provider = IdentityProvider::new(issuer, "parlour".into(), Some("s3cret".into()), http);
        let sign_in_secrets =
            SignInSecrets { state: "s3cret".into(), nonce: "s3cret".into(), verifier: "s3cret".into() };
        let callback = Callback { code: "s3cret", iss: None };
        assert!(!format!("{provider:?} {sign_in_secrets:?} {callback:?}").contains("s3cret"));
    }
}
