//! The way out of marketing letters: an address that only we can make, which names the person and asks for no session.

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_domain::ids::UserId;
use parlour_store::customers::profiles;
use parlour_store::notifications::email_recipients;
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError, Tx, secrets};

use crate::profile::{self, ProfilePatch};
use crate::request_context::RequestContext;

/// Under which the secret is kept.
const SECRET_NAME: &str = "unsubscribe";
/// So that a signature made for this is good for nothing else.
const PURPOSE: &str = "unsubscribe:";

/// What signs the addresses, the same in every process and for ever: letters are kept for years.
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

    /// Makes the secret where there is none yet.
    pub fn get_or_make(tx: &mut Tx<'_>, context: &RequestContext) -> Result<Self, DbError> {
        let secret = secrets::get_or_create(tx, SECRET_NAME, &context.rng.token(), context.now)?;
        Ok(Self::new(&secret))
    }

    /// None as long as no email was written that would need it.
    pub fn get(conn: &mut Conn<'_>) -> Result<Option<Self>, DbError> {
        Ok(secrets::get(conn, SECRET_NAME)?.map(|secret| Self::new(&secret)))
    }

    /// Where somebody ends the letters; `home_url` is the customer app's, without a slash at the end.
    pub fn url(&self, home_url: &str, user: &UserId) -> String {
        format!("{home_url}/unsubscribe/{}", self.token(user))
    }

    fn token(&self, user: &UserId) -> String {
        let signature = hmac::sign(&self.0, signed_text(user).as_bytes());
        format!("{}.{}", URL_SAFE_NO_PAD.encode(user.as_str()), URL_SAFE_NO_PAD.encode(signature))
    }

    /// Whom a token names, if we made it.
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

/// Whom the token names. None for one that is not ours.
pub fn user_of_token(conn: &mut Conn<'_>, token: &str) -> Result<Option<UserId>, DbError> {
    Ok(UnsubscribeKey::get(conn)?.and_then(|key| key.user_of_token(token)))
}

/// No marketing letters any more, to whoever that person has become. Once is enough; whoever was erased gets none anyway.
pub fn unsubscribe(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId) -> Result<(), DbError> {
    let Some(user) = lock_current_user(tx, user)? else { return Ok(()) };
    if profiles::find_by_user(tx, &user)?.is_some_and(|profile| profile.marketing_consent) {
        let patch = ProfilePatch { marketing_consent: Some(false), ..ProfilePatch::default() };
        profile::change(tx, context, &user, &patch)?;
    }
    Ok(())
}

/// Held, so that whatever they change themselves comes before or after, and nothing of it is lost.
fn lock_current_user(tx: &mut Tx<'_>, user: &UserId) -> Result<Option<UserId>, DbError> {
    let mut known = email_recipients::resolve_merged_user(tx, user)?;
    while let Some(now) = known {
        if user_records::lock_user(tx, &now)?.is_some() {
            return Ok(Some(now));
        }
        // Erased; or merged into somebody else while this waited.
        known = email_recipients::resolve_merged_user(tx, &now)?.filter(|later| *later != now);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_one_person_and_cannot_be_made_up() {
        let (key, asha) = (UnsubscribeKey::new("secret"), UserId::new("user/आशा.1"));
        let token = key.token(&asha);
        assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)), "{token}");
        assert_eq!(key.read(&token), Some(asha.clone()));
        assert_eq!(UnsubscribeKey::new("other").read(&token), None);
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
            assert_eq!(key.read(forged), None, "{forged}");
        }
    }
}
