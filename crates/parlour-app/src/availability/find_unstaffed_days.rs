//! On which days nobody is in who could do a booking.

use chrono::NaiveDate;
use parlour_domain::booking::availability::{BranchDay, StaffFilter};
use parlour_domain::ids::BranchId;
use parlour_domain::service::ServiceType;
use parlour_store::DbError;
use parlour_store::staff::staff_records::BookableStaffMember;

use super::availability_cache::CachedBranch;
use crate::App;

/// Of an open branch, from memory. Somebody without working hours may be in on any day. A live branch has no free time on
/// such days.
pub async fn find_unstaffed_days(
    app: &App,
    branch_id: &BranchId,
    wanted: &StaffFilter,
    dates: &[NaiveDate],
) -> Result<Vec<NaiveDate>, DbError> {
    let cache = &app.availability_cache;
    let Some(branch) = cache.branch(branch_id).await?.filter(|branch| !branch.rules.is_live) else {
        return Ok(Vec::new());
    };
    let could_do_it = branch.staff_who_could_do(wanted);
    if could_do_it.is_empty() || could_do_it.iter().any(|member| !branch.rostered_staff.contains(&member.id)) {
        return Ok(Vec::new());
    }
    let days = cache.days(branch_id, dates, app.clock.now()).await?;
    let is_unstaffed = |day: &BranchDay| !day.members.iter().any(|member| member.matches_filter(wanted));
    Ok(dates.iter().zip(&days).filter(|(_, day)| is_unstaffed(day)).map(|(date, _)| *date).collect())
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
