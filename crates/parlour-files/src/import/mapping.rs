//! Which column of a file holds which field, where its name does not say so.

use std::collections::BTreeMap;

use super::column::Column;

/// Fields with the names of their columns in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ColumnMapping(Vec<(&'static str, String)>);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MappingRefusal {
    #[error("names {0}, which is no field of such a file")]
    UnknownField(String),
    #[error("names the column {0}, which the file does not have")]
    NoColumn(String),
    #[error("names the column {0}, which is there twice")]
    SeveralColumns(String),
    #[error("names the column {0} for two fields")]
    SharedColumn(String),
}

impl ColumnMapping {
    pub fn of(columns: &'static [Column], given: BTreeMap<String, String>) -> Result<Self, MappingRefusal> {
        let known = |(field, column): (String, String)| match columns.iter().find(|known| known.name == field) {
            Some(known) => Ok((known.name, column.trim().to_owned())),
            None => Err(MappingRefusal::UnknownField(field)),
        };
        given.into_iter().map(known).collect::<Result<_, _>>().map(Self)
    }

    pub(super) fn has(&self, field: &str) -> bool {
        self.0.iter().any(|(mapped, _)| *mapped == field)
    }

    pub(super) fn names_column(&self, written_name: &str) -> bool {
        self.0.iter().any(|(_, column)| column == written_name.trim())
    }

    /// The fields of this mapping, each in the place of its column.
    pub(super) fn fields_of_columns(&self, names: &[&str]) -> Result<Vec<Option<&'static str>>, MappingRefusal> {
        let mut fields = vec![None; names.len()];
        for (field, column) in &self.0 {
            let mut named = names.iter().enumerate().filter(|(_, name)| name.trim() == column).map(|(index, _)| index);
            let index = named.next().ok_or_else(|| MappingRefusal::NoColumn(column.clone()))?;
            if named.next().is_some() {
                return Err(MappingRefusal::SeveralColumns(column.clone()));
            }
            if fields[index].replace(*field).is_some() {
                return Err(MappingRefusal::SharedColumn(column.clone()));
            }
        }
        Ok(fields)
    }
}
