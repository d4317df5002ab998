//! What the owner of the demo salon has said of it.

use parlour_store::salon::salon_settings::{self, SalonSettings};
use parlour_store::salon::setup_steps;
use parlour_store::{DbError, Tx};

use crate::hindi::ABOUT;
use crate::random::DemoRandom;

/// The salon is called as its primary branch is. Its owner has finished the first steps.
pub(crate) fn insert_salon_settings(tx: &mut Tx<'_>, random: &DemoRandom) -> Result<(), DbError> {
    let now = random.business_time_days_ago(400);
    let about = "Hair, skin, nails and spa by people who remember how you like it.".to_owned();
    let about_hi = Some(ABOUT.to_owned());
    salon_settings::save(tx, &SalonSettings { about, about_hi, ..SalonSettings::default() }, now)?;
    setup_steps::note_saved_hours(tx, now)?;
    setup_steps::finish(tx, now)
}
