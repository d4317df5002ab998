//! The salon's own name, logo and colour, and its branches.

use aws_lc_rs::digest::{SHA256, digest};
use parlour_domain::billing::invoice_document::Colour;
use parlour_domain::text::to_hex;
use parlour_store::branches::branch_records::Branch;

/// Who runs the app that a visitor sees: the salon, not us.
#[derive(Debug, Default)]
pub struct Salon {
    /// The salon's own, or that of the primary branch; chains put the salon's name before the place.
    pub name: String,
    /// Empty if nothing was written.
    pub about: String,
    /// The same for readers of Hindi, if something was written.
    pub about_hi: Option<String>,
    pub website: Option<String>,
    /// Whether there is any branch, also one that is closed or not open yet.
    pub has_branch: bool,
    pub logo_path: Option<String>,
    pub phone: Option<String>,
    /// Operational branches, the primary one first.
    pub branches: Vec<Branch>,
    /// Those that are closed or not open yet: for the team alone.
    pub other_branches: Vec<Branch>,
    pub brand_colour: Option<Colour>,
}

impl Salon {
    pub fn branch(&self, id: &str) -> Option<&Branch> {
        self.branches.iter().find(|branch| branch.id.as_str() == id)
    }

    /// Also those that are closed or not open yet.
    pub fn all_branches(&self) -> impl Iterator<Item = &Branch> {
        self.branches.iter().chain(&self.other_branches)
    }

    /// The branch with this id, also one that is closed or not open yet.
    pub fn any_branch(&self, id: &str) -> Option<&Branch> {
        self.all_branches().find(|branch| branch.id.as_str() == id)
    }

    /// The branch with this id, else the first one.
    pub fn branch_or_first(&self, id: Option<&str>) -> Option<&Branch> {
        id.and_then(|id| self.branch(id)).or_else(|| self.branches.first())
    }

    /// The address of the stylesheet with the salon's colour, if it has one.
    pub fn brand_path(&self) -> Option<String> {
        let css = brand_css(self.brand_colour?);
        Some(format!("/brand/{}.css", to_hex(&digest(&SHA256, css.as_bytes()).as_ref()[..6])))
    }
}

const WHITE: Colour = Colour::new(255, 255, 255);
/// Page ground of the light and the dark scheme.
const LIGHT_GROUND: Colour = Colour::new(0xfa, 0xf6, 0xf2);
const DARK_GROUND: Colour = Colour::new(0x17, 0x12, 0x15);

/// The salon's colour as the accent, darkened or lightened until text in it can be read.
pub fn brand_css(colour: Colour) -> String {
    let light = readable(colour, LIGHT_GROUND, Colour::new(0, 0, 0));
    let dark = readable(colour, DARK_GROUND, WHITE);
    let light_ink = better_ink(light);
    let dark_ink = better_ink(dark);
    format!(
        ":root{{--accent:{light};--accent-ink:{light_ink};--accent-tint:{};--deep:{}}}\
         @media (prefers-color-scheme:dark){{:root{{--accent:{dark};--accent-ink:{dark_ink};--accent-tint:{};--deep:{}}}}}",
        mix(light, LIGHT_GROUND, 0.9),
        readable(light, WHITE, Colour::new(0, 0, 0)),
        mix(dark, DARK_GROUND, 0.8),
        mix(light, DARK_GROUND, 0.45),
    )
}

/// The contrast of a colour with white, and with the paper that pages are on.
pub fn contrasts(colour: Colour) -> [f64; 2] {
    [WHITE, LIGHT_GROUND].map(|ground| contrast(colour, ground))
}

/// Mixed with `towards` until it has a contrast of 5 on the ground, so that it also has 4.5 on tints.
fn readable(colour: Colour, ground: Colour, towards: Colour) -> Colour {
    let steps = (0..=20).map(|step| mix(colour, towards, f64::from(step) / 20.0));
    steps.into_iter().find(|mixed| contrast(*mixed, ground) >= 5.2).unwrap_or(towards)
}

fn better_ink(background: Colour) -> Colour {
    let dark = Colour::new(0x20, 0x10, 0x18);
    if contrast(WHITE, background) >= contrast(dark, background) { WHITE } else { dark }
}

/// `share` of `other` in the mixture.
fn mix(colour: Colour, other: Colour, share: f64) -> Colour {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
    let channel = |one: u8, two: u8| (f64::from(one) * (1.0 - share) + f64::from(two) * share).round() as u8;
    Colour::new(channel(colour.red, other.red), channel(colour.green, other.green), channel(colour.blue, other.blue))
}

/// The contrast ratio of WCAG 2.
fn contrast(one: Colour, two: Colour) -> f64 {
    let (one, two) = (luminance(one), luminance(two));
    (one.max(two) + 0.05) / (one.min(two) + 0.05)
}

fn luminance(colour: Colour) -> f64 {
    let channel = |byte: u8| {
        let value = f64::from(byte) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(colour.red) + 0.7152 * channel(colour.green) + 0.0722 * channel(colour.blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_brand_colour_becomes_readable() {
        for colour in ["#FFFF00", "#000000", "#FFFFFF", "#8A2F5C", "#00A0FF", "#7F7F7F"] {
            let colour = Colour::parse(colour).unwrap();
            for (ground, towards) in [(LIGHT_GROUND, Colour::new(0, 0, 0)), (DARK_GROUND, WHITE)] {
                let accent = readable(colour, ground, towards);
                assert!(contrast(accent, ground) >= 4.5, "{colour} on {ground}");
                assert!(contrast(better_ink(accent), accent) >= 4.5, "text on {accent}");
            }
        }
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((contrast(WHITE, Colour::new(0, 0, 0)) - 21.0).abs() < 0.01);
        assert!((contrast(Colour::parse("#8A2F5C").unwrap(), LIGHT_GROUND) - 7.4).abs() < 0.1);
    }
}
