//! What is in the database in the end, beside what should be.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use chrono::{Datelike, Days, NaiveDate};
use parlour_db::{DbError, row};
use parlour_domain::ist::Timestamp;

use super::history::{Event, History};
use super::model::{ExpectedMessage, ExpectedMessages, Model, RecordIds, Run, SCHEDULES};
use super::simulated_salon::{REPORT_RECIPIENT, SimulatedSalon, email_ids_in_folder, push_id, realtime_id};

/// Everything that one query finds.
macro_rules! all {
    ($salon:expr, $row:ty, $sql:expr) => {{
        let read = $salon.test.app.db.read(|conn| -> Result<Vec<$row>, DbError> { conn.all($sql, &[]) });
        read.await.unwrap()
    }};
}

pub(super) async fn read_record_ids(salon: &mut SimulatedSalon, history: &History) -> RecordIds {
    let mut customers = Vec::new();
    for customer in &history.customers {
        customers.push(salon.customer(customer).await.id().to_string());
    }
    let desk = salon.desk().await.id().to_string();
    let of_bookings: BTreeMap<String, String> =
        all!(salon, (String, String), "select booking_id, id from invoices where booking_id is not null")
            .into_iter()
            .collect();
    let of_memberships: BTreeMap<String, String> =
        all!(salon, (String, String), "select id, invoice_id from memberships").into_iter().collect();
    let known = |ids: &BTreeMap<usize, String>, count: usize| -> Vec<String> {
        (0..count).map(|nth| ids.get(&nth).cloned().unwrap_or_default()).collect()
    };
    let bookings = known(&salon.bookings, history.bookings.len());
    let memberships = known(&salon.memberships, history.memberships.len());
    let billed = |invoices: &BTreeMap<String, String>, ids: &[String]| {
        ids.iter().map(|id| invoices.get(id).cloned()).collect::<Vec<_>>()
    };
    let invoices = (billed(&of_bookings, &bookings), billed(&of_memberships, &memberships));
    let leads = (0..history.lead_count).map(|lead| salon.lead(lead).to_owned()).collect();
    RecordIds { customers, desk, bookings, invoices, memberships, leads, reports_to: REPORT_RECIPIENT.to_owned() }
}

/// A line of a feed, or a letter.
struct SentMessage {
    id: String,
    /// Or an address, or the chat.
    user_id: String,
    kind: String,
    subject: String,
    period: String,
    status: String,
}
row! { SentMessage { id, user_id, kind, subject, period, status } }

impl SentMessage {
    fn told(&self) -> (String, String, String, String) {
        (self.user_id.clone(), self.kind.clone(), self.subject.clone(), self.period.clone())
    }
}

/// What is there and should not be, and the other way round.
fn assert_same(what: &str, found: &[(String, String, String, String)], expected: &BTreeSet<ExpectedMessage>) {
    let expected: BTreeSet<_> = expected
        .iter()
        .map(|(who, kind, subject, period)| (who.clone(), (*kind).to_owned(), subject.clone(), period.clone()))
        .collect();
    let once: BTreeSet<_> = found.iter().cloned().collect();
    let missing: Vec<_> = expected.difference(&once).take(10).collect();
    let needless: Vec<_> = once.difference(&expected).take(10).collect();
    assert!(missing.is_empty() && needless.is_empty(), "{what}: missing {missing:#?}, needless {needless:#?}");
    assert_eq!(found.len(), expected.len(), "{what}: something is there twice");
}

/// How often something may be sent: once, or as often as somebody died over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AllowedRepeats {
    None,
    UnderTheSameId,
}

pub(super) async fn check_feed(salon: &SimulatedSalon, expected: &ExpectedMessages, repeats: AllowedRepeats) {
    let messages = all!(
        salon,
        SentMessage,
        "select id, user_id, type, subject, period, status from notifications
         union all select id, user_id, type, subject, period, status from deleted_notifications"
    );
    let found: Vec<_> = messages.iter().map(SentMessage::told).collect();
    assert_same("feed", &found, &expected.feed);
    let unsent: Vec<_> = messages.iter().filter(|one| one.status != "sent").map(|one| &one.id).collect();
    assert!(unsent.is_empty(), "{unsent:?}");

    let listening: BTreeSet<String> = all!(salon, (String,), "select user_id from push_subscriptions where is_active")
        .into_iter()
        .map(|(user,)| user)
        .collect();
    let mut left = salon.sent.clone();
    for message in &messages {
        let is_letter = ["birthday_offer", "review_request"].contains(&message.kind.as_str());
        let push = (!is_letter && listening.contains(&message.user_id)).then(|| push_id(&message.id));
        for id in push.into_iter().chain([realtime_id(&message.id)]) {
            let times = left.remove(&id).unwrap_or_default();
            let is_right = if repeats == AllowedRepeats::None { times == 1 } else { times >= 1 };
            assert!(is_right, "{} of {} was sent {times} times", message.kind, message.user_id);
        }
    }
    let strange: Vec<_> = left.keys().filter(|id| id.starts_with("push")).collect();
    assert!(strange.is_empty(), "pushed under ids that nobody knows: {strange:?}");
    assert_eq!(all!(salon, (String,), "select id from realtime_messages").len(), 0);
}

pub(super) async fn check_emails(
    salon: &SimulatedSalon,
    expected: &ExpectedMessages,
    folder: &Path,
    repeats: AllowedRepeats,
) {
    let rows = all!(salon, SentMessage, "select id, recipient, kind, subject, period, status from emails");
    let found: Vec<_> = rows.iter().map(SentMessage::told).collect();
    assert_same("letters", &found, &expected.letters);
    let in_folder = email_ids_in_folder(folder);
    let mut by_mail = BTreeSet::new();
    let mut to_chat = 0;
    for row in rows {
        assert_eq!(row.status, "sent", "{} to {}", row.kind, row.user_id);
        if row.user_id == "chat" {
            to_chat += 1;
        } else {
            assert!(in_folder.contains(&row.id), "no file of {} to {}: {}", row.kind, row.user_id, row.id);
            by_mail.insert(row.id);
        }
    }
    assert_eq!(in_folder, by_mail, "each letter is one file, whoever sent it how often");
    let said = salon.sent.get("chat").copied().unwrap_or_default();
    assert!(if repeats == AllowedRepeats::None { said == to_chat } else { said >= to_chat }, "{said} of {to_chat}");
}

/// The runs of schedules that the queue was asked for, by the work's id; looked at more often than it is cleaned away.
#[derive(Debug, Default)]
pub(super) struct ScheduledRuns(BTreeMap<String, (String, String, bool)>);

impl ScheduledRuns {
    pub(super) async fn note(&mut self, salon: &SimulatedSalon) {
        let rows = all!(
            salon,
            (String, String, String, bool),
            "select id, kind, payload, done_at is not null from queued_jobs where subject like 'schedule:%'"
        );
        self.0.extend(rows.into_iter().map(|(id, kind, payload, is_done)| (id, (kind, payload, is_done))));
    }

    /// Every slot that should have had one had one run, which was done.
    pub(super) fn check(&self, model: &Model<'_>) {
        let mut found: Vec<(String, String)> = Vec::new();
        for (kind, payload, is_done) in self.0.values() {
            assert!(is_done, "{kind} for {payload}");
            found.push((kind.clone(), payload.clone()));
        }
        let mut expected = Vec::new();
        for (job, _) in SCHEDULES {
            let runs = model.runs(job).iter();
            expected.extend(runs.map(|Run { slot, .. }| (job.to_owned(), format!(r#"{{"slot":"{slot}"}}"#))));
        }
        found.sort();
        expected.sort();
        assert!(expected.len() > 100 && found == expected, "{} runs of {}", found.len(), expected.len());
    }
}

/// Nothing waits that was due, and nothing was given up.
pub(super) async fn check_jobs(salon: &SimulatedSalon) {
    let now = salon.test.now();
    let open = all!(
        salon,
        (String, Timestamp, i64, bool),
        "select kind, due_at, attempts, parked_at is not null from queued_jobs where done_at is null"
    );
    for (kind, due_at, attempts, is_parked) in open {
        assert!(due_at > now && attempts == 0 && !is_parked, "{kind} of {due_at}: {attempts} attempts, {is_parked}");
    }
}

struct InvoiceRow {
    branch_id: String,
    date: NaiveDate,
    kind: String,
    total: i64,
    gst: i64,
    taxable: i64,
    method: String,
    gems: i64,
}
row! { InvoiceRow { branch_id, date, kind, total, gst, taxable, method, gems } }

/// As kept for a branch and day: invoices, visits, memberships, total, GST, cash, UPI, card, gems, asked, completed,
/// cancelled, missed.
type SummaryFigures = [i64; 13];

pub(super) async fn check_summaries(salon: &SimulatedSalon, history: &History, model: &Model<'_>) {
    let billed = all!(
        salon,
        InvoiceRow,
        "select branch_id, invoice_date, invoice_type, total_amount_paise, gst_amount_paise, taxable_value_paise,
             payment_method, gems_earned from invoices"
    );
    let kept = salon.test.app.db.read(|conn| -> Result<Vec<(String, NaiveDate, SummaryFigures)>, DbError> {
        conn.all_with(
            "select branch_id, summary_date, invoice_count, service_invoice_count, membership_sale_count,
                 total_amount_paise, gst_amount_paise, cash_paise, upi_paise, card_paise, gems_earned,
                 bookings_created, bookings_completed, bookings_cancelled, bookings_noshow
             from daily_sales_summaries",
            &[],
            |columns| {
                let (branch, date) = (columns.take()?, columns.take()?);
                let mut figures = [0; 13];
                for figure in &mut figures {
                    *figure = columns.take()?;
                }
                Ok((branch, date, figures))
            },
        )
    });
    let kept = kept.await.unwrap();
    let days: BTreeSet<NaiveDate> =
        model.runs("nightly-sales-summary").iter().map(|run| run.slot.ist_date() - Days::new(1)).collect();
    let in_pune: BTreeSet<NaiveDate> =
        kept.iter().filter(|(branch, ..)| branch == "branch-pune").map(|(_, date, _)| *date).collect();
    assert_eq!(in_pune, days);
    assert_eq!(kept.len(), 3 * days.len(), "two branches that are open, and one that was");
    for (branch, date, figures) in &kept {
        let expected = if branch == "branch-pune" { expected_day(&billed, history, model, *date) } else { [0; 13] };
        assert_eq!(*figures, expected, "{branch} on {date}");
    }
    check_tax(salon, &billed, model).await;
}

fn expected_day(billed: &[InvoiceRow], history: &History, model: &Model<'_>, date: NaiveDate) -> SummaryFigures {
    let today: Vec<_> = billed.iter().filter(|one| one.date == date && one.branch_id == "branch-pune").collect();
    let sum = |of: &dyn Fn(&InvoiceRow) -> i64| today.iter().map(|one| of(one)).sum::<i64>();
    let paid = |method: &str| sum(&|one| if one.method == method { one.total } else { 0 });
    let of_kind = |kind: &str| sum(&|one| i64::from(one.kind == kind));
    let asked = history.acts.iter().filter(|(at, act)| at.ist_date() == date && matches!(act, Event::Ask { .. }));
    let mut outcomes = [0; 3];
    for booking in 0..history.bookings.len() {
        let Some(last) = model.booking_phases(booking).pop() else { continue };
        let outcome = ["completed", "cancelled", "no_show"].iter().position(|status| *status == last.status);
        if let Some(outcome) = outcome.filter(|_| last.start.ist_date() == date) {
            outcomes[outcome] += 1;
        }
    }
    [
        sum(&|_| 1),
        of_kind("service"),
        of_kind("membership_purchase"),
        sum(&|one| one.total),
        sum(&|one| one.gst),
        paid("cash"),
        paid("upi"),
        paid("card"),
        sum(&|one| one.gems),
        i64::try_from(asked.count()).unwrap(),
        outcomes[0],
        outcomes[1],
        outcomes[2],
    ]
}

struct GstSummaryRow {
    branch_id: String,
    month: NaiveDate,
    invoices: i64,
    taxable: i64,
    gst: i64,
    total: i64,
}
row! { GstSummaryRow { branch_id, month, invoices, taxable, gst, total } }

/// The months that were added up, by branch: how many invoices, taxable value, GST, total.
async fn check_tax(salon: &SimulatedSalon, billed: &[InvoiceRow], model: &Model<'_>) {
    let mut kept: BTreeMap<(String, NaiveDate), [i64; 4]> = BTreeMap::new();
    let rows = all!(
        salon,
        GstSummaryRow,
        "select branch_id, month_start, invoice_count, taxable_value_paise, gst_amount_paise, total_amount_paise
         from monthly_gst_summaries"
    );
    for row in rows {
        let sums = kept.entry((row.branch_id, row.month)).or_default();
        for (sum, figure) in sums.iter_mut().zip([row.invoices, row.taxable, row.gst, row.total]) {
            *sum += figure;
        }
    }
    let mut expected: BTreeMap<(String, NaiveDate), [i64; 4]> = BTreeMap::new();
    for run in model.runs("monthly-gst-summary") {
        let month = (run.slot.ist_date() - Days::new(1)).with_day(1).unwrap();
        for one in billed.iter().filter(|one| one.date.with_day(1) == Some(month)) {
            let sums = expected.entry((one.branch_id.clone(), month)).or_default();
            for (sum, figure) in sums.iter_mut().zip([1, one.taxable, one.gst, one.total]) {
                *sum += figure;
            }
        }
    }
    assert_eq!(kept, expected);
}

/// What the jobs have left of memberships, offers, gems and no-shows.
pub(super) async fn check_records(salon: &SimulatedSalon, history: &History, model: &Model<'_>, names: &RecordIds) {
    let memberships: BTreeMap<String, String> =
        all!(salon, (String, String), "select id, status from memberships").into_iter().collect();
    let nights: Vec<Timestamp> = model.runs("membership-auto-expire").iter().map(|run| run.at).collect();
    let last_night = nights.last().copied().unwrap();
    for (nth, term) in model.terms().into_iter().enumerate() {
        let Some(term) = term else { continue };
        let expected = match term.cancelled_at {
            Some(_) => "cancelled",
            None if term.expires <= last_night => "expired",
            None => "active",
        };
        assert_eq!(memberships[&names.memberships[nth]], expected);
    }
    let offers: BTreeMap<String, bool> =
        all!(salon, (String, bool), "select id, is_active from offers").into_iter().collect();
    let last_night = model.runs("offer-auto-expire").last().unwrap().at;
    for (_, act) in &history.acts {
        if let Event::Offer { offer, until } = act {
            assert_eq!(offers[&salon.offers[offer]], *until >= last_night.ist_date());
        }
    }
    let last_night = model.runs("gems-auto-expire").last().unwrap().at;
    let standing: BTreeMap<String, (i64, i64)> =
        all!(salon, (String, i64, i64), "select user_id, coalesce(gems_balance, 0), noshow_count from profiles")
            .into_iter()
            .map(|(user, gems, missed)| (user, (gems, missed)))
            .collect();
    for (nth, customer) in names.customers.iter().enumerate() {
        let kept =
            model.expiring_lots().iter().filter(|(owner, expires)| *owner == nth && *expires > last_night).count();
        let missed = history
            .acts
            .iter()
            .filter(|(_, act)| matches!(act, Event::Miss { booking } if history.bookings[*booking] == nth));
        let expected = (12 * i64::try_from(kept).unwrap(), i64::try_from(missed.count()).unwrap());
        assert_eq!(standing[customer], expected, "gems and no-shows of {customer}");
    }
    if let Some(cleanup) = model.runs("session-cleanup").last() {
        let sessions = all!(salon, (Timestamp,), "select expires_at from sessions");
        assert!(sessions.iter().all(|(expires,)| *expires > cleanup.slot), "{sessions:?}");
    }
}
