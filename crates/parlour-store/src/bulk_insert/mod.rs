//! Inserts rows by the thousand, for test databases as large as a chain of salons fills in years.

pub mod booking_rows;
pub mod customer_rows;
pub(crate) mod insert_statement;
