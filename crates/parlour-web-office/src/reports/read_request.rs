//! What a report reads.

use std::sync::Arc;

use chrono::NaiveDate;
use parlour_store::reports::ReportScope;
use parlour_web::salon::Salon;

pub(super) struct ReadRequest {
    pub(super) scope: ReportScope,
    pub(super) today: NaiveDate,
    pub(super) salon: Arc<Salon>,
}
