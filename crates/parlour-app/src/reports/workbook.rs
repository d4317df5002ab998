//! Writes tables as the sheets of an Excel file.

use chrono::Datelike;
use parlour_domain::report::format_hundredths;
use rust_xlsxwriter::{ColNum, ExcelDateTime, Format, RowNum, Workbook, Worksheet, XlsxError};

use super::table::{Cell, Table};

#[derive(Debug, thiserror::Error)]
#[error("the workbook cannot be written: {0}")]
pub struct WorkbookError(#[from] XlsxError);

struct Formats {
    heading: Format,
    whole: Format,
    two_decimals: Format,
    day: Format,
}

/// Texts are never formulas. Amounts are numbers that Excel can add.
pub fn write_workbook(tables: &[Table]) -> Result<Vec<u8>, WorkbookError> {
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
            for (cell, column) in row.iter().zip(0..) {
                write_cell(sheet, (number, column), cell, &formats)?;
            }
        }
        sheet.autofit();
    }
    Ok(workbook.save_to_buffer()?)
}

fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (RowNum, ColNum),
    cell: &Cell,
    formats: &Formats,
) -> Result<(), WorkbookError> {
    match cell {
        Cell::Empty => {}
        Cell::Text(text) => _ = sheet.write_string(row, column, text)?,
        Cell::Integer(whole) => {
            sheet.write_number_with_format(row, column, parse_number(&whole.to_string()), &formats.whole)?;
        }
        Cell::Rupees(hundredths) | Cell::Percent(hundredths) => {
            let amount = parse_number(&format_hundredths(*hundredths));
            sheet.write_number_with_format(row, column, amount, &formats.two_decimals)?;
        }
        Cell::Day(day) => {
            let year = u16::try_from(day.year()).unwrap_or_default();
            let (month, day) = (u8::try_from(day.month()), u8::try_from(day.day()));
            let date = ExcelDateTime::from_ymd(year, month.unwrap_or(1), day.unwrap_or(1))?;
            sheet.write_datetime_with_format(row, column, &date, &formats.day)?;
        }
    }
    Ok(())
}

/// Excel stores every number as a float, exactly up to 15 digits.
fn parse_number(written: &str) -> f64 {
    written.parse().unwrap_or_default()
}
