//! Reads the rows and cells of a file.

use std::borrow::Cow;
use std::sync::Arc;

use chrono::NaiveDate;
use parlour_domain::import::{DateCellError, DateOrder, parse_date_cell, parse_phone_cell, parse_time_cell};
use parlour_domain::report::spreadsheet::unescape_formula;

use super::column::Column;
use super::mapping::{ColumnMapping, MappingRefusal};

/// The columns of the file, in its order.
#[derive(Debug, Clone)]
pub struct Header {
    column_positions: Arc<[Option<&'static str>]>,
    date_order: Option<DateOrder>,
    /// Columns that the import ignores.
    pub unknown: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderRefusal {
    #[error("the first line must name the columns; missing: {}", .0.join(", "))]
    Missing(Vec<&'static str>),
    #[error("the column {0} is there twice")]
    Duplicate(&'static str),
    #[error(transparent)]
    Mapping(#[from] MappingRefusal),
}

impl Header {
    /// Ignores case and punctuation: "Date of birth" and `date_of_birth` are `dateOfBirth`. A field of the mapping is in
    /// the column that the mapping names, whatever others are called.
    pub fn read<'a>(
        columns: &'static [Column],
        date_order: Option<DateOrder>,
        mapping: &ColumnMapping,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Self, HeaderRefusal> {
        let names: Vec<&str> = names.collect();
        let mut column_positions = mapping.fields_of_columns(&names)?;
        let mut unknown = Vec::new();
        for (index, written_name) in names.into_iter().enumerate() {
            if column_positions[index].is_some() {
                continue;
            }
            match find_column(columns, written_name) {
                Some(field) if !mapping.has(field) && column_positions.contains(&Some(field)) => {
                    return Err(HeaderRefusal::Duplicate(field));
                }
                Some(field) if !mapping.has(field) => column_positions[index] = Some(field),
                _ => unknown.push(written_name.trim().to_owned()),
            }
        }
        let is_missing = |column: &&Column| column.is_required && !column_positions.contains(&Some(column.name));
        let missing: Vec<&'static str> = columns.iter().filter(is_missing).map(|column| column.name).collect();
        if missing.is_empty() {
            Ok(Self { column_positions: column_positions.into(), date_order, unknown })
        } else {
            Err(HeaderRefusal::Missing(missing))
        }
    }

    /// The field of each column, in the order of the columns.
    pub(super) fn fields(&self) -> impl Iterator<Item = Option<&'static str>> {
        self.column_positions.iter().copied()
    }
}

/// How many of the names are columns of such a file.
pub(super) fn count_known_columns<'a>(
    columns: &'static [Column],
    mapping: &ColumnMapping,
    names: impl Iterator<Item = &'a str>,
) -> usize {
    names.filter(|name| mapping.names_column(name) || find_column(columns, name).is_some()).count()
}

fn find_column(columns: &[Column], written_name: &str) -> Option<&'static str> {
    let is_named = |column: &&Column| normalized_name(column.name) == normalized_name(written_name);
    columns.iter().find(is_named).map(|column| column.name)
}

fn normalized_name(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// A row of the file.
#[derive(Debug, Clone)]
pub struct SheetRow {
    pub number: i64,
    column_positions: Arc<[Option<&'static str>]>,
    date_order: Option<DateOrder>,
    /// As in the file.
    pub cells: Vec<String>,
    /// False if a cell is not UTF-8 or contains a NUL, which the databases refuse.
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
        let column_positions = Arc::clone(&header.column_positions);
        Self { number, column_positions, date_order: header.date_order, cells, is_valid_text }
    }

    /// The first column whose date can be read in two ways.
    pub fn find_ambiguous_date(&self, columns: &[Column]) -> Option<&'static str> {
        let is_ambiguous = |name: &str| {
            self.cell(name).is_some_and(|cell| parse_date_cell(cell, self.date_order) == Err(DateCellError::Ambiguous))
        };
        let dates = columns.iter().filter(|column| column.is_date).map(|column| column.name);
        dates.into_iter().find(|name| is_ambiguous(name))
    }

    /// The text of a cell, if it is not empty.
    pub(super) fn cell(&self, column: &str) -> Option<&str> {
        let index = self.column_positions.iter().position(|name| *name == Some(column))?;
        let cell = unescape_formula(self.cells.get(index)?.trim());
        (!cell.is_empty()).then_some(cell)
    }

    /// The cells that identify a row, in lower case, with phones, dates and times in one format, joined by a character
    /// that no cell contains.
    pub(super) fn identity_text(&self, columns: &[&str]) -> String {
        let normalized = |column: &&str| {
            let cell = self.cell(column).unwrap_or_default();
            if let Ok(phone) = parse_phone_cell(cell) {
                phone.as_str().to_owned()
            } else if let Ok(date) = parse_date_cell(cell, self.date_order) {
                date.to_string()
            } else if let Some(time) = parse_time_cell(cell) {
                time.format("%H:%M").to_string()
            } else {
                cell.to_lowercase()
            }
        };
        columns.iter().map(normalized).collect::<Vec<String>>().join("\u{1f}")
    }
}

/// An error in a cell. An empty column stands for the whole row.
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

/// Parses the cells of a row and collects all errors.
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
        // If the whole row is invalid, single cells are not reported.
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

    pub(super) fn required_date(&mut self, column: &'static str) -> Option<NaiveDate> {
        let order = self.row.date_order;
        self.required_column(column, |text| parse_date_cell(text, order))
    }

    pub(super) fn optional_date(&mut self, column: &'static str) -> Option<NaiveDate> {
        let order = self.row.date_order;
        self.optional_column(column, |text| parse_date_cell(text, order))
    }

    /// Returns the parsed value, or all errors.
    pub(super) fn finish<T>(self, parsed: Option<T>) -> Result<T, Vec<CellError>> {
        match parsed {
            Some(parsed) if self.errors.is_empty() => Ok(parsed),
            _ => Err(self.errors),
        }
    }
}

pub(super) fn parse_integer(text: &str, least: i64, most: i64) -> Result<i64, String> {
    // A spreadsheet writes `90.0` for 90.
    let digits = text.strip_suffix(".0").unwrap_or(text);
    let number = digits.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("must be a whole number from {least} to {most}"))
}

pub(super) fn parse_yes_no(text: &str) -> Result<bool, &'static str> {
    match text.to_lowercase().as_str() {
        "yes" | "true" | "1" => Ok(true),
        "no" | "false" | "0" => Ok(false),
        _ => Err("must be yes or no"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::column::{date_column, optional_column, required_column};
    use super::*;

    const COLUMNS: &[Column] = &[
        required_column("name"),
        required_column("phone"),
        optional_column("email"),
        date_column("dateOfBirth", false),
    ];

    fn header(names: &[&str]) -> Result<Header, HeaderRefusal> {
        Header::read(COLUMNS, None, &ColumnMapping::default(), names.iter().copied())
    }

    fn row(header: &Header, cells: &[&str]) -> SheetRow {
        SheetRow::read(1, header, cells.iter().map(|cell| cell.as_bytes()))
    }

    #[test]
    fn column_names_ignore_case_and_punctuation() {
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

    fn mapped_header(mapping: &[(&str, &str)], names: &[&str]) -> Result<Header, HeaderRefusal> {
        let given = mapping.iter().map(|(field, column)| ((*field).to_owned(), (*column).to_owned()));
        let mapping = ColumnMapping::of(COLUMNS, given.collect()).unwrap();
        Header::read(COLUMNS, None, &mapping, names.iter().copied())
    }

    #[test]
    fn a_mapping_names_the_columns_of_its_fields() {
        let header = mapped_header(&[("phone", "Mobile")], &["Name", "Mobile", "Phone"]).unwrap();
        assert_eq!(header.unknown, ["Phone"], "the mapping says which column it is");
        assert_eq!(row(&header, &["Asha", "1", "2"]).cell("phone"), Some("1"));
        let swapped = mapped_header(&[("phone", "Name"), ("name", "Phone")], &["Name", "Phone"]).unwrap();
        assert_eq!(row(&swapped, &["1", "Asha"]).cell("name"), Some("Asha"));
        for (mapping, names, refusal) in [
            (&[("phone", "Mobile")], &["name", "phone"][..], MappingRefusal::NoColumn("Mobile".into())),
            (&[("phone", "M")], &["name", "M", "M"][..], MappingRefusal::SeveralColumns("M".into())),
        ] {
            assert_eq!(mapped_header(mapping, names).unwrap_err(), HeaderRefusal::Mapping(refusal));
        }
        let shared = mapped_header(&[("phone", "M"), ("name", "M")], &["M"]).unwrap_err();
        assert_eq!(shared, HeaderRefusal::Mapping(MappingRefusal::SharedColumn("M".into())));
        let unknown = ColumnMapping::of(COLUMNS, [("shoe".to_owned(), "Size".to_owned())].into());
        assert_eq!(unknown.unwrap_err(), MappingRefusal::UnknownField("shoe".into()));
    }

    #[test]
    fn an_invalid_row_has_one_error() {
        let header = header(&["name", "phone"]).unwrap();
        for (row, error) in [
            (row(&header, &["Asha"]), "the row has 1 cells, the header 2"),
            (SheetRow::read(1, &header, [&b"\xff"[..], b""].into_iter()), "the row is not UTF-8 text without NUL"),
        ] {
            let mut cells = RowParser::of(&row);
            let phone = cells.required_column("phone", |text| Ok::<_, String>(text.to_owned()));
            let errors = cells.finish(phone).unwrap_err();
            assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), [error]);
        }
    }
}
