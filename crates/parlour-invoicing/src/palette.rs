//! The colour of the salon, and colours that are readable on it and next to it.

use parlour_domain::billing::invoice_document::Colour;

pub(crate) const WHITE: Colour = Colour::new(255, 255, 255);
/// Text.
pub(crate) const BLACK: Colour = Colour::new(0x1c, 0x22, 0x28);
/// Secondary text.
pub(crate) const GREY: Colour = Colour::new(0x5f, 0x68, 0x71);
/// Lines between rows.
pub(crate) const RULE_GREY: Colour = Colour::new(0xdd, 0xe1, 0xe5);
/// The background of a notice.
pub(crate) const NOTICE_GREY: Colour = Colour::new(0xf1, 0xf3, 0xf5);
/// For a salon that has not chosen a colour: the one that its pages have then.
const DEFAULT_BRAND: Colour = Colour::new(0x8a, 0x2f, 0x5c);
/// The minimum for text in the Web Content Accessibility Guidelines.
const MIN_TEXT_CONTRAST: f32 = 4.5;
/// The minimum for a block to be visible on white paper.
const MIN_BLOCK_CONTRAST: f32 = 1.25;
/// On every colour either this or white is readable.
pub(crate) const PURE_BLACK: Colour = Colour::new(0, 0, 0);

#[derive(Debug, Clone, Copy)]
pub(crate) struct Palette {
    /// The salon's own colour.
    pub(crate) brand: Colour,
    pub(crate) on_brand: Colour,
    /// The colour of the salon, darkened until it is readable on white.
    pub(crate) accent: Colour,
    /// The background of blocks: the colour of the salon, or `accent` if that colour is nearly white.
    pub(crate) block: Colour,
    pub(crate) on_block: Colour,
}

impl Palette {
    pub(crate) fn of(chosen: Option<Colour>) -> Self {
        let brand = chosen.unwrap_or(DEFAULT_BRAND);
        let readable_on = |colour| if contrast(colour, WHITE) >= MIN_TEXT_CONTRAST { WHITE } else { PURE_BLACK };
        let darker = (0..=20_u8).map(|step| mix_colours(brand, BLACK, f32::from(step) / 20.0));
        let accent = darker.into_iter().find(|colour| contrast(*colour, WHITE) >= MIN_TEXT_CONTRAST).unwrap_or(BLACK);
        let block = if contrast(brand, WHITE) >= MIN_BLOCK_CONTRAST { brand } else { accent };
        Self { brand, on_brand: readable_on(brand), accent, block, on_block: readable_on(block) }
    }
}

/// A mix of two colours; `part` 0 is the first, 1 the second.
fn mix_colours(from: Colour, to: Colour, part: f32) -> Colour {
    let mix = |from: u8, to: u8| {
        let mixed = f32::from(from) + (f32::from(to) - f32::from(from)) * part;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it lies between two bytes")]
        let byte = mixed.round() as u8;
        byte
    };
    Colour::new(mix(from.red, to.red), mix(from.green, to.green), mix(from.blue, to.blue))
}

/// The contrast ratio: from 1 (equal) to 21 (black on white).
fn contrast(one: Colour, other: Colour) -> f32 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(colour: Colour) -> f32 {
    let linear = |byte: u8| {
        let share = f32::from(byte) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn black_on_white_has_the_highest_contrast() {
        assert!((contrast(PURE_BLACK, WHITE) - 21.0).abs() < 0.01);
        assert!(contrast(GREY, WHITE) >= MIN_TEXT_CONTRAST);
        assert!((contrast(GREY, GREY) - 1.0).abs() < 0.01);
    }

    #[test]
    fn without_a_chosen_colour_documents_look_as_the_pages_do() {
        let styles = include_str!("../../parlour-web/assets/css/base.css");
        let Colour { red, green, blue } = DEFAULT_BRAND;
        let first = styles.lines().find(|line| line.contains("--accent:")).unwrap();
        assert!(first.contains(&format!("--accent: #{red:02x}{green:02x}{blue:02x};")), "{first}");
    }

    proptest! {
        #[test]
        fn text_is_readable_on_every_brand_colour(red: u8, green: u8, blue: u8) {
            let palette = Palette::of(Some(Colour::new(red, green, blue)));
            prop_assert!(contrast(palette.brand, palette.on_brand) >= MIN_TEXT_CONTRAST);
            prop_assert!(contrast(palette.block, palette.on_block) >= MIN_TEXT_CONTRAST);
            prop_assert!(contrast(palette.accent, WHITE) >= MIN_TEXT_CONTRAST);
            prop_assert!(contrast(palette.block, WHITE) >= MIN_BLOCK_CONTRAST);
        }
    }
}
