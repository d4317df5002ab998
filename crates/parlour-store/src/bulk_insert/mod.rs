//! Rows by the thousand, for a database as large as a chain of salons fills in years. What they say is made up elsewhere;
//! they are written here as if every act had been played.

pub mod booking_rows;
pub mod customer_rows;
mod insert_statement;
