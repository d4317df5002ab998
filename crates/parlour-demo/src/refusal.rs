//! Why demo data cannot be created.

use parlour_store::DbError;

#[derive(Debug, thiserror::Error)]
pub enum DemoRefusal {
    #[error("the database is not empty; demo data is only created in an empty database")]
    NotEmpty,
    #[error(transparent)]
    Db(#[from] DbError),
}
