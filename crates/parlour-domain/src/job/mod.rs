//! The background jobs and their schedules.

pub mod subject;

use chrono::{Datelike, Days, Months, NaiveDate, NaiveTime, Timelike, Weekday};

use crate::ist::{MINUTE_MS, Timestamp};
use crate::string_enum::string_enum;

string_enum! {
    /// The background jobs, with their names in the job routes.
    Job {
        AppointmentReminders = "appointment-reminders",
        MembershipExpiry = "membership-expiry",
        BirthdayEmails = "birthday-emails",
        LeadFollowups = "lead-followups",
        GemsExpiryReminder = "gems-expiry-reminder",
        MembershipUsageNudges = "membership-usage-nudges",
        DailySalesReport = "daily-sales-report",
        WeeklyReport = "weekly-report",
        NightlySalesSummary = "nightly-sales-summary",
        MembershipAutoExpire = "membership-auto-expire",
        OfferAutoExpire = "offer-auto-expire",
        GemsAutoExpire = "gems-auto-expire",
        SessionCleanup = "session-cleanup",
        MonthlyGstSummary = "monthly-gst-summary",
        PostServiceFollowup = "post-service-followup",
        StaleBookingAlert = "stale-booking-alert",
        NoshowCheck = "noshow-check",
        MembershipExpiredNotice = "membership-expired-notice",
        InvoicePdf = "invoice-pdf",
        /// Not in the contract: counts a no-show in the customer's profile.
        NoshowEscalation = "noshow-escalation",
        /// Not in the contract: deletes, once a month, data that the law does not require any more.
        Retention = "retention",
        /// Not in the contract: imports a file that a browser has sent.
        ApplyImport = "apply-import",
        /// Not in the contract: writes every record into a file for a browser.
        MakeExport = "make-export",
        /// Not in the contract: deletes such a file a day later.
        DeleteFile = "delete-file",
    }
}

impl Job {
    /// The schedule of the job. `None` for jobs that are queued by a change of a record.
    pub fn schedule(self) -> Option<Schedule> {
        let at = |hour: u32, minute: u32| hour * 60 + minute;
        Some(match self {
            Self::AppointmentReminders => Schedule::EveryQuarterHour { from: at(8, 0), to: at(22, 0) },
            Self::MembershipExpiry => Schedule::Daily(at(0, 30)),
            Self::BirthdayEmails => Schedule::Daily(at(9, 30)),
            Self::LeadFollowups | Self::GemsExpiryReminder => Schedule::Daily(at(10, 30)),
            Self::MembershipUsageNudges => Schedule::Daily(at(11, 0)),
            Self::DailySalesReport => Schedule::Daily(at(22, 30)),
            Self::WeeklyReport => Schedule::Weekly(Weekday::Mon, at(9, 0)),
            Self::NightlySalesSummary => Schedule::Daily(at(23, 30)),
            Self::MembershipAutoExpire => Schedule::Daily(at(0, 0)),
            Self::OfferAutoExpire => Schedule::Daily(at(0, 5)),
            Self::GemsAutoExpire => Schedule::Daily(at(0, 10)),
            Self::SessionCleanup => Schedule::Weekly(Weekday::Sun, at(2, 30)),
            Self::MonthlyGstSummary => Schedule::Monthly(at(1, 0)),
            Self::Retention => Schedule::Monthly(at(3, 0)),
            _ => return None,
        })
    }

    /// The contract's schedules, which are registered with an external queue. Internal ones are not.
    pub fn scheduled() -> impl Iterator<Item = (Self, Schedule)> {
        Self::ALL
            .iter()
            .filter(|job| !job.is_internal())
            .filter_map(|job| job.schedule().map(|schedule| (*job, schedule)))
    }

    pub fn is_internal(self) -> bool {
        matches!(
            self,
            Self::NoshowEscalation | Self::Retention | Self::ApplyImport | Self::MakeExport | Self::DeleteFile
        )
    }

    /// The jobs of the contract. Each has a setting for its heartbeat.
    pub fn contract_jobs() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|job| !job.is_internal())
    }
}

/// When a job runs. Times are in IST, in minutes after midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// Every 15 minutes, both ends included.
    EveryQuarterHour {
        from: u32,
        to: u32,
    },
    Daily(u32),
    Weekly(Weekday, u32),
    /// On the first of the month.
    Monthly(u32),
}

impl Schedule {
    /// The latest slot of the schedule at or before `now`.
    pub fn latest_slot(self, now: Timestamp) -> Timestamp {
        let (today, minute) = (now.ist_date(), minute_of_day(now));
        match self {
            Self::EveryQuarterHour { from, to } => {
                if minute < from {
                    slot_at(today - Days::new(1), to)
                } else {
                    slot_at(today, minute.min(to) / 15 * 15)
                }
            }
            Self::Daily(at) => slot_at(if minute < at { today - Days::new(1) } else { today }, at),
            Self::Weekly(weekday, at) => {
                let since = (7 + today.weekday().num_days_from_monday() - weekday.num_days_from_monday()) % 7;
                let since = if since == 0 && minute < at { 7 } else { since };
                slot_at(today - Days::new(u64::from(since)), at)
            }
            Self::Monthly(at) => {
                let first = today.with_day(1).unwrap_or(today);
                let has_come = today > first || minute >= at;
                slot_at(if has_come { first } else { first - Months::new(1) }, at)
            }
        }
    }

    /// The schedule as a cron expression in IST, for the external queue. Cron cannot end a quarter-hourly schedule
    /// within an hour: the job ignores calls after its last slot.
    pub fn cron(self) -> String {
        let at = |minutes: u32| format!("{} {}", minutes % 60, minutes / 60);
        let times = match self {
            Self::EveryQuarterHour { from, to } => format!("*/15 {}-{} * * *", from / 60, to / 60),
            Self::Daily(minutes) => format!("{} * * *", at(minutes)),
            Self::Weekly(weekday, minutes) => {
                format!("{} * * {}", at(minutes), weekday.num_days_from_sunday())
            }
            Self::Monthly(minutes) => format!("{} 1 * *", at(minutes)),
        };
        format!("CRON_TZ=Asia/Kolkata {times}")
    }

    /// Whether `now` is within the hours of the schedule. A cron expression cannot say "to 22:00".
    pub fn is_within_hours(self, now: Timestamp) -> bool {
        match self {
            Self::EveryQuarterHour { from, to } => (from..to + 15).contains(&minute_of_day(now)),
            _ => true,
        }
    }
}

fn minute_of_day(at: Timestamp) -> u32 {
    let time = at.ist_time();
    time.hour() * 60 + time.minute()
}

fn slot_at(date: NaiveDate, minutes: u32) -> Timestamp {
    Timestamp::from_ist(date, NaiveTime::MIN).plus_millis(i64::from(minutes) * MINUTE_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ist(text: &str) -> Timestamp {
        Timestamp::parse(&format!("{}:00+05:30", text.replace(' ', "T"))).unwrap()
    }

    #[test]
    fn contract_has_nineteen_jobs_fourteen_scheduled() {
        assert_eq!(Job::contract_jobs().count(), 19);
        assert_eq!(Job::scheduled().count(), 14);
    }

    #[test]
    fn latest_slot_follows_ist_time() {
        for (job, now, slot) in [
            (Job::DailySalesReport, "2027-03-01 22:29", "2027-02-28 22:30"),
            (Job::DailySalesReport, "2027-03-01 22:30", "2027-03-01 22:30"),
            (Job::MembershipAutoExpire, "2027-03-01 00:00", "2027-03-01 00:00"),
            // 1 March 2027 is a Monday.
            (Job::WeeklyReport, "2027-03-01 08:59", "2027-02-22 09:00"),
            (Job::WeeklyReport, "2027-03-01 09:00", "2027-03-01 09:00"),
            (Job::WeeklyReport, "2027-03-07 23:59", "2027-03-01 09:00"),
            (Job::SessionCleanup, "2027-03-07 02:30", "2027-03-07 02:30"),
            (Job::SessionCleanup, "2027-03-06 12:00", "2027-02-28 02:30"),
            (Job::MonthlyGstSummary, "2027-03-01 00:59", "2027-02-01 01:00"),
            (Job::MonthlyGstSummary, "2027-03-01 01:00", "2027-03-01 01:00"),
            (Job::MonthlyGstSummary, "2027-01-01 00:10", "2026-12-01 01:00"),
            (Job::AppointmentReminders, "2027-03-01 07:59", "2027-02-28 22:00"),
            (Job::AppointmentReminders, "2027-03-01 08:14", "2027-03-01 08:00"),
            (Job::AppointmentReminders, "2027-03-01 21:59", "2027-03-01 21:45"),
            (Job::AppointmentReminders, "2027-03-01 23:59", "2027-03-01 22:00"),
        ] {
            assert_eq!(job.schedule().unwrap().latest_slot(ist(now)), ist(slot), "{job} at {now}");
        }
    }

    #[test]
    fn cron_expression_matches_the_schedule() {
        let cron = |job: Job| job.schedule().unwrap().cron();
        assert_eq!(cron(Job::AppointmentReminders), "CRON_TZ=Asia/Kolkata */15 8-22 * * *");
        assert_eq!(cron(Job::WeeklyReport), "CRON_TZ=Asia/Kolkata 0 9 * * 1");
        assert_eq!(cron(Job::SessionCleanup), "CRON_TZ=Asia/Kolkata 30 2 * * 0");
        assert_eq!(cron(Job::MonthlyGstSummary), "CRON_TZ=Asia/Kolkata 0 1 1 * *");
        let reminders = Job::AppointmentReminders.schedule().unwrap();
        assert!(reminders.is_within_hours(ist("2027-03-01 22:14")), "a run of 22:00 may come late");
        assert!(!reminders.is_within_hours(ist("2027-03-01 22:15")));
        assert!(!reminders.is_within_hours(ist("2027-03-01 07:59")));
    }
}
