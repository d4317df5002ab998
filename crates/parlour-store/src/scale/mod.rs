//! Rows by the thousand, for a database as large as a chain of salons fills in years. What they say is made up elsewhere;
//! they are written here as if every act had been played.

pub mod days;
pub mod guests;
mod many;
