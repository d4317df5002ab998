//! The branches and staff of the chain, in addition to those of the demo salon.

use std::collections::BTreeMap;
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
use parlour_store::staff::staff_changes::{self, StaffProfile};
use parlour_store::staff::staff_records::{self, Shift};
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};

use crate::branches::{new_branch, with_gstin_check_character};
use crate::names::Name;
use crate::random::{DemoRandom, full_hour};
use crate::refusal::DemoRefusal;
use crate::user_accounts::{self, DemoUser};

/// Code, GST state code, name and address of a branch.
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
/// The demo salon uses the numbers below.
const FIRST_BRANCH_NUMBER: usize = 11;
const STYLISTS_PER_BRANCH: usize = 5;
const THERAPISTS_PER_BRANCH: usize = 3;
/// Minutes between the starts of two appointments of one staff member.
const SLOT_MINUTES: u32 = 80;
/// Longest service that fits into a slot.
const MAX_SERVICE_MINUTES: i64 = 75;

#[derive(Debug)]
pub(super) struct SalonChain {
    pub(super) branches: Vec<ChainBranch>,
    pub(super) tags: Vec<TagId>,
    /// The author of all tags and notes.
    pub(super) receptionist: UserId,
    /// The services that fit into a slot.
    pub(super) services: BTreeMap<ServiceType, Vec<Arc<BulkService>>>,
}

#[derive(Debug)]
pub(super) struct ChainBranch {
    pub(super) id: BranchId,
    pub(super) seller: Arc<Seller>,
    staff: Vec<ChainStaffMember>,
}

#[derive(Debug)]
pub(super) struct ChainStaffMember {
    pub(super) id: StaffId,
    pub(super) service_type: ServiceType,
}

impl ChainBranch {
    /// Returns staff member and start (in minutes of the day) of the appointment with this index of the day. No staff
    /// member has two appointments at the same time.
    pub(super) fn appointment_slot(&self, index_of_day: usize) -> (&ChainStaffMember, u32) {
        let slot = u32::try_from(index_of_day / self.staff.len()).unwrap_or_default();
        (&self.staff[index_of_day % self.staff.len()], 10 * 60 + slot * SLOT_MINUTES)
    }
}

pub(super) fn insert_chain(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    first_day: NaiveDate,
    branch_count: usize,
) -> Result<SalonChain, DemoRefusal> {
    let created_at = Timestamp::ist_midnight(first_day - Days::new(40)).plus_millis(11 * HOUR_MS);
    let branches =
        (0..branch_count).map(|order| insert_branch(tx, random, order, created_at)).collect::<Result<_, _>>()?;
    let mut services = BTreeMap::<_, Vec<_>>::new();
    let active = booking_rows::list_active_services(tx)?.into_iter();
    for service in active.filter(|service| service.duration_minutes <= MAX_SERVICE_MINUTES) {
        services.entry(service.service_type).or_default().push(Arc::new(service));
    }
    let receptionist = user_records::by_email(tx, &user_accounts::demo_email_address("receptionist"))?;
    let receptionist = receptionist.ok_or_else(|| DbError::Statement("the demo salon has no receptionist".into()))?;
    let tags = customer_records::list_tags(tx)?.into_iter().map(|tag| tag.id).collect();
    Ok(SalonChain { branches, tags, receptionist: receptionist.id, services })
}

fn insert_branch(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    order: usize,
    created_at: Timestamp,
) -> Result<ChainBranch, DemoRefusal> {
    let number = FIRST_BRANCH_NUMBER + order;
    let (code, name, state, address) = match CITIES.get(order) {
        Some((code, state, name, address)) => ((*code).to_owned(), format!("Parlour {name}"), *state, *address),
        None => (format!("H{number:03}"), format!("Parlour {number}"), "29", "MG Road, Bengaluru, Karnataka 560001"),
    };
    let entity = char::from_digit(u32::try_from(3 + order % 30).unwrap_or(3), 36).unwrap_or('3');
    let gstin = with_gstin_check_character(&format!("{state}PRLCP0000X{}Z", entity.to_ascii_uppercase()));
    let branch = Branch {
        address: address.to_owned(),
        phone: Some(format!("+9190000{:05}", 20_000 + number)),
        gstin: Some(gstin),
        ..new_branch(random, created_at, &code, i64::try_from(number).unwrap_or_default(), &name)
    };
    branch_records::insert(tx, &branch)?;
    let counts = [(ServiceType::Salon, STYLISTS_PER_BRANCH), (ServiceType::Spa, THERAPISTS_PER_BRANCH)];
    let types = counts.into_iter().flat_map(|(service_type, count)| std::iter::repeat_n(service_type, count));
    let staff = types
        .enumerate()
        .map(|(index, service_type)| insert_staff_member(tx, random, &branch, service_type, index))
        .collect::<Result<_, _>>()?;
    let Branch { id, code, name, address, gstin, gst_registered, round_invoices, desk_discount_percent, .. } = branch;
    let seller = Seller { code, name, address, gstin, gst_registered, round_invoices, desk_discount_percent };
    Ok(ChainBranch { id, seller: Arc::new(seller), staff })
}

fn insert_staff_member(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    branch: &Branch,
    service_type: ServiceType,
    index: usize,
) -> Result<ChainStaffMember, DemoRefusal> {
    let since = branch.created_at;
    let gender = if random.percent_chance(60) { Gender::Female } else { Gender::Male };
    let name = Name::random(random, gender);
    let mailbox = format!("{}.{}{index}", name.dotted(), branch.code.to_lowercase());
    let user = DemoUser { name: &name.full(), mailbox: &mailbox, role: Role::Staff, since };
    let user_id = user_accounts::insert_user(tx, random, &user)?;
    let member = StaffProfile {
        id: StaffId::new(random.id(since)),
        user_id,
        branch_id: branch.id.clone(),
        display_name: name.full().split(' ').next().unwrap_or_default().to_owned(),
        gender,
        service_types: vec![service_type],
        is_active: true,
        image_url: None,
        created_at: since,
        updated_at: since,
    };
    staff_changes::insert_unless_active(tx, &member)?;
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
    Ok(ChainStaffMember { id: member.id, service_type })
}
