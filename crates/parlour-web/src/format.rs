//! What every language writes alike: money, numbers, telephone numbers, and times for forms and clocks. Days and times in
//! words are formats of [`Texts`].

use chrono::{Datelike, NaiveDate, NaiveTime, Timelike};
use parlour_domain::billing::amount_format::{format_amount, format_rupees};
use parlour_domain::phone::Phone;
use parlour_domain::text::first_letters;

use parlour_texts::Texts;

/// `₹1,24,650`; paise only where they are not zero.
pub fn money(paise: i64) -> String {
    let text = format_rupees(paise.abs());
    let text = text.strip_suffix(".00").unwrap_or(&text);
    let text = if text.starts_with('₹') { text.to_owned() } else { format!("₹{text}") };
    if paise < 0 { format!("−{text}") } else { text }
}

/// `1,24,650`, in Indian groups.
pub fn count(count: i64) -> String {
    let text = format_amount(count.saturating_mul(100));
    text.strip_suffix(".00").unwrap_or(&text).to_owned()
}

/// Hundredths of a per cent as `3.7%`; whole ones without a decimal.
pub fn percent(basis_points: i64) -> String {
    let tenths = (basis_points.unsigned_abs() + 5) / 10;
    let sign = if basis_points < 0 && tenths > 0 { "−" } else { "" };
    if tenths.is_multiple_of(10) {
        format!("{sign}{}%", tenths / 10)
    } else {
        format!("{sign}{}.{}%", tenths / 10, tenths % 10)
    }
}

/// A day as a tile shows it: `WED 18 NOV`.
#[derive(Debug)]
pub struct DateTile {
    pub weekday: String,
    pub day: u32,
    pub month: String,
}

impl DateTile {
    pub fn of(date: NaiveDate, today: NaiveDate, texts: Texts) -> Self {
        Self {
            weekday: texts.weekday_short(date.weekday()).to_uppercase(),
            day: date.day(),
            month: texts.format_month_in_tile(date, today).to_uppercase(),
        }
    }
}

/// `10:30`, for values of forms and links.
pub fn time_value(time: NaiveTime) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}

/// `4:30`, on a clock of twelve hours, where the place says which half of the day is meant.
pub fn clock(time: NaiveTime) -> String {
    format!("{}:{:02}", time.hour12().1, time.minute())
}

/// `+91 98450 12345`.
pub fn phone(phone: &Phone) -> String {
    full_number(phone.as_str())
}

/// The same of a number that may be a landline. Without `+91` nobody could dial that as they read it.
pub fn full_number(number: &str) -> String {
    match number.strip_prefix("+91").and_then(|digits| digits.split_at_checked(5)) {
        Some((first, last)) => format!("+91 {first} {last}"),
        None => number.to_owned(),
    }
}

/// `98765 43210`, of a number as it is stored: `+919876543210`.
pub fn national_number(number: &str) -> String {
    let digits = number.trim_start_matches("+91");
    match digits.split_at_checked(5) {
        Some((first, rest)) => format!("{first} {rest}"),
        None => digits.to_owned(),
    }
}

/// The address of a link that calls a number.
pub fn tel_link(number: &str) -> String {
    let digits: String = number.chars().filter(|character| character.is_ascii_digit() || *character == '+').collect();
    format!("tel:{digits}")
}

/// The first letters of the first two words of a name: `AK`, `आक`. What a vowel adds to a letter stays with it.
pub fn initials(name: &str) -> String {
    name.split_whitespace().take(2).map(|word| first_letters(word, 1).to_uppercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_has_paise_only_where_there_are_some() {
        assert_eq!(money(180_000), "₹1,800");
        assert_eq!(money(12_465_050), "₹1,24,650.50");
        assert_eq!(money(-10_000), "−₹100");
        assert_eq!(money(0), "₹0");
        assert_eq!([0, 999, 124_650, -1_000].map(count), ["0", "999", "1,24,650", "−1,000"]);
    }

    #[test]
    fn a_percentage_has_one_decimal_at_most() {
        let written = [0, 4, 370, 6_667, 10_000, -155].map(percent);
        assert_eq!(written, ["0%", "0%", "3.7%", "66.7%", "100%", "−1.6%"]);
    }

    #[test]
    fn a_tile_has_the_year_of_another_year() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 16).unwrap();
        let tile = |date| {
            let DateTile { weekday, day, month } = DateTile::of(date, today, Texts::ENGLISH);
            format!("{weekday} {day} {month}")
        };
        assert_eq!([today, today + chrono::Days::new(60)].map(tile), ["MON 16 NOV", "FRI 15 JAN ’27"]);
    }

    #[test]
    fn a_clock_has_twelve_hours_and_a_form_has_twenty_four() {
        let at = |hour, minute| NaiveTime::from_hms_opt(hour, minute, 0).unwrap();
        assert_eq!([at(0, 5), at(9, 30), at(13, 0)].map(clock), ["12:05", "9:30", "1:00"]);
        assert_eq!([at(0, 5), at(9, 30), at(13, 0)].map(time_value), ["00:05", "09:30", "13:00"]);
    }

    #[test]
    fn initials_are_of_the_first_two_words() {
        assert_eq!(initials("Asha Rao Kumar"), "AR");
        assert_eq!(initials("प्रिया शर्मा"), "प्रिश");
        assert_eq!(initials(" åsa "), "Å");
        assert_eq!(initials(""), "");
    }

    #[test]
    fn a_whole_number_has_its_country() {
        assert_eq!(phone(&Phone::parse("9845012345").unwrap()), "+91 98450 12345");
        assert_eq!(phone(&Phone::from_stored("+1 20".into())), "+1 20");
    }

    #[test]
    fn a_number_is_shown_in_two_groups() {
        assert_eq!(national_number("+919876543210"), "98765 43210");
    }

    #[test]
    fn a_number_is_called_without_its_spaces() {
        assert_eq!(tel_link("+919845012345"), "tel:+919845012345");
        assert_eq!(tel_link("+91 98450-12345"), "tel:+919845012345");
    }
}
