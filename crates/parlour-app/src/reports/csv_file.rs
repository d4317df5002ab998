//! Writes a table as CSV (RFC 4180).

use parlour_domain::report::format_hundredths;
use parlour_domain::report::spreadsheet::escape_formula;

use super::table::{Cell, Table};

/// The byte order mark: without it Excel does not read the file as UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writes rupees and per cent with two decimals and dates as `YYYY-MM-DD`. Texts that a spreadsheet would run as a
/// formula are escaped.
pub fn write_csv(table: &Table) -> Result<Vec<u8>, csv::Error> {
    let file = BYTE_ORDER_MARK.as_bytes().to_vec();
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(file);
    writer.write_record(table.columns)?;
    for row in &table.rows {
        writer.write_record(row.iter().map(cell_text))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn cell_text(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => escape_formula(text).into_owned(),
        Cell::Integer(number) => number.to_string(),
        Cell::Rupees(hundredths) | Cell::Percent(hundredths) => format_hundredths(*hundredths),
        Cell::Day(day) => day.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use parlour_domain::ist::parse_date;

    use super::*;

    #[test]
    fn a_table_is_written_for_excel_and_for_programs() {
        let table = Table {
            name: "names",
            columns: &["Name", "Amount (INR)", "Share (%)", "Count", "Day"],
            rows: vec![
                vec![
                    Cell::text("=HYPERLINK(\"http://x\")"),
                    Cell::Rupees(-5),
                    Cell::Percent(3_333),
                    Cell::Integer(-2),
                    Cell::Day(parse_date("2027-03-01").unwrap()),
                ],
                vec![
                    Cell::text("+919876543210, \"Asha\"\nRao"),
                    Cell::Rupees(123_456),
                    Cell::Percent(10_000),
                    Cell::Integer(0),
                    Cell::Empty,
                ],
                vec![
                    Cell::text("+919876543210"),
                    Cell::Rupees(0),
                    Cell::Percent(0),
                    Cell::Integer(1),
                    Cell::optional(None),
                ],
            ],
        };
        let file = String::from_utf8(write_csv(&table).unwrap()).unwrap();
        let expected = "\u{feff}Name,Amount (INR),Share (%),Count,Day\r\n\
            \"'=HYPERLINK(\"\"http://x\"\")\",-0.05,33.33,-2,2027-03-01\r\n\
            \"'+919876543210, \"\"Asha\"\"\nRao\",1234.56,100.00,0,\r\n\
            +919876543210,0.00,0.00,1,\r\n";
        assert_eq!(file, expected);
    }
}
