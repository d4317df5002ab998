//! Spa categories and services.

use super::spec::{CategorySpec, ServiceSpec, WELL_BEING, category_spec, service_spec};

pub(super) const CATEGORIES: &[CategorySpec] = &[
    category_spec("Massages", "For tired backs and busy heads; steam included.", WELL_BEING, MASSAGES),
    category_spec("Ayurvedic Rituals", "Kerala traditions with freshly warmed medicated oils.", WELL_BEING, AYURVEDA),
    category_spec("Scrubs & Wraps", "Polish, wrap and rest.", WELL_BEING, SCRUBS),
];

const MASSAGES: &[ServiceSpec] = &[
    service_spec("Swedish Massage", "Long, light strokes to relax.", 60, 15, 2_400),
    service_spec("Deep Tissue Massage", "Firm pressure for knots and stiff shoulders.", 60, 15, 2_800),
    service_spec("Aromatherapy Massage", "Lavender, lemongrass or sandalwood.", 75, 15, 3_100),
    service_spec("Balinese Massage", "Stretches, acupressure and warm oil.", 90, 15, 3_600),
    service_spec("Foot Reflexology", "Pressure points from heel to toe.", 45, 10, 1_300).for_gems(130),
    service_spec("Head, Neck & Shoulder Massage", "Half an hour for desk workers.", 30, 10, 1_000).for_gems(100),
    service_spec("Hot Stone Massage", "Basalt stones; paused while the heater is replaced.", 90, 15, 3_900).retired(),
];

const AYURVEDA: &[ServiceSpec] = &[
    service_spec("Abhyanga", "Full-body oil massage in the traditional sequence.", 75, 20, 2_900),
    service_spec("Shirodhara", "A steady stream of warm oil on the forehead.", 60, 20, 3_200),
    service_spec("Elakizhi", "Leaf-bundle massage for aching joints.", 75, 20, 3_400),
    service_spec("Udvartanam", "Dry herbal powder massage.", 60, 20, 2_700),
    service_spec("Abhyanga & Shirodhara", "Both rituals, with herbal steam and tea.", 120, 20, 5_400),
];

const SCRUBS: &[ServiceSpec] = &[
    service_spec("Coffee & Jaggery Scrub", "Grown in Coorg, ground this week.", 45, 15, 1_900).for_gems(190),
    service_spec("Sandalwood Body Polish", "Cooling chandan for warm months.", 60, 15, 2_600),
    service_spec("Multani Mitti Wrap", "Clay wrap with rose water.", 60, 15, 2_300),
    service_spec("Ubtan Glow Ritual", "Turmeric, gram flour and saffron before a wedding.", 90, 20, 3_800),
];
