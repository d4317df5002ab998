//! The only source of randomness.

use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_domain::ist::Timestamp;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Randomness as a value: from the system, or a repeatable sequence.
#[derive(Debug, Clone)]
pub struct SharedRng(RngSource);

#[derive(Debug, Clone)]
enum RngSource {
    System,
    Seeded(Arc<Mutex<StdRng>>),
}

impl SharedRng {
    pub fn system() -> Self {
        Self(RngSource::System)
    }

    /// The same values every time, for demo data and tests. Never for secrets.
    pub fn seeded(seed: u64) -> Self {
        Self(RngSource::Seeded(Arc::new(Mutex::new(StdRng::seed_from_u64(seed)))))
    }

    #[expect(clippy::disallowed_methods, reason = "the only source of randomness")]
    pub fn fill(&self, bytes: &mut [u8]) {
        match &self.0 {
            RngSource::System => rand::rng().fill_bytes(bytes),
            RngSource::Seeded(sequence) => {
                sequence.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(bytes);
            }
        }
    }

    fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    /// A new identifier. Later ones sort later, which keeps indexes compact.
    pub fn id(&self, now: Timestamp) -> String {
        let millis = u64::try_from(now.millis()).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millis, &self.bytes()).into_uuid().to_string()
    }

    /// 256 random bits as text for a cookie or a URL.
    pub fn token(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes::<32>())
    }

    /// Lower-case letters and digits that are not easily confused.
    pub fn random_letters<const N: usize>(&self) -> String {
        const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        self.bytes::<N>().iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
    }

    /// A number below `bound`, evenly enough distributed for demo data.
    pub fn below(&self, bound: usize) -> usize {
        let draw = u64::from_le_bytes(self.bytes());
        usize::try_from(draw % u64::try_from(bound.max(1)).unwrap_or(1)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeded_rng_repeats_and_system_rng_does_not() {
        let now = Timestamp::from_millis(1_767_225_600_000);
        assert_eq!(SharedRng::seeded(7).id(now), SharedRng::seeded(7).id(now));
        assert_ne!(SharedRng::system().token(), SharedRng::system().token());
        assert_eq!(SharedRng::system().token().len(), 43);
        assert_eq!(SharedRng::system().random_letters::<12>().len(), 12);
    }

    #[test]
    fn identifiers_sort_by_time() {
        let rng = SharedRng::system();
        let (early, late) = (Timestamp::from_millis(1_000), Timestamp::from_millis(2_000));
        assert!(rng.id(early) < rng.id(late));
    }
}
