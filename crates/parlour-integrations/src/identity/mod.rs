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
mod provider_client;

use std::fmt;
use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::Url;

use cached_fetch::CachedFetch;
use claims::ExpectedClaims;
use provider_client::ProviderClient;

pub use error::{BadToken, Endpoint, EndpointFailure, IdentityError, ProviderRefusal};

const SCOPE: &str = "openid email profile";
const MAX_PICTURE_URL_LENGTH: usize = 2_048;

/// The configured identity provider. Clones share the cached documents.
#[derive(Clone)]
pub struct IdentityProvider {
    inner: Arc<ProviderClient>,
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
    /// How long ago the person proved to the provider who they are, if the provider says so.
    pub signed_in_seconds_ago: Option<i64>,
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
            .append_pair(
                "code_challenge",
                &URL_SAFE_NO_PAD.encode(digest(&SHA256, sign_in_secrets.verifier.as_bytes())),
            )
            .append_pair("code_challenge_method", "S256");
        Ok(url)
    }

    /// Like [`authorization_url`](Self::authorization_url), for somebody who shall prove anew who they are, although
    /// the provider may know them.
    pub async fn fresh_authorization_url(
        &self,
        redirect_uri: &str,
        sign_in_secrets: &SignInSecrets,
    ) -> Result<Url, IdentityError> {
        let mut url = self.authorization_url(redirect_uri, sign_in_secrets).await?;
        url.query_pairs_mut().append_pair("prompt", "login").append_pair("max_age", "0");
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
        let tokens = inner.exchange(&discovery, callback.code, redirect_uri, &sign_in_secrets.verifier).await?;
        let claims = inner.verified_claims(&discovery, &tokens).await?;
        let subject = claims.check(&ExpectedClaims {
            issuer: inner.issuer.as_str(),
            client_id: &inner.client_id,
            nonce: &sign_in_secrets.nonce,
            now,
        })?;
        let subject = subject.to_owned();
        let signed_in_seconds_ago = claims.seconds_since_sign_in(now);
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
            picture: profile.picture.filter(|picture| is_picture_url(picture)),
            signed_in_seconds_ago,
        })
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

debug_only! { SignInSecrets {} }

debug_only! { Callback<'_> { iss } }

/// Whether the provider's picture can be shown: an https address of bounded length. Without one, the person has no picture.
fn is_picture_url(sent: &str) -> bool {
    sent.len() <= MAX_PICTURE_URL_LENGTH
        && !sent.contains(char::is_control)
        && Url::parse(sent).is_ok_and(|url| url.scheme() == "https" && url.username().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_short_https_addresses() {
        let longest = format!("https://a.example/{}", "x".repeat(2_048 - 18));
        for sent in ["https://a.example/b.png?size=96", &longest] {
            assert!(is_picture_url(sent), "{sent}");
        }
        for sent in [
            "http://a.example/b.png",
            "javascript:alert(1)",
            "data:image/png;base64,AAAA",
            "https://",
            "https://user@a.example/",
            "https://a.example/\nb",
            "/b.png",
            &format!("{longest}x"),
        ] {
            assert!(!is_picture_url(sent), "{sent}");
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
