//! One statement for many rows: most of what a single row costs is the way to the database and back.

use parlour_db::{DbError, SqlValue, Tx};

const ROWS_PER_STATEMENT: usize = 50;

/// A statement that inserts one row, and one that inserts many.
pub(crate) struct RepeatedInsert {
    one: &'static str,
    repeated: String,
    parameters: usize,
}

impl RepeatedInsert {
    pub(crate) fn of(one: &'static str) -> Self {
        let (head, group) = one.split_once("values ").unwrap_or((one, ""));
        let numbered: Vec<(usize, &str)> = group.split('$').skip(1).map(split_number).collect();
        let parameters = numbered.iter().map(|(number, _)| *number).max().unwrap_or_default();
        let first = group.split('$').next().unwrap_or_default();
        let row = |row: usize| {
            let rest = numbered.iter().map(|(number, text)| format!("${}{text}", number + row * parameters));
            format!("{first}{}", rest.collect::<String>())
        };
        let rows: Vec<String> = (0..ROWS_PER_STATEMENT).map(row).collect();
        Self { one, repeated: format!("{head}values {}", rows.join(", ")), parameters }
    }

    pub(super) fn insert<'r, R, const N: usize>(
        &'static self,
        tx: &mut Tx<'_>,
        rows: impl Iterator<Item = R>,
        cells: impl Fn(R) -> [SqlValue<'r>; N],
    ) -> Result<(), DbError> {
        assert_eq!(N, self.parameters, "a cell per parameter");
        let mut pending_cells = Vec::with_capacity(ROWS_PER_STATEMENT * N);
        for row in rows {
            pending_cells.extend_from_slice(&cells(row));
            if pending_cells.len() == ROWS_PER_STATEMENT * N {
                self.insert_cells(tx, &pending_cells)?;
                pending_cells.clear();
            }
        }
        self.insert_cells(tx, &pending_cells)
    }

    /// Inserts rows whose cells follow one another.
    pub(crate) fn insert_cells(&'static self, tx: &mut Tx<'_>, cells: &[SqlValue<'_>]) -> Result<(), DbError> {
        let batches = cells.chunks_exact(ROWS_PER_STATEMENT * self.parameters);
        let rest = batches.remainder();
        for batch in batches {
            tx.execute(&self.repeated, batch)?;
        }
        for row in rest.chunks(self.parameters) {
            tx.execute(self.one, row)?;
        }
        Ok(())
    }
}

/// Inserts many rows into a table. Each column stands beside its value.
/// `insert_rows! { tx, "customer_tags", tagged, |(record, tag)| { customer_id: record.customer.id, tag_id: *tag } }`
macro_rules! insert_rows {
    ($tx:ident, $table:literal, $rows:expr, |$row:pat_param| { $($column:ident: $value:expr),+ $(,)? }) => {{
        static STATEMENT: std::sync::LazyLock<$crate::bulk_insert::insert_statement::RepeatedInsert> =
            std::sync::LazyLock::new(|| {
                $crate::bulk_insert::insert_statement::RepeatedInsert::of(parlour_db::text!(
                    of_insert,
                    $table,
                    &[$(stringify!($column)),+],
                    &[]
                ))
            });
        STATEMENT.insert($tx, $rows, |$row| *parlour_db::params![$($value),+])
    }};
}
pub(super) use insert_rows;

/// `12, ` is a number and what follows it.
fn split_number(text: &str) -> (usize, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().unwrap_or_default(), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_gets_its_own_parameters() {
        let many = RepeatedInsert::of("insert into t (a, b, c) values ($1, 'x', $2, $1)");
        assert_eq!(many.parameters, 2);
        assert!(many.repeated.starts_with("insert into t (a, b, c) values ($1, 'x', $2, $1), ($3, 'x', $4, $3), ($5"));
        assert!(many.repeated.ends_with("($99, 'x', $100, $99)"));
    }
}
