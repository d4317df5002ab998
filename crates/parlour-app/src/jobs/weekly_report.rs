//! How the week went, beside the one before.

use chrono::Days;
use parlour_domain::ist::Timestamp;
use parlour_domain::letter::LetterKind;

use super::JobError;
use super::report_letters::{self, Asked, Readers};
use crate::backstage::Backstage;

/// Of the seven whole days before the one on which it was to run.
pub(super) async fn run(backstage: &Backstage, slot: Option<Timestamp>) -> Result<(), JobError> {
    let asked = Asked::of(backstage, slot);
    let first = asked.at.ist_date() - Days::new(7);
    report_letters::write(backstage, LetterKind::WeeklyReport, first, asked, Readers::ByMailAndChat).await
}
