//! The spa's half of the price list.

use parlour_domain::service::ServiceType::Spa;

use super::{Line, Page, WELL_BEING, line};

pub(super) const PAGES: &[Page] = &[
    Page {
        name: "Massages",
        description: "For tired backs and busy heads; steam included.",
        service_type: Spa,
        sac: WELL_BEING,
        is_active: true,
        lines: MASSAGES,
    },
    Page {
        name: "Ayurvedic Rituals",
        description: "Kerala traditions with freshly warmed medicated oils.",
        service_type: Spa,
        sac: WELL_BEING,
        is_active: true,
        lines: AYURVEDA,
    },
    Page {
        name: "Scrubs & Wraps",
        description: "Polish, wrap and rest.",
        service_type: Spa,
        sac: WELL_BEING,
        is_active: true,
        lines: SCRUBS,
    },
];

const MASSAGES: &[Line] = &[
    line("Swedish Massage", "Long, light strokes to relax.", 60, 15, 2_400).with_picture(),
    line("Deep Tissue Massage", "Firm pressure for knots and stiff shoulders.", 60, 15, 2_800),
    line("Aromatherapy Massage", "Lavender, lemongrass or sandalwood.", 75, 15, 3_100),
    line("Balinese Massage", "Stretches, acupressure and warm oil.", 90, 15, 3_600),
    line("Foot Reflexology", "Pressure points from heel to toe.", 45, 10, 1_300).for_gems(130),
    line("Head, Neck & Shoulder Massage", "Half an hour for desk workers.", 30, 10, 1_000).for_gems(100),
    line("Hot Stone Massage", "Basalt stones; paused while the heater is replaced.", 90, 15, 3_900).retired(),
];

const AYURVEDA: &[Line] = &[
    line("Abhyanga", "Full-body oil massage in the traditional sequence.", 75, 20, 2_900).with_picture(),
    line("Shirodhara", "A steady stream of warm oil on the forehead.", 60, 20, 3_200),
    line("Elakizhi", "Leaf-bundle massage for aching joints.", 75, 20, 3_400),
    line("Udvartanam", "Dry herbal powder massage.", 60, 20, 2_700),
    line("Abhyanga & Shirodhara", "Both rituals, with herbal steam and tea.", 120, 20, 5_400),
];

const SCRUBS: &[Line] = &[
    line("Coffee & Jaggery Scrub", "Grown in Coorg, ground this week.", 45, 15, 1_900).for_gems(190),
    line("Sandalwood Body Polish", "Cooling chandan for warm months.", 60, 15, 2_600),
    line("Multani Mitti Wrap", "Clay wrap with rose water.", 60, 15, 2_300),
    line("Ubtan Glow Ritual", "Turmeric, gram flour and saffron before a wedding.", 90, 20, 3_800),
];
