//! A table as CSV, as RFC 4180 has it.

use parlour_domain::report::two_decimals;
use parlour_domain::spreadsheet::defused;

use super::table::{Entry, Table};

/// Without it Excel takes the file for another script, and names in it for gibberish.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Rupees and per cent with two decimals, days as `YYYY-MM-DD`. Texts that a spreadsheet would run are shown instead.
pub fn comma_separated(table: &Table) -> Result<Vec<u8>, csv::Error> {
    let file = BYTE_ORDER_MARK.as_bytes().to_vec();
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(file);
    writer.write_record(table.columns)?;
    for row in &table.rows {
        writer.write_record(row.iter().map(written))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn written(entry: &Entry) -> String {
    match entry {
        Entry::Nothing => String::new(),
        Entry::Text(text) => defused(text).into_owned(),
        Entry::Whole(number) => number.to_string(),
        Entry::Rupees(hundredths) | Entry::Percent(hundredths) => two_decimals(*hundredths),
        Entry::Day(day) => day.to_string(),
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
                    Entry::text("=HYPERLINK(\"http://x\")"),
                    Entry::Rupees(-5),
                    Entry::Percent(3_333),
                    Entry::Whole(-2),
                    Entry::Day(parse_date("2027-03-01").unwrap()),
                ],
                vec![
                    Entry::text("+919876543210, \"Asha\"\nRao"),
                    Entry::Rupees(123_456),
                    Entry::Percent(10_000),
                    Entry::Whole(0),
                    Entry::Nothing,
                ],
                vec![
                    Entry::text("+919876543210"),
                    Entry::Rupees(0),
                    Entry::Percent(0),
                    Entry::Whole(1),
                    Entry::optional(None),
                ],
            ],
        };
        let file = String::from_utf8(comma_separated(&table).unwrap()).unwrap();
        let expected = "\u{feff}Name,Amount (INR),Share (%),Count,Day\r\n\
            \"'=HYPERLINK(\"\"http://x\"\")\",-0.05,33.33,-2,2027-03-01\r\n\
            \"'+919876543210, \"\"Asha\"\"\nRao\",1234.56,100.00,0,\r\n\
            +919876543210,0.00,0.00,1,\r\n";
        assert_eq!(file, expected);
    }
}
