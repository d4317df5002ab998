//! A sign-in that was started and has not ended. The browser keeps it in a cookie, signed, while it is at the identity
//! provider; the server keeps nothing.

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_domain::auth::app_kind::AppKind;
use parlour_store::{DbError, Tx};
use serde::{Deserialize, Serialize};
use tokio::sync::OnceCell;

use crate::App;

/// How long the person may take at the identity provider.
pub const PENDING_SIGN_IN_SECONDS: i64 = 600;
const SECRET_NAME: &str = "sign-in";

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingSignIn {
    pub state: String,
    pub nonce: String,
    pub verifier: String,
    pub return_to: String,
    /// Unix seconds of real time.
    pub expires_at: i64,
}

/// Does not print the secrets.
impl std::fmt::Debug for PendingSignIn {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("PendingSignIn")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PendingSignInRefusal {
    #[error("the cookie of the sign-in was not made here")]
    Forged,
    #[error("the sign-in took too long")]
    Expired,
}

/// Signs with a secret in the database, which all processes share.
#[derive(Default)]
pub struct PendingSignIns {
    signer: OnceCell<PendingSignInSigner>,
}

/// Does not print the secret.
impl std::fmt::Debug for PendingSignIns {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("PendingSignIns")
    }
}

impl PendingSignIns {
    pub async fn signer(&self, app: &App) -> Result<&PendingSignInSigner, DbError> {
        let create = || async {
            let (secrets, new_secret, now) = (app.secrets.clone(), app.rng.token(), app.clock.now());
            let read_secret = move |tx: &mut Tx<'_>| secrets.get_or_create(tx, SECRET_NAME, &new_secret, now);
            Ok(PendingSignInSigner::new(&app.db.write_by_any_clock(read_secret).await?))
        };
        self.signer.get_or_try_init(create).await
    }
}

pub struct PendingSignInSigner(hmac::Key);

impl std::fmt::Debug for PendingSignInSigner {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("PendingSignInSigner")
    }
}

impl PendingSignInSigner {
    fn new(secret: &str) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()))
    }

    /// The value of the cookie.
    pub fn sign(&self, app: AppKind, pending: &PendingSignIn) -> Result<String, serde_json::Error> {
        let content = URL_SAFE_NO_PAD.encode(serde_json::to_vec(pending)?);
        let signature = hmac::sign(&self.0, signed_text(app, &content).as_bytes());
        Ok(format!("{content}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }

    /// `now` is real time in unix seconds.
    pub fn verify(&self, app: AppKind, cookie: &str, now: i64) -> Result<PendingSignIn, PendingSignInRefusal> {
        let (content, signature) = cookie.split_once('.').ok_or(PendingSignInRefusal::Forged)?;
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| PendingSignInRefusal::Forged)?;
        hmac::verify(&self.0, signed_text(app, content).as_bytes(), &signature)
            .map_err(|_| PendingSignInRefusal::Forged)?;
        let content = URL_SAFE_NO_PAD.decode(content).map_err(|_| PendingSignInRefusal::Forged)?;
        let pending: PendingSignIn = serde_json::from_slice(&content).map_err(|_| PendingSignInRefusal::Forged)?;
        if now < pending.expires_at { Ok(pending) } else { Err(PendingSignInRefusal::Expired) }
    }
}

/// With the app, so that the cookie of one app is not accepted by the other.
fn signed_text(app: AppKind, content: &str) -> String {
    format!("{}\n{content}", app.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending() -> PendingSignIn {
        PendingSignIn {
            state: "s".into(),
            nonce: "n".into(),
            verifier: "v".into(),
            return_to: "/visits?day=1".into(),
            expires_at: 1_000,
        }
    }

    #[test]
    fn a_cookie_is_valid_on_its_app_until_it_expires() {
        let signer = PendingSignInSigner::new("secret");
        let cookie = signer.sign(AppKind::Customer, &pending()).unwrap();
        assert!(cookie.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)), "{cookie}");
        assert_eq!(signer.verify(AppKind::Customer, &cookie, 999), Ok(pending()));
        assert_eq!(signer.verify(AppKind::Customer, &cookie, 1_000), Err(PendingSignInRefusal::Expired));
        assert_eq!(signer.verify(AppKind::Admin, &cookie, 999), Err(PendingSignInRefusal::Forged));
        let other = PendingSignInSigner::new("other");
        assert_eq!(other.verify(AppKind::Customer, &cookie, 999), Err(PendingSignInRefusal::Forged));
    }

    #[test]
    fn a_changed_cookie_is_refused() {
        let signer = PendingSignInSigner::new("secret");
        let cookie = signer.sign(AppKind::Customer, &pending()).unwrap();
        for (at, byte) in cookie.bytes().enumerate() {
            let mut other = cookie.clone().into_bytes();
            other[at] = if byte == b'A' { b'B' } else { b'A' };
            let other = String::from_utf8(other).unwrap();
            assert_eq!(signer.verify(AppKind::Customer, &other, 0), Err(PendingSignInRefusal::Forged), "at {at}");
        }
        let (content, signature) = cookie.split_once('.').unwrap();
        for wrong in ["", ".", content, &format!("{content}."), &format!(".{signature}"), &format!("{cookie}A"), "é.é"]
        {
            assert_eq!(signer.verify(AppKind::Customer, wrong, 0), Err(PendingSignInRefusal::Forged), "{wrong}");
        }
    }
}
