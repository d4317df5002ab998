//! How a branch's invoices look: one colour, one picture.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_domain::invoice_document::Colour;
use parlour_domain::picture::{MOST_POINTS, Picture};
use parlour_store::branch_looks::Look;
use parlour_store::branches::Branch;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::audit::state;

/// So large that it fits a request, and small enough for every invoice.
pub const LARGEST_LOGO_BYTES: usize = 150 * 1_024;

/// A picture that invoices can be printed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotALogo {
    #[error("must be a PNG or JPEG in base64")]
    NoPicture,
    #[error("must have at most {} KiB", LARGEST_LOGO_BYTES / 1_024)]
    TooLarge,
    #[error("must be a PNG or JPEG of at most {} million points", MOST_POINTS / 1_000_000)]
    NotDrawable,
}

impl Logo {
    pub fn parse(typed: &str) -> Result<Self, NotALogo> {
        let typed = typed.trim();
        if typed.len() > LARGEST_LOGO_BYTES.div_ceil(3) * 4 {
            return Err(NotALogo::TooLarge);
        }
        let file = STANDARD.decode(typed).map_err(|_| NotALogo::NoPicture)?;
        if file.len() > LARGEST_LOGO_BYTES {
            return Err(NotALogo::TooLarge);
        }
        Picture::read(&file).ok_or(NotALogo::NotDrawable)?;
        Ok(Self(typed.to_owned()))
    }
}

/// What an owner says of it; what is absent stays.
#[derive(Debug, Clone, Default)]
pub struct LookWish {
    pub brand_colour: Option<Option<Colour>>,
    pub logo: Option<Option<Logo>>,
}

impl LookWish {
    pub(super) fn applied_to(&self, look: &Look) -> Look {
        let mut look = look.clone();
        if let Some(colour) = self.brand_colour {
            look.brand_colour = colour.map(|colour| colour.to_string());
        }
        if let Some(logo) = &self.logo {
            look.logo = logo.as_ref().map(|logo| logo.0.clone());
        }
        look
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logged<'a> {
    #[serde(flatten)]
    branch: &'a Branch,
    brand_colour: Option<&'a str>,
    logo: Option<String>,
}

/// A branch's state as the log keeps it, in which the picture is named.
pub(super) fn logged(branch: &Branch, look: &Look) -> Option<String> {
    let logo = look.logo.as_deref().map(named);
    state(&Logged { branch, brand_colour: look.brand_colour.as_deref(), logo })
}

/// `PNG, 300 × 120, 4711 bytes, sha256 8f43…`.
fn named(logo: &str) -> String {
    let file = STANDARD.decode(logo).unwrap_or_default();
    let digest = Sha256::digest(&file).first_chunk().map_or(0, |start| u64::from_be_bytes(*start));
    match Picture::read(&file) {
        Some(Picture { kind, width, height }) => {
            format!("{}, {width} × {height}, {} bytes, sha256 {digest:016x}…", kind.as_str(), file.len())
        }
        None => format!("{} bytes, sha256 {digest:016x}…", file.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(bytes: usize) -> String {
        let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x01\x2c\0\0\0\x78".to_vec();
        file.resize(bytes.max(file.len()), 0);
        STANDARD.encode(file)
    }

    #[test]
    fn a_logo_is_a_picture_of_a_size() {
        assert_eq!(Logo::parse(&format!(" {}\n", png(0))), Ok(Logo(png(0))));
        assert!(Logo::parse(&png(LARGEST_LOGO_BYTES)).is_ok());
        assert_eq!(Logo::parse(&png(LARGEST_LOGO_BYTES + 1)), Err(NotALogo::TooLarge));
        assert_eq!(Logo::parse(&"A".repeat(300_000)), Err(NotALogo::TooLarge));
        assert_eq!(Logo::parse("not base64!"), Err(NotALogo::NoPicture));
        assert_eq!(Logo::parse(&STANDARD.encode("<svg/>")), Err(NotALogo::NotDrawable));
    }

    #[test]
    fn the_log_names_it() {
        let name = named(&png(4_711));
        assert!(name.starts_with("PNG, 300 × 120, 4711 bytes, sha256 ") && name.len() < 80, "{name}");
        assert_ne!(named(&png(4_711)), named(&png(4_712)));
    }
}
