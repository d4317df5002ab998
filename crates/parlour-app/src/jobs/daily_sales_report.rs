//! How the day went, in the evening.

use parlour_domain::ist::Timestamp;
use parlour_domain::letter::LetterKind;

use super::JobError;
use super::report_letters::{self, Asked, Readers};
use crate::backstage::Backstage;

/// Of the day on which it was to run. What it says is added up when it is sent.
pub(super) async fn run(backstage: &Backstage, slot: Option<Timestamp>) -> Result<(), JobError> {
    let asked = Asked::of(backstage, slot);
    let day = asked.at.ist_date();
    report_letters::write(backstage, LetterKind::DailySalesReport, day, asked, Readers::ByMailAndChat).await
}
