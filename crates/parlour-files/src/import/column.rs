//! The columns that a file may have.

/// A column of an import.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    pub is_required: bool,
    /// Dates can be ambiguous.
    pub is_date: bool,
}

pub(super) const fn required_column(name: &'static str) -> Column {
    Column { name, is_required: true, is_date: false }
}

pub(super) const fn optional_column(name: &'static str) -> Column {
    Column { name, is_required: false, is_date: false }
}

pub(super) const fn date_column(name: &'static str, is_required: bool) -> Column {
    Column { name, is_required, is_date: true }
}
