//! Money, days, times and telephone numbers as pages show them.

use chrono::{Datelike, NaiveDate, NaiveTime, Timelike, Weekday};
use parlour_domain::billing::amount_format::{format_amount, format_rupees};
use parlour_domain::phone::Phone;

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

/// `10:30 am`, `9:00 pm`. For `9 pm` there is [`short_time`].
pub fn time(time: NaiveTime, texts: Texts) -> String {
    let (is_pm, hour) = time.hour12();
    let half = if is_pm { texts.dates().pm() } else { texts.dates().am() };
    format!("{hour}:{:02} {half}", time.minute())
}

/// `4:30 – 6:15 pm`, `11:30 am – 12:15 pm`.
pub fn time_range(start: NaiveTime, end: NaiveTime, texts: Texts) -> String {
    let until = time(end, texts);
    if start.hour12().0 == end.hour12().0 {
        return format!("{}:{:02} – {until}", start.hour12().1, start.minute());
    }
    format!("{} – {until}", time(start, texts))
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
            weekday: weekday_short(date.weekday(), texts).to_uppercase(),
            day: date.day(),
            month: month_in_tile(date, today, texts).to_uppercase(),
        }
    }
}

/// `10 am` on the hour, otherwise like [`time`].
pub fn short_time(at: NaiveTime, texts: Texts) -> String {
    if at.minute() != 0 {
        return time(at, texts);
    }
    let (is_pm, hour) = at.hour12();
    format!("{hour} {}", if is_pm { texts.dates().pm() } else { texts.dates().am() })
}

/// `10 am – 7 pm`
pub fn short_range(start: NaiveTime, end: NaiveTime, texts: Texts) -> String {
    format!("{} – {}", short_time(start, texts), short_time(end, texts))
}

/// `10:30`, for values of forms and links.
pub fn time_value(time: NaiveTime) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}

/// `Mon 16 Nov`, with the year where it is not that of `today`.
pub fn day(date: NaiveDate, today: NaiveDate, texts: Texts) -> String {
    let short = format!("{} {} {}", weekday_short(date.weekday(), texts), date.day(), month_short(date, texts));
    if date.year() == today.year() { short } else { format!("{short} {}", date.year()) }
}

/// `Today`, `Tomorrow`, else like [`day`].
pub fn relative_day(date: NaiveDate, today: NaiveDate, texts: Texts) -> String {
    match (date - today).num_days() {
        0 => texts.dates().today().to_owned(),
        1 => texts.dates().tomorrow().to_owned(),
        _ => day(date, today, texts),
    }
}

/// `Today, 10:30 am`, else `Mon 16 Nov, 10:30 am`.
pub fn day_and_time(date: NaiveDate, at: NaiveTime, today: NaiveDate, texts: Texts) -> String {
    format!("{}, {}", relative_day(date, today, texts), time(at, texts))
}

/// `Monday 16 November`, with the year where it is not that of `today`.
pub fn long_day(date: NaiveDate, today: NaiveDate, texts: Texts) -> String {
    format!("{} {}", weekday_long(date.weekday(), texts), day_and_month(date, today, texts))
}

/// `16 November`, with the year where it is not that of `today`.
pub fn day_and_month(date: NaiveDate, today: NaiveDate, texts: Texts) -> String {
    let short = format!("{} {}", date.day(), month_long(date, texts));
    if date.year() == today.year() { short } else { format!("{short} {}", date.year()) }
}

/// `November 2026`.
pub fn month_and_year(date: NaiveDate, texts: Texts) -> String {
    format!("{} {}", month_long(date, texts), date.year())
}

/// `16 Nov 2026`.
pub fn date(date: NaiveDate, texts: Texts) -> String {
    format!("{} {} {}", date.day(), month_short(date, texts), date.year())
}

pub fn weekday_short(weekday: Weekday, texts: Texts) -> &'static str {
    texts.dates().weekdays_short()[weekday.num_days_from_monday() as usize]
}

pub fn weekday_long(weekday: Weekday, texts: Texts) -> &'static str {
    texts.dates().weekdays()[weekday.num_days_from_monday() as usize]
}

pub fn month_short(date: NaiveDate, texts: Texts) -> &'static str {
    texts.dates().months_short()[date.month0() as usize]
}

/// `Nov`, below the number of a day; `Jan ’28` where the year is not that of `today`.
pub fn month_in_tile(date: NaiveDate, today: NaiveDate, texts: Texts) -> String {
    let short = month_short(date, texts);
    if date.year() == today.year() { short.to_owned() } else { format!("{short} ’{:02}", date.year() % 100) }
}

pub fn month_long(date: NaiveDate, texts: Texts) -> &'static str {
    texts.dates().months()[date.month0() as usize]
}

/// `45 min`, `1 h 30 min`.
pub fn duration(minutes: i64, texts: Texts) -> String {
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} {}", texts.dates().minute_unit()),
        (hours, 0) => format!("{hours} {}", texts.dates().hour_unit()),
        (hours, minutes) => format!("{hours} {} {minutes} {}", texts.dates().hour_unit(), texts.dates().minute_unit()),
    }
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

/// The first letters of the first two words of a name: `AK`.
pub fn initials(name: &str) -> String {
    name.split_whitespace().take(2).filter_map(|word| word.chars().next()).flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_texts::Texts;

    #[test]
    fn a_range_names_the_half_of_the_day_once() {
        let at = |typed| parlour_domain::ist::parse_time(typed).unwrap();
        assert_eq!(time_range(at("16:30"), at("18:15"), Texts::ENGLISH), "4:30 – 6:15 pm");
        assert_eq!(time_range(at("11:30"), at("12:15"), Texts::ENGLISH), "11:30 am – 12:15 pm");
    }

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
    fn days_times_and_durations_read_as_people_say_them() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 16).unwrap();
        let at = |hour, minute| NaiveTime::from_hms_opt(hour, minute, 0).unwrap();
        assert_eq!(time(at(10, 30), Texts::ENGLISH), "10:30 am");
        assert_eq!(time(at(12, 0), Texts::ENGLISH), "12:00 pm");
        assert_eq!(short_time(at(21, 0), Texts::ENGLISH), "9 pm");
        assert_eq!(short_time(at(0, 15), Texts::ENGLISH), "12:15 am");
        assert_eq!(day(today, today, Texts::ENGLISH), "Mon 16 Nov");
        assert_eq!(day(today + chrono::Days::new(60), today, Texts::ENGLISH), "Fri 15 Jan 2027");
        assert_eq!(relative_day(today + chrono::Days::new(1), today, Texts::ENGLISH), "Tomorrow");
        assert_eq!(day_and_time(today, at(10, 30), today, Texts::ENGLISH), "Today, 10:30 am");
        assert_eq!(long_day(today, today, Texts::ENGLISH), "Monday 16 November");
        assert_eq!(long_day(today + chrono::Days::new(60), today, Texts::ENGLISH), "Friday 15 January 2027");
        assert_eq!(duration(90, Texts::ENGLISH), "1 h 30 min");
        assert_eq!(duration(120, Texts::ENGLISH), "2 h");
        assert_eq!(initials("Asha Rao Kumar"), "AR");
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
