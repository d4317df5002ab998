//! A spreadsheet's rows, read cell by cell.

use std::borrow::Cow;
use std::sync::Arc;

use parlour_domain::import::ImportKind;
use parlour_domain::phone::Phone;
use parlour_domain::spreadsheet::as_meant;

/// A column that an import understands.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    pub is_required: bool,
}

pub(super) const fn required(name: &'static str) -> Column {
    Column { name, is_required: true }
}

pub(super) const fn optional(name: &'static str) -> Column {
    Column { name, is_required: false }
}

/// Which of our columns stands where in the file.
#[derive(Debug, Clone)]
pub struct Header {
    places: Arc<[Option<&'static str>]>,
    /// Columns that nobody reads.
    pub unknown: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderRefusal {
    #[error("the first line must name the columns; missing: {}", .0.join(", "))]
    Missing(Vec<&'static str>),
    #[error("the column {0} is there twice")]
    Twice(&'static str),
}

impl Header {
    /// "Date of birth" and `date_of_birth` are `dateOfBirth`: people name columns as they like.
    pub fn read<'a>(kind: ImportKind, names: impl Iterator<Item = &'a str>) -> Result<Self, HeaderRefusal> {
        let columns = super::columns(kind);
        let mut places: Vec<Option<&'static str>> = Vec::new();
        let mut unknown = Vec::new();
        for typed in names {
            let known =
                columns.iter().find(|column| bare(column.name) == bare(typed)).map(|column| column.name);
            match known {
                Some(name) if places.contains(&Some(name)) => return Err(HeaderRefusal::Twice(name)),
                Some(_) => {}
                None => unknown.push(typed.trim().to_owned()),
            }
            places.push(known);
        }
        let is_missing = |column: &&Column| column.is_required && !places.contains(&Some(column.name));
        let missing: Vec<&'static str> =
            columns.iter().filter(is_missing).map(|column| column.name).collect();
        if missing.is_empty() {
            Ok(Self { places: places.into(), unknown })
        } else {
            Err(HeaderRefusal::Missing(missing))
        }
    }
}

fn bare(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// A row of the file.
#[derive(Debug, Clone)]
pub struct SheetRow {
    pub number: i64,
    places: Arc<[Option<&'static str>]>,
    /// As they stand in the file.
    pub cells: Vec<String>,
    /// False where something in them was not UTF-8, or a NUL, which no database keeps.
    is_text: bool,
}

impl SheetRow {
    /// The first row after the header has number 1.
    pub fn read<'a>(number: i64, header: &Header, cells: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut is_text = true;
        let cells = cells.map(|cell| {
            let read = String::from_utf8_lossy(cell);
            is_text &= matches!(read, Cow::Borrowed(_)) && !read.contains('\0');
            read.into_owned()
        });
        let cells = cells.collect();
        Self { number, places: Arc::clone(&header.places), cells, is_text }
    }

    /// What a cell says, if it says anything.
    pub(super) fn cell(&self, column: &str) -> Option<&str> {
        let place = self.places.iter().position(|name| *name == Some(column))?;
        let cell = as_meant(self.cells.get(place)?.trim());
        (!cell.is_empty()).then_some(cell)
    }

    /// Cells joined by what no cell holds, whatever the case and however a phone is written.
    pub(super) fn joined(&self, columns: &[&str]) -> String {
        let written = |column: &&str| {
            let cell = self.cell(column).unwrap_or_default();
            Phone::parse(cell).map_or_else(|_| cell.to_lowercase(), |phone| phone.as_str().to_owned())
        };
        columns.iter().map(written).collect::<Vec<String>>().join("\u{1f}")
    }
}

/// What is wrong with a cell; an empty column means the row as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellComplaint {
    pub column: &'static str,
    pub message: String,
}

impl std::fmt::Display for CellComplaint {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} {}", if self.column.is_empty() { "the row" } else { self.column }, self.message)
    }
}

/// The cells of a row, on the way to something valid: everything that is wrong is collected.
pub(super) struct Cells<'a> {
    row: &'a SheetRow,
    complaints: Vec<CellComplaint>,
}

impl<'a> Cells<'a> {
    pub(super) fn of(row: &'a SheetRow) -> Self {
        let mut cells = Self { row, complaints: Vec::new() };
        let (found, named) = (row.cells.len(), row.places.len());
        if !row.is_text {
            cells.complain("", "is not UTF-8 text without NUL");
        } else if found != named {
            cells.complain("", format!("has {found} cells, the header {named}"));
        }
        cells
    }

    pub(super) fn complain(&mut self, column: &'static str, message: impl Into<String>) {
        self.complaints.push(CellComplaint { column, message: message.into() });
    }

    pub(super) fn required<T, E: ToString>(
        &mut self,
        column: &'static str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        // Of a row whose cells cannot be told apart no single one is to blame.
        if self.complaints.first().is_some_and(|complaint| complaint.column.is_empty()) {
            return None;
        }
        if self.row.cell(column).is_none() {
            self.complain(column, "must not be empty");
        }
        self.optional(column, parse)
    }

    pub(super) fn optional<T, E: ToString>(
        &mut self,
        column: &'static str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        match parse(self.row.cell(column)?) {
            Ok(value) => Some(value),
            Err(error) => {
                self.complain(column, error.to_string());
                None
            }
        }
    }

    /// What the row says, unless something was wrong with it.
    pub(super) fn build<T>(self, made: Option<T>) -> Result<T, Vec<CellComplaint>> {
        match made {
            Some(made) if self.complaints.is_empty() => Ok(made),
            _ => Err(self.complaints),
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
        assert_eq!(header(&["name", "phone", "Name"]).unwrap_err(), HeaderRefusal::Twice("name"));
    }

    #[test]
    fn a_row_whose_cells_cannot_be_told_apart_is_not_read_cell_by_cell() {
        let header = header(&["name", "phone"]).unwrap();
        for (row, complaint) in [
            (row(&header, &["Asha"]), "the row has 1 cells, the header 2"),
            (
                SheetRow::read(1, &header, [&b"\xff"[..], b""].into_iter()),
                "the row is not UTF-8 text without NUL",
            ),
        ] {
            let mut cells = Cells::of(&row);
            let phone = cells.required("phone", |text| Ok::<_, String>(text.to_owned()));
            let complaints = cells.build(phone).unwrap_err();
            assert_eq!(complaints.iter().map(ToString::to_string).collect::<Vec<_>>(), [complaint]);
        }
    }
}
