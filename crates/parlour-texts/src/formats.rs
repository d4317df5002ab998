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

    /// `Monday, 16 November 2026`.
    pub fn format_long_date(self, date: NaiveDate) -> String {
        let (day, year) = (date.day().to_string(), date.year().to_string());
        let weekday = self.dates().weekdays()[date.weekday().num_days_from_monday() as usize];
        self.formats().long_date(weekday, &day, self.month_long(date), &year)
    }

    /// `16 November 2026`.
    pub fn format_full_date(self, date: NaiveDate) -> String {
        self.formats().full_date(&date.day().to_string(), self.month_long(date), &date.year().to_string())
    }

    /// `16 November`.
    pub fn format_day_and_month(self, date: NaiveDate) -> String {
        self.formats().day_and_month(&date.day().to_string(), self.month_long(date))
    }

    /// `November 2026`.
    pub fn format_month(self, date: NaiveDate) -> String {
        self.formats().month(self.month_long(date), &date.year().to_string())
    }

    /// `Mon 16`.
    pub fn format_weekday_and_number(self, date: NaiveDate) -> String {
        self.formats().weekday_and_number(self.weekday_short(date), &date.day().to_string())
    }

    /// `11 am`.
    pub fn format_hour(self, time: NaiveTime) -> String {
        self.formats().hour(&time.hour12().1.to_string(), self.half_of_day(time))
    }

    /// `3:05 pm`.
    pub fn format_time(self, time: NaiveTime) -> String {
        let (_, hour) = time.hour12();
        self.formats().time(&hour.to_string(), &format!("{:02}", time.minute()), self.half_of_day(time))
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

    fn half_of_day(self, time: NaiveTime) -> &'static str {
        if time.hour12().0 { self.dates().pm() } else { self.dates().am() }
    }

    fn weekday_short(self, date: NaiveDate) -> &'static str {
        self.dates().weekdays_short()[date.weekday().num_days_from_monday() as usize]
    }

    fn month_short(self, date: NaiveDate) -> &'static str {
        self.dates().months_short()[date.month0() as usize]
    }

    fn month_long(self, date: NaiveDate) -> &'static str {
        self.dates().months()[date.month0() as usize]
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
        assert_eq!(texts.format_long_date(date), "Friday, 5 March 2027");
        assert_eq!(texts.format_full_date(date), "5 March 2027");
        assert_eq!(texts.format_day_and_month(date), "5 March");
        assert_eq!(texts.format_month(date), "March 2027");
        assert_eq!(texts.format_weekday_and_number(date), "Fri 5");
        let hour = |hour| texts.format_hour(NaiveTime::from_hms_opt(hour, 0, 0).unwrap());
        assert_eq!([0, 9, 12, 13, 23].map(hour), ["12 am", "9 am", "12 pm", "1 pm", "11 pm"]);
        assert_eq!([time(0, 5), time(12, 0), time(15, 5)], ["12:05 am", "12:00 pm", "3:05 pm"]);
        assert_eq!(
            [45, 120, 90, 0].map(|minutes| texts.format_minutes(minutes)),
            ["45 min", "2 h", "1 h 30 min", "0 min"]
        );
    }
}
