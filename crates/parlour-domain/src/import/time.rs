//! Times of day as spreadsheets write them.

use chrono::NaiveTime;

/// `9:30`, `09:30`, `09:30:00` or `9:30 pm`.
pub fn parse_time_cell(cell: &str) -> Option<NaiveTime> {
    let lower = cell.trim().to_ascii_lowercase();
    let (clock, is_afternoon) = if let Some(clock) = lower.strip_suffix("am") {
        (clock, Some(false))
    } else if let Some(clock) = lower.strip_suffix("pm") {
        (clock, Some(true))
    } else {
        (lower.as_str(), None)
    };
    let parts: Vec<&str> = clock.trim().split(':').collect();
    let ([hour, minute] | [hour, minute, "00"]) = parts[..] else { return None };
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !matches!(hour.len(), 1 | 2) || minute.len() != 2 || !is_number(hour) || !is_number(minute) {
        return None;
    }
    let (hour, minute) = (hour.parse::<u32>().ok()?, minute.parse::<u32>().ok()?);
    let hour = match is_afternoon {
        None => hour,
        Some(is_afternoon) if (1..=12).contains(&hour) => hour % 12 + if is_afternoon { 12 } else { 0 },
        Some(_) => return None,
    };
    NaiveTime::from_hms_opt(hour, minute, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ist::parse_time;

    #[test]
    fn times_of_spreadsheets_are_read() {
        for (cell, time) in [
            ("9:30", "09:30"),
            ("09:30", "09:30"),
            (" 9:30 ", "09:30"),
            ("21:05:00", "21:05"),
            ("9:30 AM", "09:30"),
            ("9:30pm", "21:30"),
            ("12:15 am", "00:15"),
            ("12:15 pm", "12:15"),
        ] {
            assert_eq!(parse_time_cell(cell), parse_time(time), "{cell}");
        }
        for cell in ["", "9", "9.30", "24:00", "9:3", "9:60", "13:00 pm", "0:30 am", "9:30:15", "+9:30", "9:30 noon"] {
            assert_eq!(parse_time_cell(cell), None, "{cell}");
        }
    }
}
