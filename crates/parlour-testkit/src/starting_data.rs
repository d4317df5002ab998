//! What is in the database of a salon when its test starts.

use std::fmt;

use parlour_app::request_context::RequestContext;
use parlour_app::rng::SharedRng;
use parlour_domain::ist::Timestamp;
use parlour_store::{DbError, Tx};

/// Equal names stand for equal data.
#[derive(Debug, Clone, Copy)]
pub(crate) enum StartingData {
    /// The tables alone.
    Nothing,
    /// What a function inserts, whatever the time is.
    Inserted { name: &'static str, insert: fn(&mut Tx<'_>) -> Result<(), DbError> },
    /// The demo salon, which has visits of the day; `at` is the time in India.
    DemoSalon { at: &'static str },
}

impl StartingData {
    pub(crate) fn is_nothing(self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// Inserts it into an empty database.
    pub(crate) fn insert(self, tx: &mut Tx<'_>) -> Result<(), DbError> {
        match self {
            Self::Nothing => Ok(()),
            Self::Inserted { insert, .. } => insert(tx),
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
            Self::Inserted { name, .. } => formatter.write_str(name),
            Self::DemoSalon { at } => {
                let digits: String = at.chars().filter(char::is_ascii_digit).collect();
                write!(formatter, "demo_salon_{digits}")
            }
        }
    }
}

pub(crate) fn parse_ist(typed: &str) -> Timestamp {
    let rfc3339 = format!("{}:00+05:30", typed.replace(' ', "T"));
    Timestamp::parse(&rfc3339).unwrap_or_else(|| panic!("{typed:?} is not like 2027-03-01 10:00"))
}
