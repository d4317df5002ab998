//! The drawing of a category, by the texts in its name.

use parlour_domain::service::ServiceType;

const HAIR: &str = include_str!("../../../parlour-web/templates/svg/hair.svg");
const SKIN: &str = include_str!("../../../parlour-web/templates/svg/skin.svg");
const SPA: &str = include_str!("../../../parlour-web/templates/svg/spa.svg");
const HANDS: &str = include_str!("../../../parlour-web/templates/svg/hands.svg");
const BRIDAL: &str = include_str!("../../../parlour-web/templates/svg/bridal.svg");
const MEN: &str = include_str!("../../../parlour-web/templates/svg/men.svg");

/// The first drawing of which a word begins a word of the name. "Hair spa" is hair, "bridal hair" is bridal.
const DRAWINGS: [(&str, &[&str]); 6] = [
    (BRIDAL, &["bridal", "bride", "wedding", "make-up", "makeup", "mehndi", "mehendi", "engagement", "saree"]),
    (MEN, &["men", "gents", "beard", "shave", "grooming"]),
    (HANDS, &["hand", "feet", "foot", "nail", "manicure", "pedicure", "mani-pedi", "gel"]),
    (HAIR, &["hair", "cut", "colour", "color", "keratin", "blow", "balayage", "highlights", "style", "styling"]),
    (SKIN, &["skin", "facial", "face", "clean-up", "threading", "waxing", "wax", "peel", "brow", "lash"]),
    (SPA, &["spa", "massage", "body", "abhyanga", "scrub", "wrap", "steam", "ayurved", "therap"]),
];

/// As markup, to stand inside a page.
pub(crate) fn drawing(name: &str, service_type: ServiceType) -> &'static str {
    let name = name.to_lowercase();
    let texts: Vec<&str> = name.split(|letter: char| !letter.is_alphanumeric() && letter != '-').collect();
    let fits = |(_, keys): &&(&str, &[&str])| keys.iter().any(|key| texts.iter().any(|word| word.starts_with(key)));
    let fallback = match service_type {
        ServiceType::Salon => HAIR,
        ServiceType::Spa => SPA,
    };
    DRAWINGS.iter().find(fits).map_or(fallback, |(drawing, _)| drawing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_gets_the_drawing_of_its_name() {
        for (name, expected) in [
            ("Haircuts & Styling", HAIR),
            ("Hair Treatments", HAIR),
            ("Grooming for Men", MEN),
            ("Facials & Clean-ups", SKIN),
            ("Threading & Waxing", SKIN),
            ("Hands & Feet", HANDS),
            ("Bridal & Make-up", BRIDAL),
            ("Something else", HAIR),
            ("Treatments", HAIR),
        ] {
            assert_eq!(drawing(name, ServiceType::Salon), expected, "{name}");
        }
        assert_eq!(drawing("Signature rituals", ServiceType::Spa), SPA);
    }
}
