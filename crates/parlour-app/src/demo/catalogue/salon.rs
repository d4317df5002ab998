//! The salon's half of the price list.

use parlour_domain::service::ServiceType::Salon;

use super::{COSMETIC, HAIR, Line, OTHER_BEAUTY, Page, line};

pub(super) const PAGES: &[Page] = &[
    Page {
        name: "Haircuts & Styling",
        description: "Cuts, blow-dries and updos by our senior stylists.",
        service_type: Salon,
        sac: HAIR,
        is_active: true,
        lines: HAIRCUTS,
    },
    Page {
        name: "Hair Colour",
        description: "Ammonia-free colour, patch test included.",
        service_type: Salon,
        sac: HAIR,
        is_active: true,
        lines: COLOUR,
    },
    Page {
        name: "Hair Treatments",
        description: "Oiling, hair spa and smoothening for every texture.",
        service_type: Salon,
        sac: HAIR,
        is_active: true,
        lines: TREATMENTS,
    },
    Page {
        name: "Grooming for Men",
        description: "Quick, tidy and unhurried in one chair.",
        service_type: Salon,
        sac: HAIR,
        is_active: true,
        lines: GROOMING,
    },
    Page {
        name: "Facials & Clean-ups",
        description: "For glow, tan and tired skin.",
        service_type: Salon,
        sac: COSMETIC,
        is_active: true,
        lines: FACIALS,
    },
    Page {
        name: "Threading & Waxing",
        description: "Single-use strips, gentle on sensitive skin.",
        service_type: Salon,
        sac: OTHER_BEAUTY,
        is_active: true,
        lines: WAXING,
    },
    Page {
        name: "Hands & Feet",
        description: "Manicures and pedicures with sterilised tools.",
        service_type: Salon,
        sac: COSMETIC,
        is_active: true,
        lines: HANDS_AND_FEET,
    },
    Page {
        name: "Bridal & Make-up",
        description: "Trials, muhurtham looks and saree draping.",
        service_type: Salon,
        sac: COSMETIC,
        is_active: true,
        lines: BRIDAL,
    },
    Page {
        name: "Nail Art Studio",
        description: "Extensions and hand-painted nails; paused until the studio reopens.",
        service_type: Salon,
        sac: COSMETIC,
        is_active: false,
        lines: NAIL_ART,
    },
];

const HAIRCUTS: &[Line] = &[
    line("Haircut & Blow-dry (Women)", "Consultation, wash, cut and blow-dry.", 60, 10, 950).with_picture(),
    line("Fringe Trim", "A fringe back in shape, no wash.", 15, 5, 250).for_gems(25),
    line("Layered Cut with Wash", "Face-framing layers for medium to long hair.", 75, 10, 1_250),
    line("Haircut (Children)", "For guests under ten, with a picture book and patience.", 30, 5, 400),
    line("Wash & Blow-dry", "Shampoo, conditioner and a smooth or bouncy finish.", 45, 5, 600).for_gems(60),
    line("Party Updo", "Pinned bun, braid or waves that last the evening.", 60, 10, 1_800),
    line("Crimping & Tongs", "Textured styling; no longer offered.", 45, 10, 900).retired(),
];

const COLOUR: &[Line] = &[
    line("Root Touch-up", "Grey coverage for up to one inch of regrowth.", 75, 10, 1_600).for_gems(160),
    line("Global Hair Colour", "One shade from root to tip, ammonia-free.", 120, 15, 4_200).with_picture(),
    line("Balayage", "Hand-painted highlights with toner and gloss.", 180, 15, 7_500),
    line("Highlights, Half Head", "Foil highlights around the face and crown.", 120, 15, 4_800),
    line("Henna Application", "Natural mehendi for hair, with amla and shikakai.", 90, 15, 1_100),
];

const TREATMENTS: &[Line] = &[
    line("Coconut Oil Champi", "Warm oil head massage, the way grandmother did it.", 30, 5, 550).for_gems(50),
    line("Nourishing Hair Spa", "Deep conditioning mask with steam.", 60, 10, 1_500)
        .for_gems(150)
        .with_picture(),
    line("Anti-dandruff Treatment", "Neem and tea tree scalp care.", 60, 10, 1_700),
    line("Keratin Smoothening", "Frizz control for up to four months.", 180, 15, 6_900),
    line("Hair Botox", "Filler treatment for dry and damaged lengths.", 150, 15, 6_200),
    line("Hair Rebonding", "Permanent straightening; replaced by gentler keratin.", 240, 15, 8_500).retired(),
];

const GROOMING: &[Line] = &[
    line("Haircut (Men)", "Scissor or clipper cut with wash and finish.", 30, 5, 450).for_gems(45),
    line("Beard Trim & Shape", "Line-up, trim and beard oil.", 20, 5, 250),
    line("Royal Shave", "Hot towel, brush lather and cold compress.", 30, 5, 400),
    line("Haircut & Beard (Men)", "Cut, beard trim and head massage.", 50, 10, 750).with_picture(),
    line("Grey Blending (Men)", "Natural colour in one sitting.", 45, 10, 1_200),
];

const FACIALS: &[Line] = &[
    line("Express Clean-up", "Cleanse, scrub and mask before the evening.", 30, 5, 700).for_gems(70),
    line("Fruit Facial", "Seasonal fruit enzymes for a soft finish.", 60, 10, 1_400),
    line("Gold Facial", "Festive glow with gold gel and massage.", 75, 10, 2_400).with_picture(),
    line("De-tan Facial", "For sun-tanned face and neck, with curd and papaya.", 60, 10, 1_800),
    line("Vitamin C Brightening Facial", "Serum infusion for dull skin.", 75, 10, 2_900),
    line("Acne Care Facial", "Calming treatment with salicylic cleanser.", 60, 10, 2_200),
];

const WAXING: &[Line] = &[
    line("Eyebrow Threading", "Shaped with cotton thread.", 15, 5, 80),
    line("Upper Lip & Chin Threading", "Quick and precise.", 15, 5, 100),
    line("Full Arms Wax", "Honey or chocolate wax.", 30, 5, 550),
    line("Full Legs Wax", "Honey or chocolate wax.", 45, 5, 850),
    line("Underarms Rica Wax", "White chocolate wax for sensitive skin.", 15, 5, 300),
    line("Full Body Rica Wax", "Arms, legs, back and underarms.", 120, 15, 3_600),
];

const HANDS_AND_FEET: &[Line] = &[
    line("Classic Manicure", "Soak, shape, cuticle care and polish.", 40, 5, 650).for_gems(65),
    line("Classic Pedicure", "Soak, scrub, heel care and polish.", 50, 10, 850).for_gems(85),
    line("Gel Polish Manicure", "Chip-free colour for two weeks.", 60, 10, 1_300).with_picture(),
    line("Crack Heel Pedicure", "Peel and paraffin for cracked heels.", 75, 10, 1_650),
    line("Fish Pedicure", "Discontinued for hygiene reasons.", 30, 10, 500).retired(),
];

const BRIDAL: &[Line] = &[
    line("Bridal Make-up Trial", "Find the look weeks before the muhurtham.", 120, 15, 5_000),
    line("Bridal Make-up", "Airbrush make-up, hair and draping on the day.", 240, 30, 22_000).with_picture(),
    line("Engagement Make-up", "High-definition make-up and hair.", 150, 20, 9_500),
    line("Party Make-up", "Evening look with lashes.", 75, 10, 3_500),
    line("Saree Draping", "Any regional style, pleats pinned to stay.", 30, 5, 700),
    line("Bridal Mehendi, Both Hands", "Elbow-length design, natural cone.", 180, 15, 4_500),
];

const NAIL_ART: &[Line] = &[
    line("Gel Nail Extensions", "Full set with one colour.", 120, 15, 2_800),
    line("Hand-painted Nail Art", "Per set of ten, your design or ours.", 60, 10, 1_500),
];
