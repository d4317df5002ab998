//! A branch will be open after all.

use parlour_domain::ids::HolidayId;
use parlour_store::{Tx, holidays};

use super::HolidayRefusal;
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

pub fn remove(tx: &mut Tx<'_>, occasion: &Occasion, id: &HolidayId) -> Result<(), HolidayRefusal> {
    let before = holidays::remove(tx, id)?.ok_or(HolidayRefusal::Unknown)?;
    let change = Change {
        action: "holiday.remove",
        record_id: id.as_str(),
        before: state(&before),
        ..Change::default()
    };
    Ok(audit::record(tx, occasion, change)?)
}
