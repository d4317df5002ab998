//! Whether a branch can take a booking: everything that speaks against it, not the first thing.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::{
    MOST_SERVICES, OpeningHours, TimeRefusal, check_customer_start, total, visit_end,
};
use parlour_domain::ids::{BranchId, ServiceId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::branches::{self, BookingBranch};
use parlour_store::catalogue::{self, Bookable};
use parlour_store::{Conn, DbError};

/// What is asked for, as far as it could be read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked<'a> {
    pub branch: Option<&'a BranchId>,
    pub service_type: Option<ServiceType>,
    pub booking_date: Option<NaiveDate>,
    pub start_time: Option<NaiveTime>,
    /// As sent; one that is named twice counts once.
    pub services: Option<&'a [ServiceId]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Complaint {
    #[error("is not a branch that takes bookings")]
    Branch,
    #[error("is not done at this branch at present")]
    NobodyServes,
    #[error("must name at most {MOST_SERVICES} services")]
    TooManyServices,
    /// Each of these with its place in the list that was sent.
    #[error("is not a service of ours")]
    UnknownService(usize),
    #[error("is not offered at present")]
    ServiceNotOffered(usize),
    #[error("is a {1} service")]
    OtherType(usize, ServiceType),
    #[error("{0}")]
    Date(TimeRefusal),
    #[error("{0}")]
    Start(TimeRefusal),
}

/// What was found, and what speaks against it.
#[derive(Debug, Default)]
pub struct Examined {
    pub complaints: Vec<Complaint>,
    pub(super) branch: Option<BookingBranch>,
    /// In the order in which they were asked for.
    pub(super) services: Vec<Bookable>,
    pub(super) total_amount_paise: i64,
    pub(super) total_duration_minutes: i64,
    pub(super) end_time: Option<NaiveTime>,
}

pub fn examine(conn: &mut Conn<'_>, asked: &Asked<'_>, now: Timestamp) -> Result<Examined, DbError> {
    let mut examined = Examined::default();
    if let Some(branch) = asked.branch {
        examined.look_at_branch(branches::for_booking(conn, branch)?, asked.service_type);
    }
    if let Some(services) = asked.services {
        examined.look_at_services(conn, services, asked.service_type)?;
    }
    examined.look_at_time(asked, now);
    Ok(examined)
}

impl Examined {
    fn look_at_branch(&mut self, found: Option<BookingBranch>, service_type: Option<ServiceType>) {
        let Some(branch) = found.filter(|branch| branch.is_operational) else {
            return self.complaints.push(Complaint::Branch);
        };
        let has_staff = match service_type {
            Some(ServiceType::Salon) => branch.has_salon_staff,
            Some(ServiceType::Spa) => branch.has_spa_staff,
            None => true,
        };
        if !has_staff {
            self.complaints.push(Complaint::NobodyServes);
        }
        self.branch = Some(branch);
    }

    fn look_at_services(
        &mut self,
        conn: &mut Conn<'_>,
        sent: &[ServiceId],
        service_type: Option<ServiceType>,
    ) -> Result<(), DbError> {
        let mut wanted: Vec<(usize, &ServiceId)> = Vec::new();
        for (place, id) in sent.iter().enumerate() {
            if wanted.len() <= MOST_SERVICES && wanted.iter().all(|(_, known)| *known != id) {
                wanted.push((place, id));
            }
        }
        if wanted.len() > MOST_SERVICES {
            self.complaints.push(Complaint::TooManyServices);
            return Ok(());
        }
        let ids: Vec<ServiceId> = wanted.iter().map(|(_, id)| (*id).clone()).collect();
        let mut found = catalogue::bookable(conn, &ids)?;
        for (place, id) in wanted {
            let Some(at) = found.iter().position(|service| service.id == *id) else {
                self.complaints.push(Complaint::UnknownService(place));
                continue;
            };
            let service = found.swap_remove(at);
            if !service.is_offered {
                self.complaints.push(Complaint::ServiceNotOffered(place));
            } else if service_type.is_some_and(|wanted| wanted != service.service_type) {
                self.complaints.push(Complaint::OtherType(place, service.service_type));
            }
            self.services.push(service);
        }
        Ok(())
    }

    fn look_at_time(&mut self, asked: &Asked<'_>, now: Timestamp) {
        let hours = self.branch.as_ref().map(opening_hours);
        if let (Some(date), Some(start)) = (asked.booking_date, asked.start_time) {
            // Without a branch there are no hours, but a past is a past.
            let hours = hours.unwrap_or(OpeningHours { opens_at: NaiveTime::MIN, closes_at: LAST_MOMENT });
            if let Err(refusal) = check_customer_start(date, start, hours, now) {
                self.complaints.push(time_complaint(refusal, date, now));
            }
        } else if let Some(date) = asked.booking_date.filter(|date| *date < now.ist_date()) {
            self.complaints.push(time_complaint(TimeRefusal::Past, date, now));
        }
        self.add_up(asked.start_time);
    }

    fn add_up(&mut self, start: Option<NaiveTime>) {
        let amount = total(self.services.iter().map(|service| service.price_paise));
        let duration = total(self.services.iter().map(|service| service.duration_minutes));
        let (Some(amount), Some(duration)) = (amount, duration) else {
            return self.complaints.push(Complaint::TooManyServices);
        };
        (self.total_amount_paise, self.total_duration_minutes) = (amount, duration);
        match start.map(|start| visit_end(start, duration)) {
            Some(Ok(end)) => self.end_time = Some(end),
            Some(Err(refusal)) => self.complaints.push(Complaint::Start(refusal)),
            None => {}
        }
    }
}

/// Later than any time that can be typed.
const LAST_MOMENT: NaiveTime = NaiveTime::from_hms_opt(23, 59, 59).expect("a time of day");

pub(super) fn opening_hours(branch: &BookingBranch) -> OpeningHours {
    OpeningHours { opens_at: branch.opens_at, closes_at: branch.closes_at }
}

/// A past day is the date's fault, all else the time's.
pub(super) fn time_complaint(refusal: TimeRefusal, date: NaiveDate, now: Timestamp) -> Complaint {
    if refusal == TimeRefusal::Past && date < now.ist_date() {
        Complaint::Date(refusal)
    } else {
        Complaint::Start(refusal)
    }
}
