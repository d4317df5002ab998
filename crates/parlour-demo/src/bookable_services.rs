//! The services that customers can book, and the staff of the primary branch who provide them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, NaiveDate};
use parlour_app::bookings::{BookingRequest, StaffWish};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{ServiceId, StaffId};
use parlour_domain::ist::time_at_minute;
use parlour_domain::service::ServiceType;
use parlour_store::catalogue::catalogue_records;
use parlour_store::staff::staff_records;
use parlour_store::{DbError, Tx};

use crate::demo_salon::DemoSalon;
use crate::random::DemoRandom;

pub(crate) const BOOKING_NOTES: [&str; 4] = [
    "First visit, please allow a little more time.",
    "With Rekha if she is in.",
    "I am allergic to ammonia.",
    "Two of us, one after the other.",
];

pub(crate) struct BookableServices {
    pub(crate) services: BTreeMap<ServiceType, Vec<ServiceId>>,
    /// Staff of the primary branch who provide this type of service.
    pub(crate) staff_ids: BTreeMap<ServiceType, Vec<StaffId>>,
    women: BTreeSet<StaffId>,
}

impl BookableServices {
    pub(crate) fn read(tx: &mut Tx<'_>, demo_salon: &DemoSalon<'_>) -> Result<Self, DbError> {
        let categories = catalogue_records::active_categories(tx)?;
        let mut services = BTreeMap::<_, Vec<_>>::new();
        for service in catalogue_records::active_services(tx)? {
            if let Some(category) = categories.iter().find(|category| category.id == service.category_id) {
                services.entry(category.service_type).or_default().push(service.id);
            }
        }
        let (mut staff_ids, mut women) = (BTreeMap::<_, Vec<_>>::new(), BTreeSet::new());
        let members = staff_records::list_active(tx)?.into_iter();
        for member in members.filter(|member| member.branch_id == demo_salon.branches.primary) {
            for service_type in member.service_types {
                staff_ids.entry(service_type).or_default().push(member.id.clone());
            }
            if member.gender == Gender::Female {
                women.insert(member.id);
            }
        }
        Ok(Self { services, staff_ids, women })
    }

    /// Some ask for a woman, some for a person. The day decides it, so that everything else is as random as without.
    fn wish_on(&self, date: NaiveDate, service_type: ServiceType) -> StaffWish {
        let staff = &self.staff_ids[&service_type];
        let day = usize::try_from(date.day()).unwrap_or_default();
        match day % 8 {
            1 => StaffWish { gender: Some(Gender::Female), ..StaffWish::default() },
            5 => StaffWish { staff_id: Some(staff[day % staff.len()].clone()), ..StaffWish::default() },
            _ => StaffWish::default(),
        }
    }

    /// Whom the desk chooses for a request: somebody at random, unless somebody was asked for.
    pub(crate) fn choose_staff(&self, random: &DemoRandom, request: &BookingRequest) -> StaffId {
        let staff = &self.staff_ids[&request.service_type];
        let anybody = random.one_of(staff);
        let woman = || staff.iter().find(|id| self.women.contains(*id));
        let wished = match (&request.wish.staff_id, request.wish.gender) {
            (Some(person), _) => Some(person),
            (None, Some(_)) if !self.women.contains(anybody) => woman(),
            (None, _) => None,
        };
        wished.unwrap_or(anybody).clone()
    }

    /// A request for one to three services at the primary branch.
    pub(crate) fn random_request(
        &self,
        random: &DemoRandom,
        demo_salon: &DemoSalon<'_>,
        date: NaiveDate,
    ) -> BookingRequest {
        let service_type = if random.percent_chance(65) { ServiceType::Salon } else { ServiceType::Spa };
        let services = &self.services[&service_type];
        let count = usize::try_from(random.number(1, 4)).unwrap_or(1);
        let half_hour = u32::try_from(random.number(0, 14)).unwrap_or_default();
        BookingRequest {
            branch_id: demo_salon.branches.primary.clone(),
            service_type,
            booking_date: date,
            start_time: time_at_minute(10 * 60 + half_hour * 30),
            service_ids: (0..count).map(|index| (index, random.one_of(services).clone())).collect(),
            notes: random.percent_chance(30).then(|| (*random.one_of(&BOOKING_NOTES)).to_owned()),
            lead_id: None,
            wish: self.wish_on(date, service_type),
            promised_offer_id: None,
        }
    }
}
