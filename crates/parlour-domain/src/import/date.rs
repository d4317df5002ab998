//! Dates as spreadsheets write them.

use chrono::NaiveDate;

use crate::ist::parse_date;
use crate::string_enum::string_enum;

string_enum! {
    /// The order of the parts of a date that does not begin with the year.
    DateOrder {
        DayMonthYear = "dmy",
        MonthDayYear = "mdy",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DateCellError {
    #[error("must be a real date, such as 1990-12-31 or 31/12/1990")]
    NotADate,
    #[error("can be read in two ways; --date-order dmy reads the day first, --date-order mdy the month")]
    Ambiguous,
}

/// `1990-12-31`, `1990/12/31`, `31/12/1990`, `31-12-1990` or `31.12.1990`, also with a midnight after it. Without an
/// order, a date whose day and month could be swapped is refused.
pub fn parse_date_cell(cell: &str, order: Option<DateOrder>) -> Result<NaiveDate, DateCellError> {
    let text = without_midnight(cell.trim());
    if let Some(date) = parse_date(text) {
        return Ok(date);
    }
    let parts: Vec<&str> = text.split(['/', '-', '.']).collect();
    let [first, second, third] = parts[..] else { return Err(DateCellError::NotADate) };
    let number = |part: &str, length: std::ops::RangeInclusive<usize>| {
        let is_number = length.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| is_number).ok_or(DateCellError::NotADate)
    };
    let (year, month, day) = if first.len() == 4 {
        (number(first, 4..=4)?, number(second, 1..=2)?, number(third, 1..=2)?)
    } else {
        let (first, second, year) = (number(first, 1..=2)?, number(second, 1..=2)?, number(third, 4..=4)?);
        if order.is_none() && first != second && first <= 12 && second <= 12 {
            return Err(DateCellError::Ambiguous);
        }
        let month_first = order.map_or(second > 12, |order| order == DateOrder::MonthDayYear);
        if month_first { (year, first, second) } else { (year, second, first) }
    };
    parse_date(&format!("{year:04}-{month:02}-{day:02}")).ok_or(DateCellError::NotADate)
}

/// A spreadsheet adds midnight to a date that it takes for a time.
fn without_midnight(text: &str) -> &str {
    match text.split_once([' ', 'T']) {
        Some((date, time)) if matches!(time.trim(), "0:00" | "00:00" | "0:00:00" | "00:00:00") => date,
        Some(_) | None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_spreadsheets_are_read() {
        use DateOrder::{DayMonthYear, MonthDayYear};
        for (cell, order, date) in [
            ("1990-05-04", None, "1990-05-04"),
            ("1990/5/4", None, "1990-05-04"),
            ("1990-05-04 00:00:00", None, "1990-05-04"),
            ("31/12/1990", None, "1990-12-31"),
            ("12/31/1990", None, "1990-12-31"),
            ("4.4.1990", None, "1990-04-04"),
            ("04/05/1990", Some(DayMonthYear), "1990-05-04"),
            ("04/05/1990", Some(MonthDayYear), "1990-04-05"),
            ("04-05-1990", Some(DayMonthYear), "1990-05-04"),
            ("1990-05-04", Some(MonthDayYear), "1990-05-04"),
        ] {
            assert_eq!(parse_date_cell(cell, order).ok(), parse_date(date), "{cell}");
        }
        assert_eq!(parse_date_cell("04/05/1990", None), Err(DateCellError::Ambiguous));
        for (cell, order) in [
            ("", None),
            ("31/12/90", None),
            ("31/02/1990", None),
            ("12/31/1990", Some(DayMonthYear)),
            ("31/12/1990", Some(MonthDayYear)),
            ("1990-13-01", None),
            ("4 May 1990", None),
            ("+4/+5/1990", None),
            ("1/2/3/1990", None),
            ("1990-05-04 10:30", None),
        ] {
            assert_eq!(parse_date_cell(cell, order), Err(DateCellError::NotADate), "{cell}");
        }
    }
}
