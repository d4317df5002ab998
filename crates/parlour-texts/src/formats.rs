//! Days, times and durations in texts.

use chrono::{Datelike, NaiveDate, NaiveTime, Timelike};

use crate::Texts;

impl Texts {
    /// `16 Nov 2026`.
    pub fn format_date(self, date: NaiveDate) -> String {
        self.formats().date(&date.day().to_string(), self.month_short(date), &date.year().to_string())
    }

    /// `Mon 16 Nov 2026`.
    pub fn format_weekday_and_date(self, date: NaiveDate) -> String {
        let (day, year) = (date.day().to_string(), date.year().to_string());
        self.formats().weekday_and_date(self.weekday_short(date), &day, self.month_short(date), &year)
    }

    /// `Mon 16 Nov`.
    pub fn format_weekday_and_day(self, date: NaiveDate) -> String {
        self.formats().weekday_and_day(self.weekday_short(date), &date.day().to_string(), self.month_short(date))
    }

    /// `3:05 pm`.
    pub fn format_time(self, time: NaiveTime) -> String {
        let (is_pm, hour) = time.hour12();
        let half = if is_pm { self.dates().pm() } else { self.dates().am() };
        self.formats().time(&hour.to_string(), &format!("{:02}", time.minute()), half)
    }

    /// `45 min`, `2 h`, `1 h 30 min`.
    pub fn format_minutes(self, minutes: i64) -> String {
        let (hours, rest) = ((minutes / 60).to_string(), (minutes % 60).to_string());
        match (minutes / 60, minutes % 60) {
            (0, _) => self.formats().minutes(&rest),
            (_, 0) => self.formats().hours(&hours),
            (_, _) => self.formats().hours_and_minutes(&hours, &rest),
        }
    }

    fn weekday_short(self, date: NaiveDate) -> &'static str {
        self.dates().weekdays_short()[date.weekday().num_days_from_monday() as usize]
    }

    fn month_short(self, date: NaiveDate) -> &'static str {
        self.dates().months_short()[date.month0() as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_times_and_durations_read_as_people_say_them() {
        let texts = Texts::ENGLISH;
        let date = NaiveDate::from_ymd_opt(2027, 3, 5).unwrap();
        let time = |hour, minute| texts.format_time(NaiveTime::from_hms_opt(hour, minute, 0).unwrap());
        assert_eq!(texts.format_date(date), "5 Mar 2027");
        assert_eq!(texts.format_weekday_and_date(date), "Fri 5 Mar 2027");
        assert_eq!(texts.format_weekday_and_day(date), "Fri 5 Mar");
        assert_eq!([time(0, 5), time(12, 0), time(15, 5)], ["12:05 am", "12:00 pm", "3:05 pm"]);
        assert_eq!(
            [45, 120, 90, 0].map(|minutes| texts.format_minutes(minutes)),
            ["45 min", "2 h", "1 h 30 min", "0 min"]
        );
    }
}
