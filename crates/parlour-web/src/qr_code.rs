//! QR codes, drawn as one path of an SVG picture.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

/// The free squares around a code; the white frame around the picture adds the rest.
const MARGIN: i32 = 2;

/// A QR code as a template draws it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QrPicture {
    /// The `viewBox` of the picture: one unit is one square.
    pub view_box: String,
    /// The dark squares.
    pub path: String,
}

impl QrPicture {
    /// None if the text is too long. A seventh of the squares may be unreadable.
    pub fn of(text: &str) -> Option<Self> {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
        let side = code.size() + 2 * MARGIN;
        let mut path = String::new();
        for row in 0..code.size() {
            let mut column = 0;
            while column < code.size() {
                let length = (column..code.size()).take_while(|at| code.get_module(*at, row)).count();
                let length = i32::try_from(length).ok()?;
                if length > 0 {
                    write!(path, "M{column} {row}h{length}v1h-{length}z").ok()?;
                }
                column += length.max(1);
            }
        }
        Some(Self { view_box: format!("-{MARGIN} -{MARGIN} {side} {side}"), path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_a_square_with_three_corners() {
        let picture = QrPicture::of("upi://pay?pa=salon@okbank&am=1.00").unwrap();
        assert_eq!(picture.view_box, "-2 -2 33 33");
        assert!(picture.path.starts_with("M0 0h7v1h-7z"), "{}", picture.path);
        assert!(picture.path.contains("M22 0h7v1h-7z"), "{}", picture.path);
        assert_eq!(QrPicture::of(&"x".repeat(5_000)), None);
    }
}
