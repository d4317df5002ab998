//! Keys that this installation has generated for itself, by name. All processes share them through the database, which
//! keeps them encrypted if there is a `PARLOUR_SECRET_KEY`.

use std::sync::Arc;

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_domain::ist::Timestamp;
use parlour_store::{Conn, DbError, Tx, secrets};

/// In front of what is encrypted: nonce, then ciphertext and tag, in base64. A key that is not encrypted has only letters,
/// digits, `-` and `_`.
const VERSION_1: &str = "aes-256-gcm:1:";

/// The key of `PARLOUR_SECRET_KEY`.
#[derive(Clone)]
pub struct SecretKey(Arc<RandomizedNonceKey>);

/// Does not print the key.
impl std::fmt::Debug for SecretKey {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("SecretKey")
    }
}

impl SecretKey {
    /// Reads 32 bytes in base64.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = STANDARD.decode(text).ok()?;
        RandomizedNonceKey::new(&AES_256_GCM, &bytes).ok().map(|key| Self(Arc::new(key)))
    }

    /// The name is authenticated too, so that no stored key can be put in the place of another.
    fn encrypt(&self, name: &str, value: &str) -> Result<String, SecretsError> {
        let mut sealed = value.as_bytes().to_vec();
        let nonce = self.0.seal_in_place_append_tag(Aad::from(name), &mut sealed).map_err(|_| SecretsError::Random)?;
        let bytes = [nonce.as_ref().as_slice(), &sealed].concat();
        Ok(format!("{VERSION_1}{}", STANDARD.encode(bytes)))
    }

    fn decrypt(&self, name: &str, encoded: &str) -> Option<String> {
        let bytes = STANDARD.decode(encoded).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_LEN)?;
        let (nonce, mut sealed) = (Nonce::try_assume_unique_for_key(nonce).ok()?, sealed.to_vec());
        let value = self.0.open_in_place(nonce, Aad::from(name), &mut sealed).ok()?;
        String::from_utf8(value.to_vec()).ok()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SecretsError {
    #[error(
        "PARLOUR_SECRET_KEY is not set, but the database keeps keys that are encrypted with one; set the key that this \
         installation used before"
    )]
    KeyMissing,
    #[error(
        "PARLOUR_SECRET_KEY is not the key with which the database was encrypted (its entry {0:?} cannot be read); set \
         the key that this installation used before"
    )]
    WrongKey(String),
    #[error("no random bytes to encrypt a key with")]
    Random,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SecretsError> for DbError {
    fn from(error: SecretsError) -> Self {
        match error {
            SecretsError::Db(error) => error,
            other => Self::Statement(other.to_string()),
        }
    }
}

/// The stored keys. Without a secret key, as in development, they are stored as they are.
#[derive(Debug, Clone, Default)]
pub struct Secrets {
    key: Option<SecretKey>,
}

impl Secrets {
    pub fn new(key: Option<SecretKey>) -> Self {
        Self { key }
    }

    /// Checks that every stored key can be read.
    pub fn check(&self, conn: &mut Conn<'_>) -> Result<(), SecretsError> {
        secrets::list(conn)?.iter().try_for_each(|(name, stored)| self.read(name, stored).map(drop))
    }

    /// At start: encrypts the keys that are not encrypted yet. Changes nothing if one cannot be read.
    pub fn check_and_encrypt(&self, tx: &mut Tx<'_>) -> Result<(), SecretsError> {
        self.check(tx)?;
        let Some(key) = &self.key else { return Ok(()) };
        for (name, value) in secrets::list(tx)?.iter().filter(|(_, stored)| !stored.starts_with(VERSION_1)) {
            secrets::replace(tx, name, value, &key.encrypt(name, value)?)?;
            // The key as it was must not stay in the log.
            tx.note_erasure();
        }
        Ok(())
    }

    pub fn get(&self, conn: &mut Conn<'_>, name: &str) -> Result<Option<String>, DbError> {
        let stored = secrets::get(conn, name)?;
        Ok(stored.map(|stored| self.read(name, &stored)).transpose()?)
    }

    /// The key of this name. If there is none, `new_value` is stored. Two concurrent calls both get the value that was
    /// stored first.
    pub fn get_or_create(
        &self,
        tx: &mut Tx<'_>,
        name: &str,
        new_value: &str,
        now: Timestamp,
    ) -> Result<String, DbError> {
        let written = match &self.key {
            Some(key) => &key.encrypt(name, new_value)?,
            None => new_value,
        };
        let stored = secrets::get_or_create(tx, name, written, now)?;
        Ok(self.read(name, &stored)?)
    }

    fn read(&self, name: &str, stored: &str) -> Result<String, SecretsError> {
        let Some(encoded) = stored.strip_prefix(VERSION_1) else { return Ok(stored.to_owned()) };
        let key = self.key.as_ref().ok_or(SecretsError::KeyMissing)?;
        key.decrypt(name, encoded).ok_or_else(|| SecretsError::WrongKey(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> SecretKey {
        SecretKey::parse(&STANDARD.encode([byte; 32])).unwrap()
    }

    #[test]
    fn a_key_is_32_bytes_in_base64() {
        assert!(SecretKey::parse("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=").is_some());
        let (short, long) = (STANDARD.encode([1; 31]), STANDARD.encode([1; 33]));
        for wrong in ["", "secret", "AAAA", &short, &long, "________________________________________________"] {
            assert!(SecretKey::parse(wrong).is_none(), "{wrong}");
        }
        assert_eq!(format!("{:?}", key(1)), "SecretKey");
    }

    #[test]
    fn an_encrypted_value_is_read_with_its_key_and_name_only() {
        let (own, other) = (Secrets::new(Some(key(1))), Secrets::new(Some(key(2))));
        let stored = key(1).encrypt("invoicing", "hunter2").unwrap();
        assert!(stored.starts_with(VERSION_1) && !stored.contains("hunter2"), "{stored}");
        assert_ne!(stored, key(1).encrypt("invoicing", "hunter2").unwrap(), "a nonce is used once");
        assert_eq!(own.read("invoicing", &stored).unwrap(), "hunter2");
        assert!(matches!(own.read("unsubscribe", &stored), Err(SecretsError::WrongKey(_))));
        assert!(matches!(other.read("invoicing", &stored), Err(SecretsError::WrongKey(_))));
        assert!(matches!(Secrets::default().read("invoicing", &stored), Err(SecretsError::KeyMissing)));
        for broken in [&stored[..stored.len() - 4], VERSION_1, "aes-256-gcm:1:AAAA", "aes-256-gcm:1:?"] {
            assert!(matches!(own.read("invoicing", broken), Err(SecretsError::WrongKey(_))), "{broken}");
        }
    }

    #[test]
    fn what_is_not_encrypted_is_read_as_it_is() {
        for secrets in [Secrets::default(), Secrets::new(Some(key(1)))] {
            assert_eq!(secrets.read("invoicing", "plain").unwrap(), "plain");
        }
    }
}
