//! What is in the database of a salon when its test starts.

use std::fmt;

use parlour_app::request_context::RequestContext;
use parlour_app::rng::SharedRng;
use parlour_store::{DbError, Tx};

use crate::fixtures::live_salon::insert_live_availability;
use crate::fixtures::small_salon::insert_small_salon;
use crate::fixtures::spa_salon::insert_tiers;
use crate::salon::parse_ist;

/// Equal values stand for equal data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum StartingData {
    /// The tables alone.
    Nothing,
    /// Branches, services and staff.
    SmallSalon,
    /// The small salon with membership tiers.
    SpaSalon,
    /// The small salon with live availability in Pune.
    LiveSalon,
    /// The demo salon, which has visits of the day; `at` is the time in India.
    DemoSalon { at: &'static str },
}

impl StartingData {
    /// Inserts it into an empty database.
    pub(crate) fn insert(self, tx: &mut Tx<'_>) -> Result<(), DbError> {
        match self {
            Self::Nothing => Ok(()),
            Self::SmallSalon => insert_small_salon(tx),
            Self::SpaSalon => {
                insert_small_salon(tx)?;
                insert_tiers(tx)
            }
            Self::LiveSalon => {
                insert_small_salon(tx)?;
                insert_live_availability(tx)
            }
            Self::DemoSalon { at } => {
                let context = RequestContext::command(parse_ist(at), SharedRng::system());
                let filled = parlour_demo::fill_demo_salon(tx, &context);
                filled.map_err(|refusal| DbError::Statement(refusal.to_string()))
            }
        }
    }
}

/// A name for the template, in small letters, digits and underscores.
impl fmt::Display for StartingData {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => formatter.write_str("nothing"),
            Self::SmallSalon => formatter.write_str("small_salon"),
            Self::SpaSalon => formatter.write_str("spa_salon"),
            Self::LiveSalon => formatter.write_str("live_salon"),
            Self::DemoSalon { at } => {
                let digits: String = at.chars().filter(char::is_ascii_digit).collect();
                write!(formatter, "demo_salon_{digits}")
            }
        }
    }
}
