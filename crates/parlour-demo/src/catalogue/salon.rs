//! Salon categories and services.

use super::spec::{COSMETIC, CategorySpec, HAIR, OTHER_BEAUTY, ServiceSpec, category_spec, service_spec};

pub(super) const CATEGORIES: &[CategorySpec] = &[
    category_spec("Haircuts & Styling", "Cuts, blow-dries and updos by our senior stylists.", HAIR, HAIRCUTS),
    category_spec("Hair Colour", "Ammonia-free colour, patch test included.", HAIR, COLOUR),
    category_spec("Hair Treatments", "Oiling, hair spa and smoothening for every texture.", HAIR, TREATMENTS),
    category_spec("Grooming for Men", "Quick, tidy and unhurried in one chair.", HAIR, GROOMING),
    category_spec("Facials & Clean-ups", "For glow, tan and tired skin.", COSMETIC, FACIALS),
    category_spec("Threading & Waxing", "Single-use strips, gentle on sensitive skin.", OTHER_BEAUTY, WAXING),
    category_spec("Hands & Feet", "Manicures and pedicures with sterilised tools.", COSMETIC, HANDS_AND_FEET),
    category_spec("Bridal & Make-up", "Trials, muhurtham looks and saree draping.", COSMETIC, BRIDAL),
    category_spec(
        "Nail Art Studio",
        "Extensions and hand-painted nails; paused until the studio reopens.",
        COSMETIC,
        NAIL_ART,
    )
    .paused(),
];

const HAIRCUTS: &[ServiceSpec] = &[
    service_spec("Haircut & Blow-dry (Women)", "Consultation, wash, cut and blow-dry.", 60, 10, 950),
    service_spec("Fringe Trim", "A fringe back in shape, no wash.", 15, 5, 250).for_gems(25),
    service_spec("Layered Cut with Wash", "Face-framing layers for medium to long hair.", 75, 10, 1_250),
    service_spec("Haircut (Children)", "For children under ten, with a picture book and patience.", 30, 5, 400),
    service_spec("Wash & Blow-dry", "Shampoo, conditioner and a smooth or bouncy finish.", 45, 5, 600).for_gems(60),
    service_spec("Party Updo", "Pinned bun, braid or waves that last the evening.", 60, 10, 1_800),
    service_spec("Crimping & Tongs", "Textured styling; no longer offered.", 45, 10, 900).retired(),
];

const COLOUR: &[ServiceSpec] = &[
    service_spec("Root Touch-up", "Grey coverage for up to one inch of regrowth.", 75, 10, 1_600).for_gems(160),
    service_spec("Global Hair Colour", "One shade from root to tip, ammonia-free.", 120, 15, 4_200),
    service_spec("Balayage", "Hand-painted highlights with toner and gloss.", 180, 15, 7_500),
    service_spec("Highlights, Half Head", "Foil highlights around the face and crown.", 120, 15, 4_800),
    service_spec("Henna Application", "Natural mehendi for hair, with amla and shikakai.", 90, 15, 1_100),
];

const TREATMENTS: &[ServiceSpec] = &[
    service_spec("Coconut Oil Champi", "Warm oil head massage, the way grandmother did it.", 30, 5, 550).for_gems(50),
    service_spec("Nourishing Hair Spa", "Deep conditioning mask with steam.", 60, 10, 1_500).for_gems(150),
    service_spec("Anti-dandruff Treatment", "Neem and tea tree scalp care.", 60, 10, 1_700),
    service_spec("Keratin Smoothening", "Frizz control for up to four months.", 180, 15, 6_900),
    service_spec("Hair Botox", "Filler treatment for dry and damaged lengths.", 150, 15, 6_200),
    service_spec("Hair Rebonding", "Permanent straightening; replaced by gentler keratin.", 240, 15, 8_500).retired(),
];

const GROOMING: &[ServiceSpec] = &[
    service_spec("Haircut (Men)", "Scissor or clipper cut with wash and finish.", 30, 5, 450).for_gems(45),
    service_spec("Beard Trim & Shape", "Line-up, trim and beard oil.", 20, 5, 250),
    service_spec("Royal Shave", "Hot towel, brush lather and cold compress.", 30, 5, 400),
    service_spec("Haircut & Beard (Men)", "Cut, beard trim and head massage.", 50, 10, 750),
    service_spec("Grey Blending (Men)", "Natural colour in one sitting.", 45, 10, 1_200),
];

const FACIALS: &[ServiceSpec] = &[
    service_spec("Express Clean-up", "Cleanse, scrub and mask before the evening.", 30, 5, 700).for_gems(70),
    service_spec("Fruit Facial", "Seasonal fruit enzymes for a soft finish.", 60, 10, 1_400),
    service_spec("Gold Facial", "Festive glow with gold gel and massage.", 75, 10, 2_400),
    service_spec("De-tan Facial", "For sun-tanned face and neck, with curd and papaya.", 60, 10, 1_800),
    service_spec("Vitamin C Brightening Facial", "Serum infusion for dull skin.", 75, 10, 2_900),
    service_spec("Acne Care Facial", "Calming treatment with salicylic cleanser.", 60, 10, 2_200),
];

const WAXING: &[ServiceSpec] = &[
    service_spec("Eyebrow Threading", "Shaped with cotton thread.", 15, 5, 80),
    service_spec("Upper Lip & Chin Threading", "Quick and precise.", 15, 5, 100),
    service_spec("Full Arms Wax", "Honey or chocolate wax.", 30, 5, 550),
    service_spec("Full Legs Wax", "Honey or chocolate wax.", 45, 5, 850),
    service_spec("Underarms Rica Wax", "White chocolate wax for sensitive skin.", 15, 5, 300),
    service_spec("Full Body Rica Wax", "Arms, legs, back and underarms.", 120, 15, 3_600),
];

const HANDS_AND_FEET: &[ServiceSpec] = &[
    service_spec("Classic Manicure", "Soak, shape, cuticle care and polish.", 40, 5, 650).for_gems(65),
    service_spec("Classic Pedicure", "Soak, scrub, heel care and polish.", 50, 10, 850).for_gems(85),
    service_spec("Gel Polish Manicure", "Chip-free colour for two weeks.", 60, 10, 1_300),
    service_spec("Crack Heel Pedicure", "Peel and paraffin for cracked heels.", 75, 10, 1_650),
    service_spec("Fish Pedicure", "Discontinued for hygiene reasons.", 30, 10, 500).retired(),
];

const BRIDAL: &[ServiceSpec] = &[
    service_spec("Bridal Make-up Trial", "Find the look weeks before the muhurtham.", 120, 15, 5_000),
    service_spec("Bridal Make-up", "Airbrush make-up, hair and draping on the day.", 240, 30, 22_000),
    service_spec("Engagement Make-up", "High-definition make-up and hair.", 150, 20, 9_500),
    service_spec("Party Make-up", "Evening look with lashes.", 75, 10, 3_500),
    service_spec("Saree Draping", "Any regional style, pleats pinned to stay.", 30, 5, 700),
    service_spec("Bridal Mehendi, Both Hands", "Elbow-length design, natural cone.", 180, 15, 4_500),
];

const NAIL_ART: &[ServiceSpec] = &[
    service_spec("Gel Nail Extensions", "Full set with one colour.", 120, 15, 2_800),
    service_spec("Hand-painted Nail Art", "Per set of ten, your design or ours.", 60, 10, 1_500),
];
