//! Changes to the look of a branch's invoices: one colour, one logo.

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_domain::billing::invoice_document::Colour;
use parlour_domain::image_header::{ImageHeader, MAX_PIXELS};
use parlour_store::branches::branch_records::Branch;
use parlour_store::branches::branding::Branding;
use serde::Serialize;

use crate::audit::state_json;

/// Fits into a request, and is small enough to be part of every invoice.
pub const MAX_LOGO_BYTES: usize = 150 * 1_024;

/// A logo in base64 that can be printed on invoices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LogoError {
    #[error("must be a PNG or JPEG in base64")]
    NoPicture,
    #[error("must have at most {} KiB", MAX_LOGO_BYTES / 1_024)]
    TooLarge,
    #[error("must be a PNG or JPEG of at most {} million points", MAX_PIXELS / 1_000_000)]
    NotDrawable,
}

impl Logo {
    pub fn parse(typed: &str) -> Result<Self, LogoError> {
        let typed = typed.trim();
        if typed.len() > MAX_LOGO_BYTES.div_ceil(3) * 4 {
            return Err(LogoError::TooLarge);
        }
        let file = STANDARD.decode(typed).map_err(|_| LogoError::NoPicture)?;
        if file.len() > MAX_LOGO_BYTES {
            return Err(LogoError::TooLarge);
        }
        ImageHeader::read(&file).ok_or(LogoError::NotDrawable)?;
        Ok(Self(typed.to_owned()))
    }
}

/// Fields to change. An absent field stays, `None` inside removes it.
#[derive(Debug, Clone, Default)]
pub struct BrandingPatch {
    pub brand_colour: Option<Option<Colour>>,
    pub logo: Option<Option<Logo>>,
}

impl BrandingPatch {
    pub(super) fn applied_to(&self, branding: &Branding) -> Branding {
        let mut branding = branding.clone();
        if let Some(colour) = self.brand_colour {
            branding.brand_colour = colour.map(|colour| colour.to_string());
        }
        if let Some(logo) = &self.logo {
            branding.logo = logo.as_ref().map(|logo| logo.0.clone());
        }
        branding
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BranchAuditState<'a> {
    #[serde(flatten)]
    branch: &'a Branch,
    brand_colour: Option<&'a str>,
    logo: Option<String>,
}

/// The audit state of a branch. It describes the logo instead of containing it.
pub(super) fn branch_audit_json(branch: &Branch, branding: &Branding) -> Option<String> {
    let logo = branding.logo.as_deref().map(describe_logo);
    state_json(&BranchAuditState { branch, brand_colour: branding.brand_colour.as_deref(), logo })
}

/// `PNG, 300 × 120, 4711 bytes, sha256 8f43…`.
fn describe_logo(logo: &str) -> String {
    let file = STANDARD.decode(logo).unwrap_or_default();
    let digest = digest(&SHA256, &file).as_ref().first_chunk().map_or(0, |start| u64::from_be_bytes(*start));
    match ImageHeader::read(&file) {
        Some(ImageHeader { kind, width, height }) => {
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
    fn logo_must_be_an_image_within_the_size_limit() {
        assert_eq!(Logo::parse(&format!(" {}\n", png(0))), Ok(Logo(png(0))));
        assert!(Logo::parse(&png(MAX_LOGO_BYTES)).is_ok());
        assert_eq!(Logo::parse(&png(MAX_LOGO_BYTES + 1)), Err(LogoError::TooLarge));
        assert_eq!(Logo::parse(&"A".repeat(300_000)), Err(LogoError::TooLarge));
        assert_eq!(Logo::parse("not base64!"), Err(LogoError::NoPicture));
        assert_eq!(Logo::parse(&STANDARD.encode("<svg/>")), Err(LogoError::NotDrawable));
    }

    #[test]
    fn audit_text_describes_the_logo() {
        let name = describe_logo(&png(4_711));
        assert!(name.starts_with("PNG, 300 × 120, 4711 bytes, sha256 ") && name.len() < 80, "{name}");
        assert_ne!(describe_logo(&png(4_711)), describe_logo(&png(4_712)));
    }
}
