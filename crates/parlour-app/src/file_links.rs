//! Signed addresses that let anybody read one file for a limited time, without a session.

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_integrations::clock::Clock;
use parlour_store::{DbError, Tx};
use tokio::sync::OnceCell;

use crate::App;

/// How long an address is valid.
pub const LINK_LIFETIME_SECONDS: i64 = 15 * 60;
const SECRET_NAME: &str = "file-links";

/// A stored file, and the name under which browsers save it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedFile {
    pub name: String,
    pub download_name: String,
}

/// Signs with a secret in the database, which all processes share.
#[derive(Default)]
pub struct FileLinks {
    signer: OnceCell<Signer>,
}

/// Does not print the secret.
impl std::fmt::Debug for FileLinks {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("FileLinks")
    }
}

impl FileLinks {
    /// A new path `/files/…`. It expires by real time, because business time may be set.
    pub async fn signed_path(&self, app: &App, file: &LinkedFile) -> Result<String, DbError> {
        let signer = self.signer(app).await?;
        Ok(format!("/files/{}", signer.sign(file, Clock::real_unix_seconds() + LINK_LIFETIME_SECONDS)))
    }

    /// The file of a token. None if the token is not ours or has expired.
    pub async fn file_of_token(&self, app: &App, token: &str) -> Result<Option<LinkedFile>, DbError> {
        Ok(self.signer(app).await?.verify(token, Clock::real_unix_seconds()))
    }

    pub async fn signer(&self, app: &App) -> Result<&Signer, DbError> {
        let create = || async {
            let (secrets, fresh, now) = (app.secrets.clone(), app.rng.token(), app.clock.now());
            let read_secret = move |tx: &mut Tx<'_>| secrets.get_or_create(tx, SECRET_NAME, &fresh, now);
            Ok(Signer::new(&app.db.write_by_any_clock(read_secret).await?))
        };
        self.signer.get_or_try_init(create).await
    }
}

pub struct Signer(hmac::Key);

impl std::fmt::Debug for Signer {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Signer")
    }
}

impl Signer {
    fn new(secret: &str) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()))
    }

    /// The names must not contain a line break.
    pub fn sign(&self, file: &LinkedFile, expires_at: i64) -> String {
        let signed_text = format!("{expires_at}\n{}\n{}", file.name, file.download_name);
        let signature = hmac::sign(&self.0, signed_text.as_bytes());
        format!("{}.{}", URL_SAFE_NO_PAD.encode(&signed_text), URL_SAFE_NO_PAD.encode(signature))
    }

    fn verify(&self, token: &str, now: i64) -> Option<LinkedFile> {
        let (signed_text, signature) = token.split_once('.')?;
        let signed_text = URL_SAFE_NO_PAD.decode(signed_text).ok()?;
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        hmac::verify(&self.0, &signed_text, &signature).ok()?;
        let signed_text = String::from_utf8(signed_text).ok()?;
        let (expires_at, file) = signed_text.split_once('\n')?;
        let (name, download_name) = file.split_once('\n')?;
        let is_valid = now < expires_at.parse::<i64>().ok()?;
        is_valid.then(|| LinkedFile { name: name.to_owned(), download_name: download_name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invoice() -> LinkedFile {
        LinkedFile { name: "invoices/PUN/2627/7.pdf".into(), download_name: "PUN-2627-000042.pdf".into() }
    }

    #[test]
    fn a_token_opens_its_file_until_it_expires() {
        let signer = Signer::new("secret");
        let token = signer.sign(&invoice(), 1_000);
        assert_eq!(signer.verify(&token, 0), Some(invoice()));
        assert_eq!(signer.verify(&token, 999), Some(invoice()));
        assert_eq!(signer.verify(&token, 1_000), None);
        assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)), "{token}");
    }

    #[test]
    fn forged_tokens_are_refused() {
        let signer = Signer::new("secret");
        let token = signer.sign(&invoice(), 1_000);
        for (at, byte) in token.bytes().enumerate() {
            let mut other = token.clone().into_bytes();
            other[at] = if byte == b'A' { b'B' } else { b'A' };
            assert_eq!(signer.verify(&String::from_utf8(other).unwrap(), 0), None, "changed at {at}");
        }
        let (signed_text, signature) = token.split_once('.').unwrap();
        for wrong in [
            "",
            ".",
            signed_text,
            signature,
            &format!("{signed_text}."),
            &format!(".{signature}"),
            &format!("{token}A"),
            "é.é",
        ] {
            assert_eq!(signer.verify(wrong, 0), None, "{wrong}");
        }
        assert_eq!(Signer::new("other").verify(&token, 0), None);
    }
}
