//! The drawings of categories, and the words of English and Hindi that ask for each.

/// A drawing, and the words that ask for it, in lower case and without the dot below of Devanagari.
pub(super) struct Drawing {
    pub(super) markup: &'static str,
    /// A word of the name begins with one of these.
    pub(super) beginnings: &'static [&'static str],
    /// A word of the name is one of these. For words that are also the beginning of others: `men` of `menu`.
    pub(super) words: &'static [&'static str],
}

macro_rules! drawing {
    ($file:literal, beginnings: $beginnings:expr, words: $words:expr $(,)?) => {
        Drawing {
            markup: include_str!(concat!("../../../../parlour-web/templates/svg/", $file, ".svg")),
            beginnings: &$beginnings,
            words: &$words,
        }
    };
}

/// For names without a known word.
pub(super) const SALON: &str = include_str!("../../../../parlour-web/templates/svg/salon.svg");
pub(super) const SPA: &str = include_str!("../../../../parlour-web/templates/svg/spa.svg");

/// The first that fits is taken, so the more special one comes first: "Bridal Mehndi" is mehndi, "Men's Haircuts" are
/// for men, "Hair Spa" is hair.
pub(super) const DRAWINGS: &[Drawing] = &[
    drawing!(
        "mehndi",
        beginnings: ["mehnd", "mehend", "mehand", "henna", "heena", "मेहंद", "मेहँद", "मेंहद", "हिना"],
        words: [],
    ),
    drawing!(
        "bridal",
        beginnings: [
            "brid", "prebrid", "wedding", "engagement", "saree", "sari", "dulh", "shaadi", "shadi", "vivah",
            "दुल्ह", "ब्राइड", "शादी", "विवाह", "साडी",
        ],
        words: [],
    ),
    drawing!(
        "kids",
        beginnings: ["kid", "child", "baby", "babies", "junior", "toddler", "bachch", "bacch", "बच्च", "किड"],
        words: [],
    ),
    drawing!(
        "men",
        beginnings: [
            "gents", "gentlem", "beard", "shav", "groom", "moustache", "barber", "purush", "dadhi", "daadhi",
            "daarhi", "hajamat", "पुरुष", "दाढ", "शेव", "हजामत",
        ],
        words: ["men", "mens", "man", "male", "mard", "मर्द", "मेन", "मेन्स"],
    ),
    drawing!(
        "makeup",
        beginnings: ["makeup", "shringar", "shringaar", "sringar", "मेकअप", "मेकप", "शृंगार", "श्रृंगार"],
        words: ["make"],
    ),
    drawing!("lashes", beginnings: ["lash", "eyelash", "palk", "पलक"], words: []),
    drawing!(
        "threading",
        beginnings: [
            "thread", "eyebrow", "brow", "bhaunh", "bhauh", "dhaga", "थ्रेड", "भौंह", "भौह", "आइब्रो", "धाग",
        ],
        words: [],
    ),
    drawing!("waxing", beginnings: ["wax", "depil", "epil", "removal", "वैक्स", "वेक्स"], words: []),
    drawing!("packages", beginnings: ["package", "combo", "bundle", "offer", "पैकेज", "कॉम्बो", "ऑफर"], words: []),
    drawing!(
        "feet",
        beginnings: ["feet", "foot", "pedi", "reflexolog", "paon", "paanv", "पैर", "पाँव", "पांव", "पेडि"],
        words: ["pair", "pairon", "pav"],
    ),
    drawing!(
        "nails",
        beginnings: ["nail", "mani", "hand", "nakhun", "nakhoon", "haath", "नाखून", "नेल", "मैनि", "मेनि", "हाथ"],
        words: ["gel", "hath"],
    ),
    drawing!(
        "ayurveda",
        beginnings: [
            "ayurved", "abhyang", "shirodhara", "panchakarma", "kerala", "potli", "jadi", "champi",
            "आयुर्वे", "अभ्यंग", "शिरोधारा", "पंचकर्म", "जडी", "चंपी", "चम्पी",
        ],
        words: [],
    ),
    drawing!(
        "hair_colour",
        beginnings: [
            "colour", "color", "haircolo", "balayage", "highlight", "ombre", "कलर", "हाईलाइट", "हाइलाइट",
            "रंग",
        ],
        words: ["tint", "tints", "global", "roots", "rang"],
    ),
    drawing!(
        "haircut",
        beginnings: ["haircut", "trim", "fringe", "kataai", "katai", "kataee", "कटिंग", "कटाई", "हेयरकट"],
        words: ["cut", "cuts", "cutting", "कट"],
    ),
    drawing!(
        "styling",
        beginnings: [
            "styl", "blow", "straight", "smooth", "keratin", "rebond", "iron", "updo", "curl", "स्टाइल",
            "केराटिन", "स्ट्रेट", "स्मूद",
        ],
        words: ["perm", "perms"],
    ),
    drawing!(
        "hair",
        beginnings: ["hair", "scalp", "shampoo", "keshya", "बाल", "हेयर", "केश", "शैम्पू", "शैंपू"],
        words: ["baal", "bal", "baalon", "balon", "kesh", "oiling"],
    ),
    drawing!(
        "massage",
        beginnings: ["massage", "malish", "maalish", "swedish", "shiatsu", "aromatherap", "मालिश", "मसाज"],
        words: ["thai", "balinese"],
    ),
    drawing!(
        "scrub",
        beginnings: [
            "scrub", "wrap", "body", "bodies", "exfoliat", "ubtan", "sharir", "उबटन", "स्क्रब", "बॉडी",
            "शरीर",
        ],
        words: [],
    ),
    drawing!(
        "steam",
        beginnings: [
            "steam", "sauna", "hammam", "jacuzzi", "bath", "bhaap", "hydrotherap", "भाप", "स्टीम", "सॉना",
            "स्नान",
        ],
        words: ["snan", "snaan"],
    ),
    drawing!(
        "skin",
        beginnings: [
            "skin", "facial", "clean", "peel", "bleach", "detan", "glow", "chehr", "twach", "tvach", "चेहर",
            "त्वचा", "फेशियल", "स्किन", "क्लीन", "ब्लीच",
        ],
        words: ["face", "tan"],
    ),
    drawing!("spa", beginnings: ["wellness", "relax", "स्पा"], words: ["spa", "spas"]),
];
