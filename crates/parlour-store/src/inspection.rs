//! Looks at a database without changing it: no schema is updated and no file is created.

use parlour_db::{Conn, DatabaseLocation, DbError, check_clock, check_integrity, read_without_changing};
use parlour_domain::ist::Timestamp;

use crate::branches::branch_records::has_no_branches;

/// What was found in a database that can be read.
#[derive(Debug)]
pub struct Inspection {
    /// `None` if the schema is out of date.
    pub has_salon_data: Option<bool>,
    /// Why changes would be refused, if the clock is compared.
    pub wrong_clock: Option<String>,
}

/// Fails if the database cannot be read or is damaged. `now` is compared with the newest audit entry. Blocks.
pub fn inspect(location: &DatabaseLocation, now: Option<Timestamp>) -> Result<Inspection, DbError> {
    read_without_changing(location, move |conn| {
        check_integrity(conn)?;
        look_at_salon(conn, now)
    })?
}

fn look_at_salon(conn: &mut Conn<'_>, now: Option<Timestamp>) -> Result<Inspection, DbError> {
    let has_salon_data = match has_no_branches(conn) {
        Ok(is_empty) => Some(!is_empty),
        Err(DbError::Statement(_)) => return Ok(Inspection { has_salon_data: None, wrong_clock: None }),
        Err(error) => return Err(error),
    };
    let wrong_clock = match now.map(|now| check_clock(conn, now)) {
        Some(Err(error @ DbError::WrongClock { .. })) => Some(error.to_string()),
        // The table is not there yet.
        Some(Err(DbError::Statement(_)) | Ok(())) | None => None,
        Some(Err(error)) => return Err(error),
    };
    Ok(Inspection { has_salon_data, wrong_clock })
}
