use std::collections::BTreeMap;

use parlour_domain::service::ServiceType::{self, Salon, Spa};

use super::drawing;
use super::drawings::{DRAWINGS, SALON, SPA};

/// The categories of the demo.
const DEMO: [(&str, ServiceType); 12] = [
    ("Haircuts & Styling", Salon),
    ("Hair Colour", Salon),
    ("Hair Treatments", Salon),
    ("Grooming for Men", Salon),
    ("Facials & Clean-ups", Salon),
    ("Threading & Waxing", Salon),
    ("Hands & Feet", Salon),
    ("Bridal & Make-up", Salon),
    ("Nail Art Studio", Salon),
    ("Massages", Spa),
    ("Ayurvedic Rituals", Spa),
    ("Scrubs & Wraps", Spa),
];

/// What a salon with a spa in India offers, each kind of service in a category of its own.
const STARTER: [(&str, ServiceType); 21] = [
    ("Haircuts", Salon),
    ("Blow-dry & Styling", Salon),
    ("Hair Colour & Highlights", Salon),
    ("Hair Care & Hair Spa", Salon),
    ("Men's Grooming & Beard", Salon),
    ("Kids' Haircuts", Salon),
    ("Skin & Facials", Salon),
    ("Threading", Salon),
    ("Waxing", Salon),
    ("Lash Extensions", Salon),
    ("Manicure & Nails", Salon),
    ("Pedicure & Foot Care", Salon),
    ("Make-up", Salon),
    ("Bridal", Salon),
    ("Mehndi", Salon),
    ("Massage Therapies", Spa),
    ("Ayurveda & Head Massage", Spa),
    ("Body Treatments & Scrubs", Spa),
    ("Steam & Sauna", Spa),
    ("Spa Packages", Spa),
    ("Spa Rituals", Spa),
];

/// The words that a test's message calls a drawing by: its first key, and not its markup.
fn label(markup: &str) -> &'static str {
    match DRAWINGS.iter().find(|drawing| drawing.markup == markup) {
        Some(drawing) => drawing.beginnings[0],
        None if markup == SALON => "any salon",
        None => "any spa",
    }
}

#[test]
fn each_category_of_a_catalogue_has_a_drawing_of_its_own() {
    for catalogue in [&DEMO[..], &STARTER[..]] {
        let mut seen = BTreeMap::new();
        for (name, service_type) in catalogue {
            let markup = drawing(name, *service_type);
            assert_ne!(markup, SALON, "{name} is not recognised");
            let other = seen.insert(markup, name);
            assert_eq!(other, None, "{name} has the drawing of {}", label(markup));
        }
    }
}

#[test]
fn the_more_special_word_decides() {
    for (name, expected) in [
        ("Bridal Mehndi", "mehnd"),
        ("Pre-bridal Packages", "brid"),
        ("Men's Haircuts", "gents"),
        ("Women's Haircuts", "haircut"),
        ("Hair Spa", "hair"),
        ("Laser Hair Removal", "wax"),
        ("Party Make Up", "makeup"),
        ("Nails & Hands", "nail"),
        ("Body Massage", "massage"),
        ("Full Body Waxing", "wax"),
        ("De-tan & Bleach", "skin"),
    ] {
        assert_eq!(label(drawing(name, Salon)), expected, "{name}");
    }
}

#[test]
fn hindi_words_are_known_in_both_scripts() {
    for (latin, devanagari, expected) in [
        ("Baal Kataai", "बाल कटाई", "haircut"),
        ("Baalon ka rang", "बालों का रंग", "colour"),
        ("Baalon ki dekhbhal", "बालों की देखभाल", "hair"),
        ("Purush aur daadhi", "पुरुष और दाढ़ी", "gents"),
        ("Bachchon ke liye", "बच्चों के लिए", "kid"),
        ("Chehra aur twacha", "चेहरा और त्वचा", "skin"),
        ("Bhaunh", "भौंहें", "thread"),
        ("Nakhun", "नाख़ून", "nail"),
        ("Dulhan ka shringar", "दुल्हन का शृंगार", "brid"),
        ("Mehandi", "मेहंदी", "mehnd"),
        ("Tel maalish", "तेल मालिश", "massage"),
        ("Ubtan", "उबटन", "scrub"),
        ("Bhaap snan", "भाप स्नान", "steam"),
        ("Ayurvedic upchar", "आयुर्वेदिक उपचार", "ayurved"),
    ] {
        assert_eq!(label(drawing(latin, Salon)), expected, "{latin}");
        assert_eq!(label(drawing(devanagari, Salon)), expected, "{devanagari}");
    }
    // The same letter in its two encodings.
    for beard in ["दा\u{95d}ी", "दाढ\u{93c}ी"] {
        assert_eq!(label(drawing(beard, Salon)), "gents", "{beard}");
    }
}

#[test]
fn an_unknown_name_gets_the_drawing_of_its_type() {
    for name in ["Something else", "Treatments", "Menu of the month", "Full range", ""] {
        assert_eq!(drawing(name, Salon), SALON, "{name}");
        assert_eq!(drawing(name, Spa), SPA, "{name}");
    }
}

#[test]
fn a_drawing_is_small_and_follows_the_scheme() {
    for markup in DRAWINGS.iter().map(|drawing| drawing.markup).chain([SALON]) {
        let name = label(markup);
        assert!(markup.len() < 900, "{name}: {} bytes", markup.len());
        assert!(markup.starts_with(r#"<svg class="art" viewBox="0 0 120 120" aria-hidden="true">"#), "{name}");
        for colour in ["fill=", "stroke=", "style=", "#"] {
            assert!(!markup.contains(colour), "{name} has {colour}");
        }
    }
}
