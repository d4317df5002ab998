//! What customers may know of a branch before they choose a time: its holidays, and whom they can ask for.

use std::sync::Arc;

use chrono::NaiveDate;
use parlour_domain::ids::BranchId;
use parlour_domain::service::ServiceType;
use parlour_store::DbError;
use parlour_store::staff::staff_records::BookableStaffMember;

use super::availability_cache::CachedBranch;
use crate::App;

/// A branch and the type of service that is wanted there.
#[derive(Debug, Clone)]
pub struct BranchCalendar {
    branch: Arc<CachedBranch>,
    service_type: ServiceType,
}

impl BranchCalendar {
    /// Those whom customers can ask for.
    pub fn staff(&self) -> &[BookableStaffMember] {
        match self.service_type {
            ServiceType::Salon => &self.branch.salon_staff,
            ServiceType::Spa => &self.branch.spa_staff,
        }
    }

    /// Whether anybody does this type of service there.
    pub fn has_staff(&self) -> bool {
        match self.service_type {
            ServiceType::Salon => self.branch.rules.has_salon_staff,
            ServiceType::Spa => self.branch.rules.has_spa_staff,
        }
    }

    /// The name of the holiday, which may be empty.
    pub fn holiday(&self, date: NaiveDate) -> Option<&str> {
        self.branch.holidays.get(&date).map(String::as_str)
    }
}

/// From memory. `None` if there is no such branch.
pub async fn find_branch_calendar(
    app: &App,
    branch: &BranchId,
    service_type: ServiceType,
) -> Result<Option<BranchCalendar>, DbError> {
    Ok(app.availability_cache.branch(branch).await?.map(|branch| BranchCalendar { branch, service_type }))
}
