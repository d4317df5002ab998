//! The form that brings a file, and what is wrong with one that cannot be imported.

use axum::body::Bytes;
use parlour_domain::import::{DateOrder, ImportKind};
use parlour_files::import::{Column, ColumnMapping, HeaderRefusal, MappingRefusal, SheetError, columns};
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::form::FormBody;
use parlour_http::request::{FormValues, ValueRule};
use parlour_texts::Texts;
use parlour_worker::browser_files::SheetFormat;

pub(super) const FILE_FIELD: &str = "file";
const KIND_FIELD: &str = "kind";
pub(super) const DATE_ORDER_FIELD: &str = "dateOrder";
const COLUMN_FIELDS: &str = "column.";

/// The field for the name of the column that holds a field of the records.
pub(super) fn column_field(name: &str) -> String {
    format!("{COLUMN_FIELDS}{name}")
}

/// The label of a field.
pub(super) fn label(name: &str, texts: Texts) -> String {
    let text = texts.desk_imports();
    match name {
        KIND_FIELD => text.kind().to_owned(),
        DATE_ORDER_FIELD => text.date_order().to_owned(),
        FILE_FIELD => text.file().to_owned(),
        other => other.strip_prefix(COLUMN_FIELDS).unwrap_or(other).to_owned(),
    }
}

/// The kind that a form or an address names; the first one otherwise.
pub(super) fn kind_of(text: &str) -> ImportKind {
    ImportKind::parse(text).unwrap_or(ImportKind::Customers)
}

/// The columns that a form names.
fn mapping(kind: ImportKind, values: &FormValues) -> ColumnMapping {
    let named = columns(kind).iter().map(|column| (column.name, values.text(&column_field(column.name))));
    let named = named.filter(|(_, column)| !column.is_empty());
    let named = named.map(|(field, column)| (field.to_owned(), column.to_owned())).collect();
    // Every field of it is one of this kind.
    ColumnMapping::of(columns(kind), named).unwrap_or_default()
}

pub(super) fn parse(form: &FormBody, file: Option<Bytes>) -> Result<(SheetFormat, Bytes), FieldErrors> {
    let mut fields = form.fields();
    fields.require_present(KIND_FIELD);
    let kind = <ImportKind as ValueRule>::read(&mut fields, KIND_FIELD);
    let date_order = <DateOrder as ValueRule>::read(&mut fields, DATE_ORDER_FIELD);
    if file.is_none() {
        fields.add_error::<()>(FILE_FIELD, FieldError::Required);
    }
    fields.finish(|| {
        let kind = kind?;
        Some((SheetFormat { kind, date_order, mapping: mapping(kind, &form.values) }, file?))
    })
}

/// What is wrong with a file, beside the field that mends it. Lines are counted as spreadsheets count them: the names of the
/// columns are the first.
pub(super) fn wrong_file(error: &SheetError, kind: ImportKind, values: &FormValues, texts: Texts) -> FieldErrors {
    let text = texts.desk_imports();
    let sentence = |field: &str, sentence: String| FieldErrors::of_field(field, FieldError::Sentence(sentence));
    match error {
        SheetError::AmbiguousDate { row, column } => sentence(DATE_ORDER_FIELD, text.ambiguous_date(row + 1, column)),
        SheetError::Header(HeaderRefusal::Missing(missing)) => {
            let mut errors = FieldErrors::default();
            for field in missing {
                errors.add(column_field(field), FieldError::Sentence(text.no_column_for(field)));
            }
            errors
        }
        SheetError::Header(HeaderRefusal::Duplicate(field)) => {
            sentence(&column_field(field), text.several_columns_for(field))
        }
        SheetError::Header(HeaderRefusal::Mapping(refusal)) => wrong_column(refusal, kind, values, texts),
        SheetError::TooManyGems => sentence(FILE_FIELD, text.too_many_rows().to_owned()),
        SheetError::GemsTwice { row, first } => sentence(FILE_FIELD, text.gems_twice(row + 1, first + 1)),
        SheetError::Unreadable(_) | SheetError::Csv(_) => sentence(FILE_FIELD, text.unreadable().to_owned()),
    }
}

fn wrong_column(refusal: &MappingRefusal, kind: ImportKind, values: &FormValues, texts: Texts) -> FieldErrors {
    let text = texts.desk_imports();
    let (column, sentence) = match refusal {
        // The form has the fields of the kind only.
        MappingRefusal::UnknownField(field) => (field, text.no_column_for(field)),
        MappingRefusal::NoColumn(column) => (column, text.not_in_file(column)),
        MappingRefusal::SeveralColumns(column) => (column, text.twice_in_file(column)),
        MappingRefusal::SharedColumn(column) => (column, text.for_two_fields(column)),
    };
    let names_it = |known: &&Column| values.text(&column_field(known.name)) == column.as_str();
    let mut errors = FieldErrors::default();
    for known in columns(kind).iter().filter(names_it) {
        errors.add(column_field(known.name), FieldError::Sentence(sentence.clone()));
    }
    if errors.is_empty() {
        errors.add(FILE_FIELD, FieldError::Sentence(sentence));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(errors: &FieldErrors) -> Vec<&str> {
        errors.iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn what_is_wrong_with_columns_stands_beside_them() {
        let values = FormValues::decode(b"column.name=Guest&column.phone=Guest&column.email=Mail");
        let wrong = |refusal: HeaderRefusal| {
            wrong_file(&SheetError::Header(refusal), ImportKind::Customers, &values, Texts::ENGLISH)
        };
        let shared = MappingRefusal::SharedColumn("Guest".to_owned());
        assert_eq!(names(&wrong(shared.into())), ["column.name", "column.phone"]);
        assert_eq!(names(&wrong(MappingRefusal::NoColumn("Mail".to_owned()).into())), ["column.email"]);
        assert_eq!(names(&wrong(MappingRefusal::NoColumn("other".to_owned()).into())), ["file"]);
        assert_eq!(names(&wrong(HeaderRefusal::Missing(vec!["name", "phone"]))), ["column.name", "column.phone"]);
    }

    #[test]
    fn labels_are_those_of_the_fields() {
        assert_eq!(label("column.dateOfBirth", Texts::ENGLISH), "dateOfBirth");
        assert_eq!(label("file", Texts::ENGLISH), Texts::ENGLISH.desk_imports().file());
    }
}
