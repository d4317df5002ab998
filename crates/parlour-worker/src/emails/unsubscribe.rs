//! Unsubscribing from marketing e-mails: a signed link that names the customer and needs no session.

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_app::profile::{self, ProfilePatch};
use parlour_app::request_context::RequestContext;
use parlour_app::secrets::Secrets;
use parlour_domain::ids::UserId;
use parlour_store::customers::profiles;
use parlour_store::notifications::email_recipients;
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError, Tx};

/// The name of the secret in the database.
const SECRET_NAME: &str = "unsubscribe";
/// Part of the signed text, so that a signature cannot be used for anything else.
const PURPOSE: &str = "unsubscribe:";

/// The key that signs the links. It never changes, because people keep e-mails for years.
#[derive(Clone)]
pub struct UnsubscribeKey(hmac::Key);

impl std::fmt::Debug for UnsubscribeKey {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("UnsubscribeKey")
    }
}

impl UnsubscribeKey {
    fn new(secret: &str) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()))
    }

    /// Creates the secret if there is none yet.
    pub fn get_or_create(tx: &mut Tx<'_>, secrets: &Secrets, context: &RequestContext) -> Result<Self, DbError> {
        let secret = secrets.get_or_create(tx, SECRET_NAME, &context.rng.token(), context.now)?;
        Ok(Self::new(&secret))
    }

    /// `None` until the first marketing e-mail is written.
    pub fn get(conn: &mut Conn<'_>, secrets: &Secrets) -> Result<Option<Self>, DbError> {
        Ok(secrets.get(conn, SECRET_NAME)?.map(|secret| Self::new(&secret)))
    }

    /// The link for one customer; `home_url` is the URL of the customer app, without a slash at the end.
    pub fn url(&self, home_url: &str, user: &UserId) -> String {
        format!("{home_url}/unsubscribe/{}", self.token(user))
    }

    fn token(&self, user: &UserId) -> String {
        let signature = hmac::sign(&self.0, signed_text(user).as_bytes());
        format!("{}.{}", URL_SAFE_NO_PAD.encode(user.as_str()), URL_SAFE_NO_PAD.encode(signature))
    }

    /// The customer that a token names; `None` if the signature is wrong.
    pub fn user_of_token(&self, token: &str) -> Option<UserId> {
        let (user, signature) = token.split_once('.')?;
        let user = UserId::new(String::from_utf8(URL_SAFE_NO_PAD.decode(user).ok()?).ok()?);
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        hmac::verify(&self.0, signed_text(&user).as_bytes(), &signature).ok().map(|()| user)
    }
}

fn signed_text(user: &UserId) -> String {
    format!("{PURPOSE}{user}")
}

/// The customer that a token names; `None` if we did not sign it.
pub fn user_of_token(conn: &mut Conn<'_>, secrets: &Secrets, token: &str) -> Result<Option<UserId>, DbError> {
    Ok(UnsubscribeKey::get(conn, secrets)?.and_then(|key| key.user_of_token(token)))
}

/// Withdraws the consent to marketing e-mails. A customer who was merged is found under the remaining account; for an
/// erased customer nothing happens.
pub fn unsubscribe(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId) -> Result<(), DbError> {
    let Some(user) = lock_current_user(tx, user)? else { return Ok(()) };
    if profiles::find_by_user(tx, &user)?.is_some_and(|profile| profile.marketing_consent) {
        let patch = ProfilePatch { marketing_consent: Some(false), ..ProfilePatch::default() };
        profile::change(tx, context, &user, &patch)?;
    }
    Ok(())
}

/// Locks the account, so that no change of the customer at the same time is lost.
fn lock_current_user(tx: &mut Tx<'_>, user: &UserId) -> Result<Option<UserId>, DbError> {
    let mut known = email_recipients::resolve_merged_user(tx, user)?;
    while let Some(current) = known {
        if user_records::lock_user(tx, &current)?.is_some() {
            return Ok(Some(current));
        }
        // Erased, or merged into another account while this waited.
        known = email_recipients::resolve_merged_user(tx, &current)?.filter(|later| *later != current);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_one_customer_and_cannot_be_forged() {
        let (key, asha) = (UnsubscribeKey::new("secret"), UserId::new("user/आशा.1"));
        let token = key.token(&asha);
        assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)), "{token}");
        assert_eq!(key.user_of_token(&token), Some(asha.clone()));
        assert_eq!(UnsubscribeKey::new("other").user_of_token(&token), None);
        let kiran = key.token(&UserId::new("kiran"));
        let (name, _) = token.split_once('.').unwrap();
        let (_, signature) = kiran.split_once('.').unwrap();
        for forged in [
            &format!("{name}.{signature}"),
            &token[1..],
            &token[..token.len() - 1],
            "",
            ".",
            "a.b",
            &format!("{token}="),
        ] {
            assert_eq!(key.user_of_token(forged), None, "{forged}");
        }
    }
}
