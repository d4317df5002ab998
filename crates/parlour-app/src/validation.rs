//! The outcome of a check: a valid value, or every field error.

use parlour_store::DbError;

/// The inner result is the verdict, the outer one says whether the database answered.
///
/// A check takes fields of which some may be unreadable. Such a field breaks no rule here, because its parser reports
/// it; the list of errors is then perhaps empty, but the verdict is still an error.
pub type Checked<T, E> = Result<Result<T, Vec<E>>, DbError>;
