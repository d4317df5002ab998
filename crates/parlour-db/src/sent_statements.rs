//! Statements that are sent on Postgres before somebody waits for their result. They travel with the next one that is
//! waited for. `SQLite` runs each at once.

use parlour_domain::page_update::PageUpdate;

use super::conn::{Conn, Session, Tx};
use super::error::DbError;
use super::postgres::connection::SentRows;
use super::statements::row::{Columns, FromRow};
use super::statements::sql_value::SqlValue;

/// A question that was asked with [`Tx::ask`], to be answered by [`Tx::answer`].
#[derive(Debug)]
#[must_use]
pub struct SentQuestion(Answer);

#[derive(Debug)]
enum Answer {
    Known(bool),
    Sent(SentRows),
}

impl SentQuestion {
    /// Whether it is known already that the answer is no.
    pub fn is_known_to_be_no(&self) -> bool {
        matches!(self.0, Answer::Known(false))
    }
}

impl Conn<'_> {
    /// The first row, if there is one, that a statement finds for each list of parameters. On Postgres all are asked for
    /// at once.
    pub fn one_of_each<'a, T: FromRow>(
        &mut self,
        sql: &'static str,
        params: &[impl AsRef<[SqlValue<'a>]>],
    ) -> Result<Vec<Option<T>>, DbError> {
        let found = self.session.one_of_each(sql, params);
        self.remember_failure(found)
    }
}

impl Session<'_> {
    fn one_of_each<'a, T: FromRow>(
        &mut self,
        sql: &'static str,
        params: &[impl AsRef<[SqlValue<'a>]>],
    ) -> Result<Vec<Option<T>>, DbError> {
        let Session::Postgres(session) = self else {
            return params.iter().map(|params| self.one(sql, params.as_ref())).collect();
        };
        let first_row = |rows: Vec<postgres::Row>| match rows.first() {
            Some(row) => T::from_row(&mut Columns::of_postgres(row)).map(Some),
            None => Ok(None),
        };
        session.query_each(sql, params)?.into_iter().map(first_row).collect()
    }

    fn send(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<(), DbError> {
        match self {
            Session::Sqlite(_) => self.execute(sql, params).map(drop),
            Session::Postgres(session) => session.send(sql, params),
        }
    }
}

impl Tx<'_> {
    /// Runs a statement, however many rows it changes. On Postgres it may be sent with the next statement whose result is
    /// needed, or with the commit, and that one has its error: whoever looks at the error of a statement uses
    /// [`Tx::execute`].
    pub fn run(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<(), DbError> {
        let sent = self.conn.session.send(sql, params);
        self.conn.remember_failure(sent)
    }

    /// Runs a statement like [`Tx::run`]. The pages that show the rows which it returns are told of a
    /// change once this commits. The number of the rows, if it is known yet.
    pub fn run_and_note_page_updates<T: FromRow + 'static>(
        &mut self,
        sql: &'static str,
        params: &[SqlValue<'_>],
        update_of: fn(T) -> PageUpdate,
    ) -> Result<Option<usize>, DbError> {
        let Session::Postgres(session) = &mut self.conn.session else {
            let rows = self.all(sql, params)?;
            let count = rows.len();
            for row in rows {
                self.note_page_update(update_of(row));
            }
            return Ok(Some(count));
        };
        let sent = session.send_query(sql, params);
        let rows = self.conn.remember_failure(sent)?;
        self.changes.note_page_updates_of_rows(move |updates| {
            for row in rows.get().into_iter().flatten() {
                updates.insert(update_of(T::from_row(&mut Columns::of_postgres(row))?));
            }
            Ok(())
        });
        Ok(None)
    }

    /// Asks what the work needs to be true, with a statement `select 1 / count(*) …`, and goes on before the answer is
    /// there. On Postgres the statement fails if nothing is counted, and the server does nothing more in this transaction;
    /// `SQLite` divides to null, and the answer is known at once.
    pub fn ask(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<SentQuestion, DbError> {
        let Session::Postgres(session) = &mut self.conn.session else {
            let counted: Option<Option<i64>> = self.one_value(sql, params)?;
            return Ok(SentQuestion(Answer::Known(counted.flatten().is_some())));
        };
        let sent = session.send_query(sql, params);
        Ok(SentQuestion(Answer::Sent(self.conn.remember_failure(sent)?)))
    }

    /// The answer, also if a later statement has failed.
    pub fn answer(&mut self, question: &SentQuestion) -> Result<bool, DbError> {
        let rows = match &question.0 {
            Answer::Known(found) => return Ok(*found),
            Answer::Sent(rows) => rows,
        };
        if rows.get().is_none()
            && let Session::Postgres(session) = &mut self.conn.session
        {
            let waited = session.wait_for_sent();
            // The answer may be there all the same.
            let _ = self.conn.remember_failure(waited);
        }
        match (rows.get(), &self.conn.failure) {
            (Some(rows), _) => Ok(!rows.is_empty()),
            (None, Some(failure)) => Err(failure.clone()),
            (None, None) => Err(DbError::Unavailable("the question was not answered".into())),
        }
    }

    /// Asks on Postgres already now what [`Conn::one_of_each`] will be asked for later in this transaction, so that it
    /// need not be waited for then. Nothing that is written meanwhile may change the answers.
    pub fn ask_ahead<'a>(&mut self, sql: &'static str, params: &[impl AsRef<[SqlValue<'a>]>]) -> Result<(), DbError> {
        let Session::Postgres(session) = &mut self.conn.session else { return Ok(()) };
        let sent = session.send_ahead(sql, params);
        self.conn.remember_failure(sent)
    }
}
