//! A spreadsheet's rows, read cell by cell.

use std::borrow::Cow;
use std::sync::Arc;

use parlour_domain::import::ImportKind;
use parlour_domain::phone::Phone;
use parlour_domain::report::spreadsheet::unescape_formula;

/// A column that an import understands.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    pub is_required: bool,
}

pub(super) const fn required_column(name: &'static str) -> Column {
    Column { name, is_required: true }
}

pub(super) const fn optional_column(name: &'static str) -> Column {
    Column { name, is_required: false }
}

/// Which of our columns stands where in the file.
#[derive(Debug, Clone)]
pub struct Header {
    column_positions: Arc<[Option<&'static str>]>,
    /// Columns that nobody reads.
    pub unknown: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderRefusal {
    #[error("the first line must name the columns; missing: {}", .0.join(", "))]
    Missing(Vec<&'static str>),
    #[error("the column {0} is there twice")]
    Duplicate(&'static str),
}

impl Header {
    /// "Date of birth" and `date_of_birth` are `dateOfBirth`: people name columns as they like.
    pub fn read<'a>(kind: ImportKind, names: impl Iterator<Item = &'a str>) -> Result<Self, HeaderRefusal> {
        let columns = super::columns(kind);
        let mut column_positions: Vec<Option<&'static str>> = Vec::new();
        let mut unknown = Vec::new();
        for written_name in names {
            let known = columns
                .iter()
                .find(|column| normalized_name(column.name) == normalized_name(written_name))
                .map(|column| column.name);
            match known {
                Some(name) if column_positions.contains(&Some(name)) => {
                    return Err(HeaderRefusal::Duplicate(name));
                }
                Some(_) => {}
                None => unknown.push(written_name.trim().to_owned()),
            }
            column_positions.push(known);
        }
        let is_missing =
            |column: &&Column| column.is_required && !column_positions.contains(&Some(column.name));
        let missing: Vec<&'static str> =
            columns.iter().filter(is_missing).map(|column| column.name).collect();
        if missing.is_empty() {
            Ok(Self { column_positions: column_positions.into(), unknown })
        } else {
            Err(HeaderRefusal::Missing(missing))
        }
    }
}

fn normalized_name(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// A row of the file.
#[derive(Debug, Clone)]
pub struct SheetRow {
    pub number: i64,
    column_positions: Arc<[Option<&'static str>]>,
    /// As they stand in the file.
    pub cells: Vec<String>,
    /// False where something in them was not UTF-8, or a NUL, which no database keeps.
    is_valid_text: bool,
}

impl SheetRow {
    /// The first row after the header has number 1.
    pub fn read<'a>(number: i64, header: &Header, cells: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut is_valid_text = true;
        let cells = cells.map(|cell| {
            let read = String::from_utf8_lossy(cell);
            is_valid_text &= matches!(read, Cow::Borrowed(_)) && !read.contains('\0');
            read.into_owned()
        });
        let cells = cells.collect();
        Self { number, column_positions: Arc::clone(&header.column_positions), cells, is_valid_text }
    }

    /// What a cell says, if it says anything.
    pub(super) fn cell(&self, column: &str) -> Option<&str> {
        let place = self.column_positions.iter().position(|name| *name == Some(column))?;
        let cell = unescape_formula(self.cells.get(place)?.trim());
        (!cell.is_empty()).then_some(cell)
    }

    /// RowParser identity_text by what no cell holds, whatever the case and however a phone is written.
    pub(super) fn identity_text(&self, columns: &[&str]) -> String {
        let written = |column: &&str| {
            let cell = self.cell(column).unwrap_or_default();
            Phone::parse(cell).map_or_else(|_| cell.to_lowercase(), |phone| phone.as_str().to_owned())
        };
        columns.iter().map(written).collect::<Vec<String>>().join("\u{1f}")
    }
}

/// What is wrong with a cell; an empty column means the row as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellError {
    pub column: &'static str,
    pub message: String,
}

impl std::fmt::Display for CellError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} {}", if self.column.is_empty() { "the row" } else { self.column }, self.message)
    }
}

/// The cells of a row, on the way to something valid: everything that is wrong is collected.
pub(super) struct RowParser<'a> {
    row: &'a SheetRow,
    errors: Vec<CellError>,
}

impl<'a> RowParser<'a> {
    pub(super) fn of(row: &'a SheetRow) -> Self {
        let mut cells = Self { row, errors: Vec::new() };
        let (found, named) = (row.cells.len(), row.column_positions.len());
        if !row.is_valid_text {
            cells.add_error("", "is not UTF-8 text without NUL");
        } else if found != named {
            cells.add_error("", format!("has {found} cells, the header {named}"));
        }
        cells
    }

    pub(super) fn add_error(&mut self, column: &'static str, message: impl Into<String>) {
        self.errors.push(CellError { column, message: message.into() });
    }

    pub(super) fn required_column<T, E: ToString>(
        &mut self,
        column: &'static str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        // Of a row whose cells cannot be told apart no single one is to blame.
        if self.errors.first().is_some_and(|error| error.column.is_empty()) {
            return None;
        }
        if self.row.cell(column).is_none() {
            self.add_error(column, "must not be empty");
        }
        self.optional_column(column, parse)
    }

    pub(super) fn optional_column<T, E: ToString>(
        &mut self,
        column: &'static str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        match parse(self.row.cell(column)?) {
            Ok(value) => Some(value),
            Err(error) => {
                self.add_error(column, error.to_string());
                None
            }
        }
    }

    /// What the row says, unless something was wrong with it.
    pub(super) fn finish<T>(self, made: Option<T>) -> Result<T, Vec<CellError>> {
        match made {
            Some(made) if self.errors.is_empty() => Ok(made),
            _ => Err(self.errors),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(names: &[&str]) -> Result<Header, HeaderRefusal> {
        Header::read(ImportKind::Customers, names.iter().copied())
    }

    fn row(header: &Header, cells: &[&str]) -> SheetRow {
        SheetRow::read(1, header, cells.iter().map(|cell| cell.as_bytes()))
    }

    #[test]
    fn columns_are_known_however_people_write_them() {
        let header = header(&["Phone", "NAME", "Date of birth", "Shoe size"]).unwrap();
        assert_eq!(header.unknown, ["Shoe size"]);
        let row = row(&header, &["1", " Asha ", "", "38"]);
        assert_eq!(row.cell("name"), Some("Asha"));
        assert_eq!(row.cell("dateOfBirth"), None);
        assert_eq!(row.cell("email"), None);
    }

    #[test]
    fn a_header_that_lacks_or_repeats_a_column_is_refused() {
        assert_eq!(header(&["email"]).unwrap_err(), HeaderRefusal::Missing(vec!["name", "phone"]));
        assert_eq!(header(&["name", "phone", "Name"]).unwrap_err(), HeaderRefusal::Duplicate("name"));
    }

    #[test]
    fn a_row_whose_cells_cannot_be_told_apart_is_not_read_cell_by_cell() {
        let header = header(&["name", "phone"]).unwrap();
        for (row, error) in [
            (row(&header, &["Asha"]), "the row has 1 cells, the header 2"),
            (
                SheetRow::read(1, &header, [&b"\xff"[..], b""].into_iter()),
                "the row is not UTF-8 text without NUL",
            ),
        ] {
            let mut cells = RowParser::of(&row);
            let phone = cells.required("phone", |text| Ok::<_, String>(text.to_owned()));
            let errors = cells.finish(phone).unwrap_err();
            assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), [error]);
        }
    }
}
