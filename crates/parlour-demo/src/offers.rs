//! Offers: three current, one expired, one inactive, one in the future.

use chrono::{NaiveDate, TimeDelta};
use parlour_domain::ids::{OfferId, ServiceId};
use parlour_domain::offer::OfferType;
use parlour_domain::text::slug;
use parlour_store::catalogue::catalogue_records::Service;
use parlour_store::offers::offer_records::{self, Offer};
use parlour_store::{DbError, Tx};

use super::random::DemoRandom;

#[derive(Clone, Copy)]
pub(super) enum DiscountSpec {
    Percent(i64),
    Rupees(i64),
    ComboPriceRupees(i64),
}
use DiscountSpec::{ComboPriceRupees, Percent, Rupees};

pub(super) struct OfferSpec {
    name: &'static str,
    description: &'static str,
    terms: &'static str,
    discount: DiscountSpec,
    /// First and last day, in days from today.
    days: (i64, i64),
    is_active: bool,
    /// Salon services only: offers do not apply to spa bookings.
    pub(super) services: &'static [&'static str],
}

pub(super) const OFFERS: [OfferSpec; 6] = [
    OfferSpec {
        name: "Glow Month: 20% off Facials",
        description: "Every facial at a fifth less, all month.",
        terms: "Once a day per customer. Not together with gems.",
        discount: Percent(20),
        days: (-12, 18),
        is_active: true,
        services: &["Fruit Facial", "Gold Facial", "De-tan Facial", "Vitamin C Brightening Facial", "Acne Care Facial"],
    },
    OfferSpec {
        name: "₹500 off Hair Colour",
        description: "On global colour, balayage and highlights.",
        terms: "Patch test 24 hours before the appointment.",
        discount: Rupees(500),
        days: (-20, 40),
        is_active: true,
        services: &["Global Hair Colour", "Balayage", "Highlights, Half Head"],
    },
    OfferSpec {
        name: "Mani-Pedi Duo",
        description: "Classic manicure and pedicure in one sitting.",
        terms: "Both services in the same booking.",
        discount: ComboPriceRupees(1_199),
        days: (-45, 45),
        is_active: true,
        services: &["Classic Manicure", "Classic Pedicure"],
    },
    OfferSpec {
        name: "Monsoon Hair Rescue",
        description: "Hair spa and anti-dandruff care at a quarter less.",
        terms: "Once a day per customer.",
        discount: Percent(25),
        days: (-110, -50),
        is_active: true,
        services: &["Nourishing Hair Spa", "Anti-dandruff Treatment"],
    },
    OfferSpec {
        name: "Student Tuesdays",
        description: "A haircut for less with a college card; paused for now.",
        terms: "Show a valid student card at the desk.",
        discount: Rupees(150),
        days: (-80, 60),
        is_active: false,
        services: &["Haircut & Blow-dry (Women)", "Haircut (Men)"],
    },
    OfferSpec {
        name: "Wedding Season Early Bird",
        description: "15% off bridal make-up and trials booked ahead.",
        terms: "Trial and wedding day at the same branch.",
        discount: Percent(15),
        days: (10, 70),
        is_active: true,
        services: &["Bridal Make-up", "Bridal Make-up Trial", "Engagement Make-up"],
    },
];

pub(super) fn insert_offers(tx: &mut Tx<'_>, random: &DemoRandom, services: &[Service]) -> Result<(), DbError> {
    for (display_order, spec) in (1_i64..).zip(&OFFERS) {
        let by_name = |name: &&str| services.iter().find(|service| service.name == *name);
        let applicable: Vec<ServiceId> =
            spec.services.iter().filter_map(by_name).map(|service| service.id.clone()).collect();
        offer_records::insert(tx, &new_offer(random, spec, display_order), &applicable)?;
    }
    Ok(())
}

fn new_offer(random: &DemoRandom, spec: &OfferSpec, display_order: i64) -> Offer {
    let day = |offset: i64| -> NaiveDate { random.today + TimeDelta::days(offset) };
    // Created a few days before it starts, or recently if it starts in the future.
    let created_at = random.business_time_days_ago((4 - spec.days.0).max(3).unsigned_abs());
    let (offer_type, [percentage, amount, combo]) = match spec.discount {
        Percent(percent) => (OfferType::Percentage, [Some(percent), None, None]),
        Rupees(rupees) => (OfferType::Flat, [None, Some(rupees * 100), None]),
        ComboPriceRupees(rupees) => (OfferType::ComboPrice, [None, None, Some(rupees * 100)]),
    };
    let slug = slug(spec.name);
    Offer {
        id: OfferId::new(random.id(created_at)),
        name: spec.name.into(),
        description: Some(spec.description.into()),
        offer_type,
        discount_percentage: percentage,
        discount_amount_paise: amount,
        combo_price_paise: combo,
        start_date: day(spec.days.0),
        end_date: day(spec.days.1),
        is_active: spec.is_active,
        terms: Some(spec.terms.into()),
        image_url: (display_order <= 2).then(|| format!("https://images.example.invalid/offers/{slug}.jpg")),
        slug: format!("{slug}-{}", random.rng.short_code::<6>()),
        display_order,
        created_at,
        updated_at: created_at,
    }
}
