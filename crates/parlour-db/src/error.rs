//! The errors of the database layer.

use parlour_domain::ist::Timestamp;

#[derive(Debug, Clone, thiserror::Error)]
pub enum DbError {
    /// More work is queued than can be done soon.
    #[error("the database queue is full")]
    Overloaded,
    /// The database cannot be reached, or does not answer; the same request may succeed later.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// The disk of the database is full, or may only be read; the same request may succeed later.
    #[error("the database cannot be written: {0}")]
    NotWritable(String),
    /// Nothing is changed until the clock is right, or is accepted.
    #[error(
        "the clock shows {now}, but the newest audit entry is of {newest}: set the clock, or run `parlour clock accept` \
         if it is right"
    )]
    WrongClock { now: Timestamp, newest: Timestamp },
    /// A unique constraint was violated. Statements that expect this use `on conflict` instead.
    #[error("a unique constraint was violated: {0}")]
    Unique(String),
    /// A row that the statement points to is not there.
    #[error("a foreign key was violated: {0}")]
    ForeignKey(String),
    /// The engines' other refusals: a broken check, a wrong statement, a value of another type.
    #[error("a statement failed: {0}")]
    Statement(String),
    /// The closure panicked; nothing of it was kept.
    #[error("a unit of work panicked")]
    Panicked,
}

impl DbError {
    pub fn is_temporary(&self) -> bool {
        matches!(self, Self::Overloaded | Self::Unavailable(_) | Self::NotWritable(_) | Self::WrongClock { .. })
    }

    /// The same request may succeed later.
    pub(super) fn into_temporary(self) -> Self {
        if self.is_temporary() { self } else { Self::Unavailable(self.to_string()) }
    }
}

impl From<rusqlite::Error> for DbError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        use rusqlite::ffi::{SQLITE_CONSTRAINT_FOREIGNKEY, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
        let text = error.to_string();
        match error.sqlite_error() {
            Some(failure) => match (failure.code, failure.extended_code) {
                (_, SQLITE_CONSTRAINT_UNIQUE | SQLITE_CONSTRAINT_PRIMARYKEY) => Self::Unique(text),
                (_, SQLITE_CONSTRAINT_FOREIGNKEY) => Self::ForeignKey(text),
                (
                    ErrorCode::DatabaseBusy
                    | ErrorCode::DatabaseLocked
                    | ErrorCode::CannotOpen
                    | ErrorCode::SystemIoFailure
                    | ErrorCode::OutOfMemory,
                    _,
                ) => Self::Unavailable(text),
                (ErrorCode::DiskFull | ErrorCode::ReadOnly, _) => Self::NotWritable(text),
                _ => Self::Statement(text),
            },
            None => Self::Statement(text),
        }
    }
}

impl From<postgres::Error> for DbError {
    fn from(error: postgres::Error) -> Self {
        use postgres::error::SqlState;
        let Some(answer) = error.as_db_error() else {
            return if is_connection_error(&error) {
                Self::Unavailable(describe(&error))
            } else {
                Self::Statement(describe(&error))
            };
        };
        let text = message_without_row_data(answer);
        let code = answer.code();
        if *code == SqlState::UNIQUE_VIOLATION {
            Self::Unique(text)
        } else if *code == SqlState::FOREIGN_KEY_VIOLATION {
            Self::ForeignKey(text)
        } else if [SqlState::DISK_FULL, SqlState::READ_ONLY_SQL_TRANSACTION].contains(code) {
            Self::NotWritable(text)
        } else if matches!(code.code().get(..2), Some("08" | "53" | "57" | "58"))
            || *code == SqlState::LOCK_NOT_AVAILABLE
            || is_retryable(code)
        {
            // Connection lost, too many of something, an operator or a time limit stopped it, or its disk fails.
            Self::Unavailable(text)
        } else {
            Self::Statement(text)
        }
    }
}

/// Whether the transaction failed because of a concurrent one, so that it can be repeated.
pub(super) fn is_retryable(code: &postgres::error::SqlState) -> bool {
    use postgres::error::SqlState;
    [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED].contains(code)
}

/// Whether the connection is of no more use.
pub(super) fn is_connection_error(error: &postgres::Error) -> bool {
    use postgres::error::SqlState;
    if error.is_closed() {
        return true;
    }
    if let Some(code) = error.code() {
        // The server is stopping, has ended the session, or has lost the prepared statements.
        return code.code().starts_with("08")
            || [
                SqlState::ADMIN_SHUTDOWN,
                SqlState::CRASH_SHUTDOWN,
                SqlState::CANNOT_CONNECT_NOW,
                SqlState::IDLE_SESSION_TIMEOUT,
                SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
                SqlState::INVALID_SQL_STATEMENT_NAME,
            ]
            .contains(code);
    }
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        if cause.is::<std::io::Error>() {
            return true;
        }
        source = cause.source();
    }
    // The client has no public kind for a failed connect or a timeout, only its text.
    let text = error.to_string();
    ["connect", "timeout", "unexpected message"].iter().any(|word| text.contains(word))
}

/// `postgres` keeps the interesting half in the source.
pub(super) fn describe(error: &postgres::Error) -> String {
    match (error.as_db_error(), std::error::Error::source(error)) {
        (Some(answer), _) => message_without_row_data(answer),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    }
}

/// Errors are logged, and what Postgres adds as detail quotes the row: a customer's name and number.
fn message_without_row_data(answer: &postgres::error::DbError) -> String {
    format!("{}: {}", answer.severity(), answer.message())
}
