//! The branches of the chain beside those of the demo salon, and who works there.

use std::sync::Arc;

use chrono::{Days, NaiveDate};
use parlour_domain::auth::role::Role;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, TagId, UserId};
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_domain::service::ServiceType;
use parlour_store::branches::branch_records::{self, Branch, Seller};
use parlour_store::bulk_insert::booking_rows::{self, BulkService};
use parlour_store::customers::customer_records;
use parlour_store::staff::staff_records::{self, Shift, StaffMember};
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};

use crate::branches::with_gstin_check_character;
use crate::names::Name;
use crate::random::{DemoRandom, full_hour};
use crate::{DemoRefusal, user_accounts};

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
const FIRST_BRANCH_NUMBER: usize = 11;
const STYLISTS_PER_BRANCH: usize = 5;
const THERAPISTS_PER_BRANCH: usize = 3;
/// What fits between two appointments of one colleague.
const MAX_SERVICE_MINUTES: i64 = 75;

#[derive(Debug)]
pub(super) struct SalonChain {
    pub(super) branches: Vec<ChainBranch>,
    pub(super) tags: Vec<TagId>,
    /// Who has tagged the guests and noted what they said.
    pub(super) receptionist: UserId,
    hair: Vec<Arc<BulkService>>,
    spa: Vec<Arc<BulkService>>,
}

#[derive(Debug)]
pub(super) struct ChainBranch {
    pub(super) id: BranchId,
    pub(super) seller: Arc<Seller>,
    colleagues: Vec<(ServiceType, StaffId)>,
}

impl SalonChain {
    /// What can be asked for, each short enough for a place in the day.
    pub(super) fn menu(&self, kind: ServiceType) -> &[Arc<BulkService>] {
        match kind {
            ServiceType::Salon => &self.hair,
            ServiceType::Spa => &self.spa,
        }
    }
}

impl ChainBranch {
    /// Who serves the visit of that place in the day, and when: nobody serves two at once.
    pub(super) fn place(&self, place: usize) -> (&(ServiceType, StaffId), u32) {
        let turn = u32::try_from(place / self.colleagues.len()).unwrap_or_default();
        (&self.colleagues[place % self.colleagues.len()], 10 * 60 + turn * 80)
    }
}

pub(super) fn insert_chain(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    first_day: NaiveDate,
    count: usize,
) -> Result<SalonChain, DemoRefusal> {
    let built = Timestamp::ist_midnight(first_day - Days::new(40)).plus_millis(11 * HOUR_MS);
    let branches =
        (0..count).map(|order| insert_branch(tx, random, order, built)).collect::<Result<_, _>>()?;
    let (mut hair, mut spa) = (Vec::new(), Vec::new());
    for service in booking_rows::list_active_services(tx)?
        .into_iter()
        .filter(|service| service.duration_minutes <= MAX_SERVICE_MINUTES)
    {
        match service.service_type {
            ServiceType::Salon => hair.push(Arc::new(service)),
            ServiceType::Spa => spa.push(Arc::new(service)),
        }
    }
    let receptionist = user_records::by_email(tx, &user_accounts::demo_email_address("receptionist"))?;
    let receptionist =
        receptionist.ok_or_else(|| DbError::Statement("the demo has a receptionist".into()))?;
    let tags = customer_records::list_tags(tx)?.into_iter().map(|tag| tag.id).collect();
    Ok(SalonChain { branches, tags, receptionist: receptionist.id, hair, spa })
}

fn insert_branch(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    order: usize,
    built: Timestamp,
) -> Result<ChainBranch, DemoRefusal> {
    let number = FIRST_BRANCH_NUMBER + order;
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
    let gstin = with_gstin_check_character(&format!("{state}PRLCP0000X{}Z", last.to_ascii_uppercase()));
    let branch = Branch {
        id: BranchId::new(random.id(built)),
        code,
        number: i64::try_from(number).unwrap_or_default(),
        name,
        address: address.to_owned(),
        phone: Some(format!("+9190000{:05}", 20_000 + number)),
        gstin: Some(gstin),
        gst_registered: true,
        status: "operational".into(),
        is_primary: false,
        opens_at: full_hour(10),
        closes_at: full_hour(21),
        availability_mode: "open".into(),
        cancel_window_minutes: None,
        hold_minutes: 30,
        created_at: built,
        updated_at: built,
    };
    branch_records::insert(tx, &branch)?;
    let kinds = [(ServiceType::Salon, STYLISTS_PER_BRANCH), (ServiceType::Spa, THERAPISTS_PER_BRANCH)];
    let kinds = kinds.into_iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count)).enumerate();
    let colleagues = kinds
        .map(|(place, kind)| Ok((kind, insert_staff_member(tx, random, &branch, (kind, place), built)?)))
        .collect::<Result<_, DemoRefusal>>()?;
    let Branch { id, code, name, address, gstin, gst_registered, .. } = branch;
    Ok(ChainBranch {
        id,
        seller: Arc::new(Seller { code, name, address, gstin, gst_registered }),
        colleagues,
    })
}

fn insert_staff_member(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    branch: &Branch,
    (kind, place): (ServiceType, usize),
    since: Timestamp,
) -> Result<StaffId, DemoRefusal> {
    let gender = if random.percent_chance(60) { Gender::Female } else { Gender::Male };
    let name = Name::random(random, gender);
    let mailbox = format!("{}.{}{place}", name.dotted(), branch.code.to_lowercase());
    let user_id = user_accounts::insert_user(tx, random, (&name.full(), &mailbox), Role::Staff, since)?;
    let member = StaffMember {
        id: StaffId::new(random.id(since)),
        user_id,
        branch_id: branch.id.clone(),
        display_name: name.full().split(' ').next().unwrap_or_default().to_owned(),
        gender,
        serves_salon: kind == ServiceType::Salon,
        serves_spa: kind == ServiceType::Spa,
        is_active: true,
    };
    staff_records::insert(tx, &member, since)?;
    for weekday in 1..=7 {
        let shift = Shift {
            id: random.id(since),
            staff_id: member.id.clone(),
            weekday,
            start_time: full_hour(10),
            end_time: full_hour(21),
            breaks: Vec::new(),
        };
        staff_records::insert_shift(tx, &shift)?;
    }
    Ok(member.id)
}
