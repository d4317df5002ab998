//! Offers: three current, one expired, one inactive, one in the future.

use std::ops::RangeInclusive;

use chrono::{NaiveDate, TimeDelta};
use parlour_domain::ids::{OfferId, ServiceId};
use parlour_domain::offer::OfferType;
use parlour_domain::text::slug;
use parlour_store::catalogue::catalogue_records::Service;
use parlour_store::offers::offer_records::{self, Offer};
use parlour_store::{DbError, Tx};

use super::hindi::in_hindi;
use super::random::DemoRandom;

#[derive(Clone, Copy)]
enum DiscountSpec {
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
    days: RangeInclusive<i64>,
    is_active: bool,
    /// Salon services only: offers do not apply to spa bookings.
    pub(super) services: &'static [&'static str],
}

const fn offer(
    name: &'static str,
    discount: DiscountSpec,
    days: RangeInclusive<i64>,
    services: &'static [&'static str],
) -> OfferSpec {
    OfferSpec { name, description: "", terms: "", discount, days, is_active: true, services }
}

impl OfferSpec {
    const fn texts(mut self, description: &'static str, terms: &'static str) -> Self {
        (self.description, self.terms) = (description, terms);
        self
    }

    const fn paused(mut self) -> Self {
        self.is_active = false;
        self
    }
}

const FACIALS: &[&str] =
    &["Fruit Facial", "Gold Facial", "De-tan Facial", "Vitamin C Brightening Facial", "Acne Care Facial"];

pub(super) const OFFERS: [OfferSpec; 6] = [
    offer("Glow Month: 20% off Facials", Percent(20), -12..=18, FACIALS)
        .texts("Every facial at a fifth less, all month.", "Once a day per customer. Not together with gems."),
    offer("₹500 off Hair Colour", Rupees(500), -20..=40, &["Global Hair Colour", "Balayage", "Highlights, Half Head"])
        .texts("On global colour, balayage and highlights.", "Patch test 24 hours before the appointment."),
    offer("Mani-Pedi Duo", ComboPriceRupees(1_199), -45..=45, &["Classic Manicure", "Classic Pedicure"])
        .texts("Classic manicure and pedicure in one sitting.", "Both services in the same booking."),
    offer("Monsoon Hair Rescue", Percent(25), -110..=-50, &["Nourishing Hair Spa", "Anti-dandruff Treatment"])
        .texts("Hair spa and anti-dandruff care at a quarter less.", "Once a day per customer."),
    offer("Student Tuesdays", Rupees(150), -80..=60, &["Haircut & Blow-dry (Women)", "Haircut (Men)"])
        .texts("A haircut for less with a college card; paused for now.", "Show a valid student card at the desk.")
        .paused(),
    offer(
        "Wedding Season Early Bird",
        Percent(15),
        10..=70,
        &["Bridal Make-up", "Bridal Make-up Trial", "Engagement Make-up"],
    )
    .texts("15% off bridal make-up and trials booked ahead.", "Trial and wedding day at the same branch."),
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
    let (first, last) = (*spec.days.start(), *spec.days.end());
    let day = |offset: i64| -> NaiveDate { random.today + TimeDelta::days(offset) };
    // Created a few days before it starts, or recently if it starts in the future.
    let created_at = random.business_time_days_ago((4 - first).max(3).unsigned_abs());
    let (offer_type, [percentage, amount, combo]) = match spec.discount {
        Percent(percent) => (OfferType::Percentage, [Some(percent), None, None]),
        Rupees(rupees) => (OfferType::Flat, [None, Some(rupees * 100), None]),
        ComboPriceRupees(rupees) => (OfferType::ComboPrice, [None, None, Some(rupees * 100)]),
    };
    let slug = slug(spec.name);
    let (name_hi, description_hi) = in_hindi(spec.name);
    Offer {
        id: OfferId::new(random.id(created_at)),
        name: spec.name.into(),
        description: Some(spec.description.into()),
        name_hi,
        description_hi,
        offer_type,
        discount_percentage: percentage,
        discount_amount_paise: amount,
        combo_price_paise: combo,
        start_date: day(first),
        end_date: day(last),
        is_active: spec.is_active,
        terms: Some(spec.terms.into()),
        image_url: None,
        slug: format!("{slug}-{}", random.rng.random_letters::<6>()),
        display_order,
        created_at,
        updated_at: created_at,
    }
}
