//! Tables as the sheets of an Excel file.

use chrono::Datelike;
use parlour_domain::report::two_decimals;
use rust_xlsxwriter::{ColNum, ExcelDateTime, Format, RowNum, Workbook, Worksheet, XlsxError};

use super::table::{Entry, Table};

#[derive(Debug, thiserror::Error)]
#[error("the workbook cannot be written: {0}")]
pub struct NotWritten(#[from] XlsxError);

struct Formats {
    heading: Format,
    whole: Format,
    two_decimals: Format,
    day: Format,
}

/// Texts are written as texts: nothing in them is a formula. Amounts are numbers that Excel can add up.
pub fn workbook(tables: &[Table]) -> Result<Vec<u8>, NotWritten> {
    let formats = Formats {
        heading: Format::new().set_bold(),
        whole: Format::new().set_num_format("#,##0"),
        two_decimals: Format::new().set_num_format("#,##0.00"),
        day: Format::new().set_num_format("yyyy-mm-dd"),
    };
    let mut workbook = Workbook::new();
    for table in tables {
        let sheet = workbook.add_worksheet();
        sheet.set_name(table.name)?;
        sheet.set_freeze_panes(1, 0)?;
        for (title, column) in table.columns.iter().zip(0..) {
            sheet.write_string_with_format(0, column, *title, &formats.heading)?;
        }
        for (row, number) in table.rows.iter().zip(1..) {
            for (entry, column) in row.iter().zip(0..) {
                write(sheet, (number, column), entry, &formats)?;
            }
        }
        sheet.autofit();
    }
    Ok(workbook.save_to_buffer()?)
}

fn write(
    sheet: &mut Worksheet,
    (row, column): (RowNum, ColNum),
    entry: &Entry,
    formats: &Formats,
) -> Result<(), NotWritten> {
    match entry {
        Entry::Nothing => {}
        Entry::Text(text) => _ = sheet.write_string(row, column, text)?,
        Entry::Whole(whole) => {
            sheet.write_number_with_format(row, column, number(&whole.to_string()), &formats.whole)?;
        }
        Entry::Rupees(hundredths) | Entry::Percent(hundredths) => {
            let amount = number(&two_decimals(*hundredths));
            sheet.write_number_with_format(row, column, amount, &formats.two_decimals)?;
        }
        Entry::Day(day) => {
            let year = u16::try_from(day.year()).unwrap_or_default();
            let (month, day) = (u8::try_from(day.month()), u8::try_from(day.day()));
            let date = ExcelDateTime::from_ymd(year, month.unwrap_or(1), day.unwrap_or(1))?;
            sheet.write_datetime_with_format(row, column, &date, &formats.day)?;
        }
    }
    Ok(())
}

/// A number as Excel keeps every number. In the file it stands as it was written here, up to 15 digits.
fn number(written: &str) -> f64 {
    written.parse().unwrap_or_default()
}
