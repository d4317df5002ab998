//! Days, times and durations in texts. Each format is a text of its own: the order of its parts depends on the language.
//! What is called a date has its year. What is called a day and is given `today` has it where it is another year.

use chrono::{Datelike, NaiveDate, NaiveTime, Timelike, Weekday};

use crate::Texts;

impl Texts {
    /// `16 Nov 2026`.
    pub fn format_date(self, date: NaiveDate) -> String {
        self.formats().date(&date.day().to_string(), self.month_short(date), &date.year().to_string())
    }

    /// `16 November 2026`.
    pub fn format_full_date(self, date: NaiveDate) -> String {
        self.formats().full_date(&date.day().to_string(), self.month_long(date), &date.year().to_string())
    }

    /// `Mon 16 Nov 2026`.
    pub fn format_weekday_and_date(self, date: NaiveDate) -> String {
        let (weekday, day, year) = (self.weekday_short(date.weekday()), date.day(), date.year());
        self.formats().weekday_and_date(weekday, &day.to_string(), self.month_short(date), &year.to_string())
    }

    /// `Monday, 16 November 2026`.
    pub fn format_long_date(self, date: NaiveDate) -> String {
        let (weekday, day, year) = (self.weekday_long(date.weekday()), date.day(), date.year());
        self.formats().long_date(weekday, &day.to_string(), self.month_long(date), &year.to_string())
    }

    /// `16 Nov`.
    pub fn format_short_day(self, date: NaiveDate) -> String {
        self.formats().short_day(&date.day().to_string(), self.month_short(date))
    }

    /// `16 November`.
    pub fn format_day_and_month(self, date: NaiveDate) -> String {
        self.formats().day_and_month(&date.day().to_string(), self.month_long(date))
    }

    /// `Mon 16 Nov`.
    pub fn format_weekday_and_day(self, date: NaiveDate) -> String {
        let weekday = self.weekday_short(date.weekday());
        self.formats().weekday_and_day(weekday, &date.day().to_string(), self.month_short(date))
    }

    /// `Mon 16`.
    pub fn format_weekday_and_number(self, date: NaiveDate) -> String {
        self.formats().weekday_and_number(self.weekday_short(date.weekday()), &date.day().to_string())
    }

    /// `Mon 16 Nov`, with the year where it is not that of `today`.
    pub fn format_day(self, date: NaiveDate, today: NaiveDate) -> String {
        if date.year() == today.year() { self.format_weekday_and_day(date) } else { self.format_weekday_and_date(date) }
    }

    /// `16 November`, with the year where it is not that of `today`.
    pub fn format_full_day(self, date: NaiveDate, today: NaiveDate) -> String {
        if date.year() == today.year() { self.format_day_and_month(date) } else { self.format_full_date(date) }
    }

    /// `Monday 16 November`, with the year where it is not that of `today`.
    pub fn format_long_day(self, date: NaiveDate, today: NaiveDate) -> String {
        let (weekday, day, month) = (self.weekday_long(date.weekday()), date.day().to_string(), self.month_long(date));
        if date.year() == today.year() {
            self.formats().long_day(weekday, &day, month)
        } else {
            self.formats().long_day_and_year(weekday, &day, month, &date.year().to_string())
        }
    }

    /// `Today`, `Tomorrow`, else like [`Texts::format_day`].
    pub fn format_relative_day(self, date: NaiveDate, today: NaiveDate) -> String {
        match (date - today).num_days() {
            0 => self.dates().today().to_owned(),
            1 => self.dates().tomorrow(&self.format_short_day(date)),
            _ => self.format_day(date, today),
        }
    }

    /// `today`, `tomorrow`, `Mon 16 Nov`, in the middle of a sentence.
    pub fn format_relative_day_in_sentence(self, date: NaiveDate, today: NaiveDate) -> String {
        match (date - today).num_days() {
            0 => self.dates().today_in_sentence().to_owned(),
            1 => self.dates().tomorrow_in_sentence(&self.format_short_day(date)),
            _ => self.format_day(date, today),
        }
    }

    /// `Wed 18 Nov`, `Mon 16 Nov – Wed 18 Nov`.
    pub fn format_days(self, first: NaiveDate, last: NaiveDate, today: NaiveDate) -> String {
        let day = self.format_day(first, today);
        if first == last { day } else { self.formats().day_range(&day, &self.format_day(last, today)) }
    }

    /// `November 2026`.
    pub fn format_month(self, date: NaiveDate) -> String {
        self.formats().month(self.month_long(date), &date.year().to_string())
    }

    /// `Nov`, below the number of a day; `Jan ’28` where the year is not that of `today`.
    pub fn format_month_in_tile(self, date: NaiveDate, today: NaiveDate) -> String {
        let month = self.month_short(date);
        if date.year() == today.year() {
            month.to_owned()
        } else {
            self.formats().month_in_tile(month, &format!("{:02}", date.year() % 100))
        }
    }

    /// `Today, 10:30 am`, else `Mon 16 Nov, 10:30 am`.
    pub fn format_day_and_time(self, date: NaiveDate, time: NaiveTime, today: NaiveDate) -> String {
        self.formats().day_and_time(&self.format_relative_day(date, today), &self.format_time(time))
    }

    /// `today, 10:30 am`, else `Mon 16 Nov, 10:30 am`, in the middle of a sentence.
    pub fn format_day_and_time_in_sentence(self, date: NaiveDate, time: NaiveTime, today: NaiveDate) -> String {
        self.formats().day_and_time(&self.format_relative_day_in_sentence(date, today), &self.format_time(time))
    }

    /// `10:30 am`, `9:00 pm`. For `9 pm` there is [`Texts::format_short_time`].
    pub fn format_time(self, time: NaiveTime) -> String {
        let (hour, minute) = hour_and_minute(time);
        self.formats().time(&hour, &minute, self.part_of_day(time))
    }

    /// `10 am` on the hour, otherwise like [`Texts::format_time`].
    pub fn format_short_time(self, time: NaiveTime) -> String {
        if time.minute() != 0 {
            return self.format_time(time);
        }
        self.formats().hour(&time.hour12().1.to_string(), self.part_of_day(time))
    }

    /// `4:30 – 6:15 pm`, `11:30 am – 12:15 pm`.
    pub fn format_time_range(self, start: NaiveTime, end: NaiveTime) -> String {
        let part = self.part_of_day(start);
        // Two parts of the day may be called the same.
        if part != self.part_of_day(end) {
            return self.formats().time_range(&self.format_time(start), &self.format_time(end));
        }
        let ((start_hour, start_minute), (end_hour, end_minute)) = (hour_and_minute(start), hour_and_minute(end));
        self.formats().time_range_same_part(&start_hour, &start_minute, &end_hour, &end_minute, part)
    }

    /// `10 am – 7 pm`.
    pub fn format_short_time_range(self, start: NaiveTime, end: NaiveTime) -> String {
        self.formats().time_range(&self.format_short_time(start), &self.format_short_time(end))
    }

    /// `10 – 7 pm`, in a narrow column.
    pub fn format_narrow_time_range(self, start: NaiveTime, end: NaiveTime) -> String {
        let (hour, minute) = hour_and_minute(start);
        let figures = if start.minute() == 0 { hour } else { format!("{hour}:{minute}") };
        self.formats().narrow_time_range(&figures, &self.format_short_time(start), &self.format_short_time(end))
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

    /// How scripts write a time: `{hour}:{minute} {part}`.
    pub fn time_pattern(self) -> String {
        self.formats().time("{hour}", "{minute}", "{part}")
    }

    /// The part of the day of each hour, for scripts: `am|am|…|pm`.
    pub fn parts_of_hours(self) -> String {
        let part = |hour| self.part_of_day(NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default());
        (0..24).map(part).collect::<Vec<_>>().join("|")
    }

    /// `Mon`.
    pub fn weekday_short(self, weekday: Weekday) -> &'static str {
        self.dates().weekdays_short()[weekday.num_days_from_monday() as usize]
    }

    /// `Monday`.
    pub fn weekday_long(self, weekday: Weekday) -> &'static str {
        self.dates().weekdays()[weekday.num_days_from_monday() as usize]
    }

    /// `M`.
    pub fn weekday_letter(self, weekday: Weekday) -> &'static str {
        self.dates().weekday_letters()[weekday.num_days_from_monday() as usize]
    }

    /// `Nov`.
    pub fn month_short(self, date: NaiveDate) -> &'static str {
        self.dates().months_short()[date.month0() as usize]
    }

    /// `November`.
    pub fn month_long(self, date: NaiveDate) -> &'static str {
        self.dates().months()[date.month0() as usize]
    }

    /// `am`, `pm`.
    fn part_of_day(self, time: NaiveTime) -> &'static str {
        let parts = self.dates().parts_of_day();
        parts.iter().rfind(|(hour, _)| *hour <= time.hour()).map_or(parts[0].1, |(_, name)| *name)
    }
}

/// `3` and `05`, on a clock of twelve hours.
fn hour_and_minute(time: NaiveTime) -> (String, String) {
    (time.hour12().1.to_string(), format!("{:02}", time.minute()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: Texts = Texts::ENGLISH;

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    fn at(hour: u32, minute: u32) -> NaiveTime {
        NaiveTime::from_hms_opt(hour, minute, 0).unwrap()
    }

    #[test]
    fn dates_have_their_year() {
        let date = day(2027, 3, 5);
        assert_eq!(TEXTS.format_date(date), "5 Mar 2027");
        assert_eq!(TEXTS.format_full_date(date), "5 March 2027");
        assert_eq!(TEXTS.format_weekday_and_date(date), "Fri 5 Mar 2027");
        assert_eq!(TEXTS.format_long_date(date), "Friday, 5 March 2027");
        assert_eq!(TEXTS.format_month(date), "March 2027");
    }

    #[test]
    fn days_alone_have_no_year() {
        let date = day(2027, 3, 5);
        assert_eq!(TEXTS.format_short_day(date), "5 Mar");
        assert_eq!(TEXTS.format_day_and_month(date), "5 March");
        assert_eq!(TEXTS.format_weekday_and_day(date), "Fri 5 Mar");
        assert_eq!(TEXTS.format_weekday_and_number(date), "Fri 5");
        assert_eq!(TEXTS.weekday_letter(date.weekday()), "F");
    }

    #[test]
    fn days_of_another_year_than_today_have_their_year() {
        let (today, later) = (day(2026, 11, 16), day(2027, 1, 15));
        assert_eq!([today, later].map(|date| TEXTS.format_day(date, today)), ["Mon 16 Nov", "Fri 15 Jan 2027"]);
        assert_eq!([today, later].map(|date| TEXTS.format_full_day(date, today)), ["16 November", "15 January 2027"]);
        assert_eq!(
            [today, later].map(|date| TEXTS.format_long_day(date, today)),
            ["Monday 16 November", "Friday 15 January 2027"]
        );
        assert_eq!([today, later].map(|date| TEXTS.format_month_in_tile(date, today)), ["Nov", "Jan ’27"]);
        assert_eq!(TEXTS.format_days(today, later, today), "Mon 16 Nov – Fri 15 Jan 2027");
        assert_eq!(TEXTS.format_days(today, today, today), "Mon 16 Nov");
    }

    #[test]
    fn today_and_tomorrow_are_words() {
        let today = day(2026, 11, 16);
        let days = [today, day(2026, 11, 17), day(2026, 11, 18)];
        assert_eq!(days.map(|date| TEXTS.format_relative_day(date, today)), ["Today", "Tomorrow", "Wed 18 Nov"]);
        assert_eq!(
            days.map(|date| TEXTS.format_relative_day_in_sentence(date, today)),
            ["today", "tomorrow", "Wed 18 Nov"]
        );
        assert_eq!(TEXTS.format_day_and_time(today, at(10, 30), today), "Today, 10:30 am");
        assert_eq!(TEXTS.format_day_and_time_in_sentence(today, at(10, 30), today), "today, 10:30 am");
    }

    #[test]
    fn times_name_the_part_of_the_day() {
        let times = [at(0, 5), at(3, 59), at(11, 30), at(12, 0), at(15, 5), at(16, 0), at(20, 0), at(23, 59)];
        assert_eq!(
            times.map(|time| TEXTS.format_time(time)),
            ["12:05 am", "3:59 am", "11:30 am", "12:00 pm", "3:05 pm", "4:00 pm", "8:00 pm", "11:59 pm"]
        );
        let hours = [0, 9, 12, 13, 23].map(|hour| TEXTS.format_short_time(at(hour, 0)));
        assert_eq!(hours, ["12 am", "9 am", "12 pm", "1 pm", "11 pm"]);
        assert_eq!(TEXTS.format_short_time(at(0, 15)), "12:15 am");
    }

    #[test]
    fn a_range_names_the_part_of_the_day_once() {
        assert_eq!(TEXTS.format_time_range(at(16, 30), at(18, 15)), "4:30 – 6:15 pm");
        assert_eq!(TEXTS.format_time_range(at(15, 30), at(20, 15)), "3:30 – 8:15 pm");
        assert_eq!(TEXTS.format_time_range(at(11, 30), at(12, 15)), "11:30 am – 12:15 pm");
    }

    #[test]
    fn a_range_of_whole_hours_has_no_minutes() {
        assert_eq!(TEXTS.format_short_time_range(at(10, 0), at(19, 0)), "10 am – 7 pm");
        assert_eq!(TEXTS.format_short_time_range(at(13, 0), at(13, 45)), "1 pm – 1:45 pm");
        assert_eq!(TEXTS.format_narrow_time_range(at(10, 0), at(19, 0)), "10 – 7 pm");
        assert_eq!(TEXTS.format_narrow_time_range(at(10, 30), at(19, 30)), "10:30 – 7:30 pm");
    }

    #[test]
    fn durations_are_hours_and_minutes() {
        assert_eq!(
            [45, 120, 90, 0, 6_030].map(|minutes| TEXTS.format_minutes(minutes)),
            ["45 min", "2 h", "1 h 30 min", "0 min", "100 h 30 min"]
        );
    }

    #[test]
    fn scripts_write_times_by_the_same_texts() {
        assert_eq!(TEXTS.time_pattern(), "{hour}:{minute} {part}");
        let parts = TEXTS.parts_of_hours();
        let parts: Vec<&str> = parts.split('|').collect();
        assert_eq!(parts.len(), 24);
        assert_eq!([parts[0], parts[11], parts[12], parts[23]], ["am", "am", "pm", "pm"]);
    }
}
