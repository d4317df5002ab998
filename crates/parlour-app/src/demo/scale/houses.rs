//! The houses of the chain beside those of the demo salon, and who works there.

use std::sync::Arc;

use chrono::{Days, NaiveDate};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, TagId, UserId};
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_domain::role::Role;
use parlour_domain::service::ServiceType;
use parlour_store::branches::{self, Branch, Seller};
use parlour_store::scale::days::{self, Dish};
use parlour_store::staff::{self, Shift, StaffMember};
use parlour_store::{DbError, Tx, customers, users};

use crate::demo::branches::with_check_character;
use crate::demo::draws::{Draws, hour};
use crate::demo::names::Name;
use crate::demo::{DemoRefusal, people};

/// Code, state of registration, name and place.
const CITIES: [(&str, &str, &str, &str); 16] = [
    ("MUM", "27", "Bandra", "Hill Road, Bandra West, Mumbai, Maharashtra 400050"),
    ("PUN", "27", "Koregaon Park", "Lane 6, Koregaon Park, Pune, Maharashtra 411001"),
    ("HYD", "36", "Banjara Hills", "Road No. 12, Banjara Hills, Hyderabad, Telangana 500034"),
    ("CHE", "33", "Adyar", "LB Road, Adyar, Chennai, Tamil Nadu 600020"),
    ("KOC", "32", "Panampilly Nagar", "Main Avenue, Panampilly Nagar, Kochi, Kerala 682036"),
    ("DEL", "07", "Hauz Khas", "Aurobindo Marg, Hauz Khas, New Delhi 110016"),
    ("GUR", "06", "Cyber City", "DLF Phase 2, Gurugram, Haryana 122002"),
    ("JAI", "08", "C-Scheme", "Bhagwan Das Road, C-Scheme, Jaipur, Rajasthan 302001"),
    ("AHM", "24", "Navrangpura", "CG Road, Navrangpura, Ahmedabad, Gujarat 380009"),
    ("KOL", "19", "Ballygunge", "Gariahat Road, Ballygunge, Kolkata, West Bengal 700019"),
    ("GUW", "18", "Zoo Road", "RG Baruah Road, Guwahati, Assam 781024"),
    ("BHU", "21", "Saheed Nagar", "Janpath, Saheed Nagar, Bhubaneswar, Odisha 751007"),
    ("LKO", "09", "Hazratganj", "MG Marg, Hazratganj, Lucknow, Uttar Pradesh 226001"),
    ("IDR", "23", "Vijay Nagar", "AB Road, Vijay Nagar, Indore, Madhya Pradesh 452010"),
    ("GOA", "30", "Panaji", "18th June Road, Panaji, Goa 403001"),
    ("MYS", "29", "Gokulam", "3rd Stage, Gokulam, Mysuru, Karnataka 570002"),
];
/// After those of the demo salon.
const FIRST_NUMBER: usize = 11;
const STYLISTS: usize = 5;
const THERAPISTS: usize = 3;
/// What fits between two appointments of one colleague.
const LONGEST_MINUTES: i64 = 75;

#[derive(Debug)]
pub(super) struct Chain {
    pub(super) houses: Vec<House>,
    pub(super) tags: Vec<TagId>,
    /// Who has tagged the guests and noted what they said.
    pub(super) receptionist: UserId,
    hair: Vec<Arc<Dish>>,
    spa: Vec<Arc<Dish>>,
}

#[derive(Debug)]
pub(super) struct House {
    pub(super) id: BranchId,
    pub(super) seller: Arc<Seller>,
    colleagues: Vec<(ServiceType, StaffId)>,
}

impl Chain {
    /// What can be asked for, each short enough for a place in the day.
    pub(super) fn menu(&self, kind: ServiceType) -> &[Arc<Dish>] {
        match kind {
            ServiceType::Salon => &self.hair,
            ServiceType::Spa => &self.spa,
        }
    }
}

impl House {
    /// Who serves the visit of that place in the day, and when: nobody serves two at once.
    pub(super) fn place(&self, place: usize) -> (&(ServiceType, StaffId), u32) {
        let turn = u32::try_from(place / self.colleagues.len()).unwrap_or_default();
        (&self.colleagues[place % self.colleagues.len()], 10 * 60 + turn * 80)
    }
}

pub(super) fn open(
    tx: &mut Tx<'_>,
    draws: &Draws,
    first_day: NaiveDate,
    count: usize,
) -> Result<Chain, DemoRefusal> {
    let built = Timestamp::ist_midnight(first_day - Days::new(40)).plus_millis(11 * HOUR_MS);
    let houses = (0..count).map(|order| build(tx, draws, order, built)).collect::<Result<_, _>>()?;
    let (mut hair, mut spa) = (Vec::new(), Vec::new());
    for dish in days::menu(tx)?.into_iter().filter(|dish| dish.duration_minutes <= LONGEST_MINUTES) {
        match dish.service_type {
            ServiceType::Salon => hair.push(Arc::new(dish)),
            ServiceType::Spa => spa.push(Arc::new(dish)),
        }
    }
    let receptionist = users::by_email(tx, &people::address("receptionist"))?;
    let receptionist =
        receptionist.ok_or_else(|| DbError::Statement("the demo has a receptionist".into()))?;
    let tags = customers::tags(tx)?.into_iter().map(|tag| tag.id).collect();
    Ok(Chain { houses, tags, receptionist: receptionist.id, hair, spa })
}

fn build(tx: &mut Tx<'_>, draws: &Draws, order: usize, built: Timestamp) -> Result<House, DemoRefusal> {
    let number = FIRST_NUMBER + order;
    let (code, name, state, address) = match CITIES.get(order) {
        Some((code, state, name, address)) => {
            ((*code).to_owned(), format!("Parlour {name}"), *state, *address)
        }
        None => (
            format!("H{number:03}"),
            format!("Parlour {number}"),
            "29",
            "MG Road, Bengaluru, Karnataka 560001",
        ),
    };
    let last = char::from_digit(u32::try_from(3 + order % 30).unwrap_or(3), 36).unwrap_or('3');
    let gstin = with_check_character(&format!("{state}PRLCP0000X{}Z", last.to_ascii_uppercase()));
    let branch = Branch {
        id: BranchId::new(draws.id(built)),
        code,
        number: i64::try_from(number).unwrap_or_default(),
        name,
        address: address.to_owned(),
        phone: Some(format!("+9190000{:05}", 20_000 + number)),
        gstin: Some(gstin),
        gst_registered: true,
        status: "operational".into(),
        is_primary: false,
        opens_at: hour(10),
        closes_at: hour(21),
        availability_mode: "open".into(),
        cancel_window_minutes: None,
        hold_minutes: 30,
        created_at: built,
        updated_at: built,
    };
    branches::insert(tx, &branch)?;
    let kinds = [(ServiceType::Salon, STYLISTS), (ServiceType::Spa, THERAPISTS)];
    let kinds = kinds.into_iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count)).enumerate();
    let colleagues = kinds
        .map(|(place, kind)| Ok((kind, take_on(tx, draws, &branch, (kind, place), built)?)))
        .collect::<Result<_, DemoRefusal>>()?;
    let Branch { id, code, name, address, gstin, gst_registered, .. } = branch;
    Ok(House { id, seller: Arc::new(Seller { code, name, address, gstin, gst_registered }), colleagues })
}

fn take_on(
    tx: &mut Tx<'_>,
    draws: &Draws,
    branch: &Branch,
    (kind, place): (ServiceType, usize),
    since: Timestamp,
) -> Result<StaffId, DemoRefusal> {
    let gender = if draws.percent(60) { Gender::Female } else { Gender::Male };
    let name = Name::draw(draws, gender);
    let mailbox = format!("{}.{}{place}", name.dotted(), branch.code.to_lowercase());
    let user_id = people::register(tx, draws, (&name.full(), &mailbox), Role::Staff, since)?;
    let member = StaffMember {
        id: StaffId::new(draws.id(since)),
        user_id,
        branch_id: branch.id.clone(),
        display_name: name.full().split(' ').next().unwrap_or_default().to_owned(),
        gender,
        serves_salon: kind == ServiceType::Salon,
        serves_spa: kind == ServiceType::Spa,
        is_active: true,
    };
    staff::insert(tx, &member, since)?;
    for weekday in 1..=7 {
        let shift = Shift {
            id: draws.id(since),
            staff_id: member.id.clone(),
            weekday,
            start_time: hour(10),
            end_time: hour(21),
            breaks: Vec::new(),
        };
        staff::insert_shift(tx, &shift)?;
    }
    Ok(member.id)
}
