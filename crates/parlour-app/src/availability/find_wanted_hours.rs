//! When those are in who are wanted for a booking at an open branch.

use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::availability::{BranchDay, CellRange, StaffDay, StaffFilter};
use parlour_domain::ids::BranchId;
use parlour_domain::service::ServiceType;
use parlour_store::DbError;
use parlour_store::staff::staff_records::BookableStaffMember;

use super::availability_cache::CachedBranch;
use crate::App;

/// The working hours of several days of those who are wanted.
#[derive(Debug)]
pub struct WantedHours {
    days: Vec<(NaiveDate, Arc<BranchDay>)>,
    wanted: StaffFilter,
}

impl WantedHours {
    pub fn is_nobody_in(&self, date: NaiveDate) -> bool {
        !self.is_somebody(date, |_| true)
    }

    /// Whether one of them is in for as long as a visit takes.
    pub fn cover(&self, date: NaiveDate, start: NaiveTime, minutes: i64) -> bool {
        let visit = CellRange::of(start, minutes);
        self.is_somebody(date, |member| member.rostered.contains_all(visit))
    }

    fn is_somebody(&self, date: NaiveDate, is_so: impl Fn(&StaffDay) -> bool) -> bool {
        let day = self.days.iter().find(|(of_day, _)| *of_day == date);
        day.is_some_and(|(_, day)| {
            day.members.iter().any(|member| member.matches_filter(&self.wanted) && is_so(member))
        })
    }
}

/// From memory. `None` where nothing is known: somebody without working hours may be in at any time. `None` for a live
/// branch, too: its free times are those of its staff.
pub async fn find_wanted_hours(
    app: &App,
    branch_id: &BranchId,
    wanted: StaffFilter,
    dates: &[NaiveDate],
) -> Result<Option<WantedHours>, DbError> {
    let cache = &app.availability_cache;
    let Some(branch) = cache.branch(branch_id).await?.filter(|branch| !branch.rules.is_live) else {
        return Ok(None);
    };
    let could_do_it = branch.staff_who_could_do(&wanted);
    if could_do_it.is_empty() || could_do_it.iter().any(|member| !branch.rostered_staff.contains(&member.id)) {
        return Ok(None);
    }
    let days = cache.days(branch_id, dates, app.clock.now()).await?;
    Ok(Some(WantedHours { days: dates.iter().copied().zip(days).collect(), wanted }))
}

impl CachedBranch {
    fn staff_who_could_do(&self, wanted: &StaffFilter) -> Vec<&BookableStaffMember> {
        let of_type: Vec<&BookableStaffMember> = match wanted.service_type {
            Some(ServiceType::Salon) => self.salon_staff.iter().collect(),
            Some(ServiceType::Spa) => self.spa_staff.iter().collect(),
            None => self.salon_staff.iter().chain(&self.spa_staff).collect(),
        };
        let is_wanted = |member: &&BookableStaffMember| {
            wanted.staff_id.as_ref().is_none_or(|staff| *staff == member.id)
                && wanted.gender.is_none_or(|gender| gender == member.gender)
        };
        of_type.into_iter().filter(is_wanted).collect()
    }
}
