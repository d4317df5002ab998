//! A colour as people write it for the web.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a colour such as #7A3B69")]
pub struct NotAColour;

impl Colour {
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// `#RRGGBB`, in capitals or small letters.
    pub fn parse(typed: &str) -> Result<Self, NotAColour> {
        let digits = typed.strip_prefix('#').ok_or(NotAColour)?;
        // A sign would pass for a digit.
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(NotAColour);
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).map_err(|_| NotAColour)?.to_be_bytes();
        Ok(Self { red, green, blue })
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "#{:02X}{:02X}{:02X}", self.red, self.green, self.blue)
    }
}

impl TryFrom<String> for Colour {
    type Error = NotAColour;

    fn try_from(typed: String) -> Result<Self, NotAColour> {
        Self::parse(&typed)
    }
}

impl From<Colour> for String {
    fn from(colour: Colour) -> Self {
        colour.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_they_are_written() {
        assert_eq!(Colour::parse("#7a3B69"), Ok(Colour::new(0x7a, 0x3b, 0x69)));
        assert_eq!(Colour::new(0, 15, 255).to_string(), "#000FFF");
        for typed in ["", "7A3B69", "#7A3B6", "#7A3B691", "#7A3B6G", "#+A3B69", "red", "#é3B69", "#अअ"] {
            assert_eq!(Colour::parse(typed), Err(NotAColour), "{typed}");
        }
    }
}
