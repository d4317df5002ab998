//! RFC 8291: encrypts a message for one browser, in one record of the `aes128gcm` coding (RFC 8188).

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use aws_lc_rs::rand;
use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const RECORD_BYTES: u32 = 4096;
const POINT_BYTES: usize = 65;
const SALT_BYTES: usize = 16;
const TAG_BYTES: usize = 16;
/// Ends the last record.
const DELIMITER: u8 = 2;
const HEADER_BYTES: usize = SALT_BYTES + 4 + 1 + POINT_BYTES;

/// Push services accept bodies of 4096 bytes.
pub const MAX_MESSAGE_BYTES: usize = 4096 - HEADER_BYTES - TAG_BYTES - 1;

/// Browsers write no padding, some libraries do.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The keys of one browser, which alone can read the message.
pub(super) struct BrowserKeys {
    public: [u8; POINT_BYTES],
    auth: [u8; 16],
}

impl BrowserKeys {
    /// Parses 65 and 16 bytes in base64url. [`encrypt`] checks that the point lies on the curve.
    pub(super) fn parse(p256dh: &str, auth: &str) -> Option<Self> {
        let public = BASE64.decode(p256dh).ok()?.try_into().ok()?;
        let auth = BASE64.decode(auth).ok()?.try_into().ok()?;
        Some(Self { public, auth })
    }
}

/// Encrypts with a new key pair and salt. Fails if the browser's key is not a point of the curve.
pub(super) fn encrypt(message: &[u8], keys: &BrowserKeys) -> Result<Vec<u8>, Unspecified> {
    let mut salt = [0; SALT_BYTES];
    rand::fill(&mut salt)?;
    encrypt_with(message, keys, &PrivateKey::generate(&ECDH_P256)?, salt)
}

fn encrypt_with(
    message: &[u8],
    keys: &BrowserKeys,
    ours: &PrivateKey,
    salt: [u8; SALT_BYTES],
) -> Result<Vec<u8>, Unspecified> {
    let our_public = ours.compute_public_key()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, &keys.public);
    let secret: [u8; 32] = agree(ours, theirs, Unspecified, |shared| {
        let info: [&[u8]; 3] = [b"WebPush: info\0", &keys.public, our_public.as_ref()];
        expand(&Salt::new(HKDF_SHA256, &keys.auth).extract(shared), &info)
    })?;
    let (key, nonce) = record_key(salt, &secret)?;

    let mut record = Vec::with_capacity(message.len() + 1 + TAG_BYTES);
    record.extend_from_slice(message);
    record.push(DELIMITER);
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;

    let mut body = Vec::with_capacity(HEADER_BYTES + record.len());
    body.extend_from_slice(&salt);
    body.extend_from_slice(&RECORD_BYTES.to_be_bytes());
    body.push(u8::try_from(our_public.as_ref().len()).map_err(|_| Unspecified)?);
    body.extend_from_slice(our_public.as_ref());
    body.append(&mut record);
    Ok(body)
}

/// RFC 8188: key and nonce of the first and only record.
fn record_key(salt: [u8; SALT_BYTES], secret: &[u8]) -> Result<(LessSafeKey, Nonce), Unspecified> {
    let source = Salt::new(HKDF_SHA256, &salt).extract(secret);
    let key: [u8; 16] = expand(&source, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = expand(&source, &[b"Content-Encoding: nonce\0"])?;
    Ok((LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?), Nonce::assume_unique_for_key(nonce)))
}

fn expand<const N: usize>(source: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    source.expand(info, OutputLength::<N>)?.fill(&mut bytes)?;
    Ok(bytes)
}

struct OutputLength<const N: usize>;

impl<const N: usize> KeyType for OutputLength<N> {
    fn len(&self) -> usize {
        N
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    // RFC 8291, section 5 and appendix A.
    const PLAINTEXT: &[u8] = b"When I grow up, I want to be a watermelon";
    const OUR_PRIVATE: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
    const BROWSER_PRIVATE: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
    const BROWSER_PUBLIC: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
    const BODY: &str = concat!(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK",
        "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );

    fn private(text: &str) -> PrivateKey {
        PrivateKey::from_private_key(&ECDH_P256, &BASE64.decode(text).unwrap()).unwrap()
    }

    fn keys() -> BrowserKeys {
        BrowserKeys::parse(BROWSER_PUBLIC, AUTH).unwrap()
    }

    /// Decrypts as the browser does.
    fn open(body: &[u8], browser: &PrivateKey, keys: &BrowserKeys) -> Result<Vec<u8>, Unspecified> {
        let (header, record) = body.split_at(HEADER_BYTES);
        let (salt, our_public) = (header[..SALT_BYTES].try_into().unwrap(), &header[SALT_BYTES + 5..]);
        assert_eq!(header[SALT_BYTES..SALT_BYTES + 5], [0, 0, 0x10, 0, 65]);
        let theirs = UnparsedPublicKey::new(&ECDH_P256, our_public);
        let secret: [u8; 32] = agree(browser, theirs, Unspecified, |shared| {
            let info: [&[u8]; 3] = [b"WebPush: info\0", &keys.public, our_public];
            expand(&Salt::new(HKDF_SHA256, &keys.auth).extract(shared), &info)
        })?;
        let (key, nonce) = record_key(salt, &secret)?;
        let mut record = record.to_vec();
        let opened = key.open_in_place(nonce, Aad::empty(), &mut record)?;
        let (delimiter, message) = opened.split_last().unwrap();
        assert_eq!(*delimiter, DELIMITER);
        Ok(message.to_vec())
    }

    #[test]
    fn the_example_of_the_rfc_is_met_to_the_byte() {
        let salt = BASE64.decode(SALT).unwrap().try_into().unwrap();
        let body = encrypt_with(PLAINTEXT, &keys(), &private(OUR_PRIVATE), salt).unwrap();
        assert_eq!(body, BASE64.decode(BODY).unwrap());
        assert_eq!(open(&body, &private(BROWSER_PRIVATE), &keys()).unwrap(), PLAINTEXT);
    }

    #[test]
    fn the_longest_message_fills_what_push_services_take() {
        assert_eq!(MAX_MESSAGE_BYTES, 3993);
        assert_eq!(encrypt(&[b'a'; MAX_MESSAGE_BYTES], &keys()).unwrap().len(), 4096);
    }

    #[test]
    fn padding_is_as_good_as_none() {
        let padded = BrowserKeys::parse(&format!("{BROWSER_PUBLIC}="), &format!("{AUTH}==")).unwrap();
        assert_eq!((padded.public, padded.auth), (keys().public, keys().auth));
    }

    #[test]
    fn what_is_no_key_is_refused_and_nothing_stumbles() {
        let short = &BROWSER_PUBLIC[..43];
        for (p256dh, auth) in
            [("", AUTH), ("?", AUTH), (short, AUTH), (BROWSER_PUBLIC, ""), (BROWSER_PUBLIC, short), (AUTH, AUTH)]
        {
            assert!(BrowserKeys::parse(p256dh, auth).is_none(), "{p256dh} {auth}");
        }
        let mut off_the_curve = keys();
        off_the_curve.public[64] ^= 1;
        assert!(encrypt(PLAINTEXT, &off_the_curve).is_err());
        let mut compressed = keys();
        compressed.public[0] = 2;
        assert!(encrypt(PLAINTEXT, &compressed).is_err());
        let nothing = BrowserKeys { public: [0; POINT_BYTES], auth: [0; 16] };
        assert!(encrypt(PLAINTEXT, &nothing).is_err());
    }

    proptest! {
        #[test]
        fn the_browser_reads_what_was_written_and_nobody_else(
            message in prop::collection::vec(any::<u8>(), 0..=MAX_MESSAGE_BYTES),
            auth: [u8; 16],
            flipped: prop::sample::Index,
        ) {
            let browser = PrivateKey::generate(&ECDH_P256).unwrap();
            let public = browser.compute_public_key().unwrap().as_ref().try_into().unwrap();
            let keys = BrowserKeys { public, auth };
            let body = encrypt(&message, &keys).unwrap();
            prop_assert_eq!(body.len(), message.len() + HEADER_BYTES + TAG_BYTES + 1);
            prop_assert_eq!(&open(&body, &browser, &keys).unwrap(), &message);
            let stranger = PrivateKey::generate(&ECDH_P256).unwrap();
            prop_assert!(open(&body, &stranger, &keys).is_err());
            let mut changed = body.clone();
            changed[HEADER_BYTES + flipped.index(body.len() - HEADER_BYTES)] ^= 1;
            prop_assert!(open(&changed, &browser, &keys).is_err());
            // Key and salt are never reused.
            let again = encrypt(&message, &keys).unwrap();
            prop_assert_ne!(&again[..HEADER_BYTES], &body[..HEADER_BYTES]);
        }
    }
}
