//! A made-up day, salon and visitor that all screens share.

use std::sync::Arc;

use chrono::{Days, NaiveDate, NaiveTime};
use http::StatusCode;
use parlour_app::catalogue::CategoryWithServices;
use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::branch::AvailabilityMode;
use parlour_domain::ids::{BranchId, CategoryId, ServiceId, UserId};
use parlour_domain::ist::{Timestamp, time_at_minute};
use parlour_domain::membership::DeskMembershipTerms;
use parlour_domain::service::ServiceType;
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::request::FormValues;
use parlour_store::branches::branch_records::Branch;
use parlour_store::catalogue::catalogue_records::{Category, Service};

use parlour_texts::Texts;
use parlour_web::assets;
use parlour_web::cache::Catalogue;
use parlour_web::form::FormState;
use parlour_web::page::{Frame, SignedInUser, Tab, TextContext};
use parlour_web::salon::Salon;

pub(super) const TEXTS: Texts = Texts::ENGLISH;
pub(super) const USER: &str = "user-asha";

/// A Monday.
pub(super) fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 16).unwrap_or_default()
}

pub(super) fn in_days(days: u64) -> NaiveDate {
    today() + Days::new(days)
}

pub(super) fn days_ago(days: u64) -> NaiveDate {
    today() - Days::new(days)
}

pub(super) fn at(hour: u32, minute: u32) -> NaiveTime {
    time_at_minute(hour * 60 + minute)
}

/// Today at 10:40 am.
pub(super) fn context() -> TextContext {
    TextContext { now: Timestamp::from_ist(today(), at(10, 40)), texts: TEXTS }
}

pub(super) fn signed_in() -> SignedInUser {
    SignedInUser {
        id: UserId::new(USER),
        name: "Asha Rao".to_owned(),
        email: Some("asha@example.com".to_owned()),
        is_onboarded: true,
        language: None,
        unread_notifications: 2,
        updates_position: "1-0".to_owned(),
    }
}

/// The frame of a page for somebody who is signed in.
pub(super) fn frame(title: impl Into<String>, tab: Tab) -> Frame {
    Frame { signed_in_user: Some(signed_in()), ..public_frame(title, tab) }
}

/// The frame of a page for everybody else.
pub(super) fn public_frame(title: impl Into<String>, tab: Tab) -> Frame {
    Frame {
        texts: TEXTS,
        salon: Arc::new(salon()),
        signed_in_user: None,
        title: title.into(),
        description: None,
        canonical: None,
        tab,
        flash: None,
        assets: assets::base_path(),
        address: "/".to_owned(),
        encoded_address: "%2F".to_owned(),
        form_key: "gallery".to_owned(),
        hides_navigation: false,
        is_sign_in_unknown: false,
    }
}

pub(super) fn salon() -> Salon {
    let branches = vec![
        branch("indiranagar", "Aangan Indiranagar", "12, 100 Feet Road, Indiranagar, Bengaluru 560038"),
        branch("koramangala", "Aangan Koramangala", "80 Feet Road, 4th Block, Koramangala, Bengaluru 560034"),
        branch("jayanagar", "Aangan Jayanagar", "11th Main, 4th Block, Jayanagar, Bengaluru 560011"),
    ];
    Salon { name: "Aangan".to_owned(), phone: Some("+918041234567".to_owned()), branches, ..Salon::default() }
}

pub(super) fn branch(id: &str, name: &str, address: &str) -> Branch {
    Branch {
        id: BranchId::new(id),
        code: "IND".to_owned(),
        number: 1,
        name: name.to_owned(),
        address: address.to_owned(),
        phone: Some("+918041234567".to_owned()),
        gstin: None,
        gst_registered: false,
        status: "operational".to_owned(),
        is_primary: true,
        opens_at: at(10, 0),
        closes_at: at(21, 0),
        hours: None,
        availability_mode: AvailabilityMode::Live,
        cancel_window_minutes: Some(240),
        hold_minutes: 30,
        max_pending_per_customer: None,
        desk_discount_percent: 10,
        desk_membership_terms: DeskMembershipTerms::Any,
        round_invoices: RoundInvoices::Rupee,
        upi_id: None,
        upi_name: None,
        logo_url: None,
        created_at: context().now,
        updated_at: context().now,
    }
}

pub(super) fn first_branch() -> Branch {
    branch("indiranagar", "Aangan Indiranagar", "12, 100 Feet Road, Indiranagar, Bengaluru 560038")
}

/// Slug, name, description, price in rupees, minutes, price in gems.
type ServiceFacts = (&'static str, &'static str, &'static str, i64, i64, Option<i64>);

const HAIR: [ServiceFacts; 4] = [
    ("haircut", "Haircut and blow-dry", "Wash, cut and finish with a stylist.", 950, 60, Some(90)),
    ("hair-spa", "Hair spa", "A warm oil massage, a mask and steam.", 1_400, 75, None),
    ("root-touch-up", "Root touch-up", "Ammonia-free colour for the first two inches.", 1_850, 90, None),
    ("keratin", "Keratin treatment", "", 6_500, 180, None),
];
const SKIN: [ServiceFacts; 3] = [
    ("clean-up", "Clean-up", "Quick and fresh.", 850, 45, Some(80)),
    ("facial", "Kumkumadi facial", "Saffron oils, a slow massage and a mask that cools.", 2_200, 75, None),
    ("threading", "Eyebrow threading", "", 80, 15, None),
];
const HANDS: [ServiceFacts; 3] = [
    ("pedicure", "Classic pedicure", "Soak, scrub and polish.", 850, 45, None),
    ("manicure", "Classic manicure", "Soak, shape and polish.", 650, 40, None),
    ("gel-nails", "Gel nails", "Stays for three weeks.", 1_600, 75, None),
];
const MEN: [ServiceFacts; 2] = [
    ("mens-cut", "Cut and beard", "With a hot towel.", 600, 45, Some(60)),
    ("shave", "Royal shave", "", 350, 30, None),
];
const BRIDAL: [ServiceFacts; 1] =
    [("bridal-trial", "Bridal make-up trial", "So that the day itself holds no surprise.", 4_500, 120, None)];
const SPA: [ServiceFacts; 3] = [
    ("abhyanga", "Abhyanga", "A full-body massage with warm sesame oil.", 2_800, 60, None),
    ("deep-tissue", "Deep tissue massage", "For a tired back and shoulders.", 3_200, 75, None),
    ("steam", "Herbal steam", "", 900, 20, None),
];

/// Sixteen services in six categories, one of them of the spa.
pub(super) fn catalogue() -> Catalogue {
    let salon = ServiceType::Salon;
    let categories = vec![
        category("hair", "Haircuts & Styling", ("Cut, colour and care.", salon), &HAIR),
        category("skin", "Facials & Clean-ups", ("For skin that has seen the city.", salon), &SKIN),
        category("hands", "Hands & Feet", ("", salon), &HANDS),
        category("men", "Grooming for Men", ("", salon), &MEN),
        category("bridal", "Bridal & Make-up", ("", salon), &BRIDAL),
        category("massage", "Body Massage", ("An hour in which nobody calls.", ServiceType::Spa), &SPA),
    ];
    Catalogue { categories, offers: Vec::new() }
}

fn category(
    slug: &str,
    name: &str,
    (description, service_type): (&str, ServiceType),
    services: &[ServiceFacts],
) -> CategoryWithServices {
    let category = Category {
        id: CategoryId::new(slug),
        name: name.to_owned(),
        slug: slug.to_owned(),
        description: description.to_owned(),
        name_hi: None,
        description_hi: None,
        service_type,
        display_order: 0,
        is_active: true,
        created_at: context().now,
        updated_at: context().now,
    };
    CategoryWithServices { category, services: services.iter().map(|facts| service(slug, *facts)).collect() }
}

fn service(category: &str, (slug, name, description, rupees, minutes, gems): ServiceFacts) -> Service {
    Service {
        id: ServiceId::new(slug),
        category_id: CategoryId::new(category),
        name: name.to_owned(),
        slug: slug.to_owned(),
        description: description.to_owned(),
        name_hi: None,
        description_hi: None,
        duration_minutes: minutes,
        buffer_minutes: 0,
        price_paise: rupees * 100,
        is_active: true,
        image_url: None,
        display_order: 0,
        gems_redeemable: gems.is_some(),
        gems_required: gems,
        gems_catalogue_order: None,
        created_at: context().now,
        updated_at: context().now,
    }
}

/// A form that was posted with these fields and came back with these errors.
pub(super) fn refused_form(
    posted: &str,
    errors: impl IntoIterator<Item = (&'static str, FieldError)>,
    label: fn(&str, Texts) -> &'static str,
) -> FormState {
    let mut found = FieldErrors::default();
    for (name, error) in errors {
        found.add(name, error);
    }
    FormState::invalid(&FormValues::decode(posted.as_bytes()), &found, TEXTS, label)
}

/// A form that came back with a sentence above it.
pub(super) fn refused_whole(text: &str) -> FormState {
    FormState::refused_as(&FormValues::default(), StatusCode::CONFLICT, text)
}

pub(super) fn text_list<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
    pairs.into_iter().map(|(one, two)| (one.to_owned(), two.to_owned())).collect()
}
