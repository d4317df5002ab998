//! The reports that come by themselves, and the sums that are kept of days and months.

mod kept_days;
mod rewritten_summaries;
mod source_rows;
mod stored_summaries;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::http::Method;
use chrono::{Days, NaiveDate};
use parlour_app::credit_notes::{NewCreditNote, credit};
use parlour_db::{Conn, DbError, params};
use parlour_domain::auth::role::Role;
use parlour_domain::billing::credit::CreditRequest;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_domain::ist::{Timestamp, parse_date};
use parlour_domain::job::Job;
use parlour_domain::report::period::Period;
use parlour_integrations::chat::ChatWebhook;
use parlour_integrations::http_client::{AllowedHosts, OutboundHttpClient};
use parlour_testkit::actions::bookings::{
    cancel_booking, create_booking, created_booking_id, haircut_request_at, haircut_request_with, post_booking,
    set_booking_status,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable};
use parlour_testkit::actions::invoices::{bill_booking, create_credit_note};
use parlour_testkit::actions::memberships::{create_membership, massage_session, record_session, ten_hour_sale};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::checks::json::with_field;
use parlour_testkit::fixtures::random_sales::insert_random_sales;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, fill_small_salon, small_salon, small_salon_at};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use parlour_texts::Texts;
use parlour_worker::emails::figures::{
    self, BranchSales, ChartBar, PaymentMethodTotal, SalesEmailFigures, SalesTotals, SoldService,
};
use parlour_worker::emails::sales_chat_text;
use parlour_worker::jobs::{self, JobPayload, Outcome};
use parlour_worker::worker_context::{Integrations, WorkerContext};
use serde_json::{Value, json};

use source_rows::{SourceRows, read_source_rows};
use stored_summaries::{FIGURE_NAMES, StoredTaxSummary, stored_summaries, stored_tax_summaries, summarised_days};

const CLOSED_BRANCH: &str = "branch-shut";
const OWNER_EMAIL: &str = "owner@test.invalid";
const ACCOUNTANT_EMAIL: &str = "accountant@test.invalid";

fn ist_timestamp(wall: &str) -> Timestamp {
    Timestamp::parse(&format!("{}:00+05:30", wall.replace(' ', "T"))).unwrap()
}

fn parse_day(date: &str) -> NaiveDate {
    parse_date(date).unwrap()
}

fn advance_clock_to(salon: &TestSalon, wall: &str) {
    salon.advance_seconds(ist_timestamp(wall).millis_since(salon.now()) / 1_000);
}

/// Two people and a chat get reports.
fn worker_context_with_recipients(salon: &TestSalon) -> WorkerContext {
    let http_client = OutboundHttpClient::new(AllowedHosts::Public).unwrap();
    let integrations = Integrations {
        report_recipients: [OWNER_EMAIL, ACCOUNTANT_EMAIL].map(|email| EmailAddress::parse(email).unwrap()).into(),
        chat: Some(ChatWebhook::new("https://chat.example.in/hooks/x".parse().unwrap(), http_client)),
        ..Integrations::default()
    };
    WorkerContext { app: salon.app.clone(), integrations: Arc::new(integrations) }
}

async fn run_job_for_slot(worker: &WorkerContext, job: Job, slot: &str) {
    let told = JobPayload { slot: Some(ist_timestamp(slot)), ..JobPayload::default() };
    let outcome = jobs::run(worker, job, &told).await.unwrap();
    assert_eq!(outcome.body(), json!({ "success": true }));
    assert_eq!(outcome, Outcome::Done);
}

/// Kind, recipient, subject and period of every report that is to go out.
async fn stored_report_emails(salon: &TestSalon) -> Vec<(String, String, String, String)> {
    let read = |conn: &mut Conn<'_>| -> Result<_, DbError> {
        conn.all(
            "select kind, recipient, subject, period from emails
             where kind in ('daily-sales-report', 'weekly-report', 'monthly-gst-summary')
             order by kind, period, recipient",
            params![],
        )
    };
    salon.app.db.read(read).await.unwrap()
}

fn report_email(kind: &str, to: &str, period: &str) -> (String, String, String, String) {
    (kind.to_owned(), to.to_owned(), String::new(), period.to_owned())
}

/// Monday, 1 March 2027, in Pune: four visits, one of them given back, a membership and a session; somebody cancels,
/// somebody does not come, and somebody asks for Friday.
async fn busy_monday() -> TestSalon {
    let salon = spa_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let today = haircut_request_at("2027-03-01", "12:00");
    let (asha, beena) = (salon.customer("Asha").await, salon.customer("Beena").await);
    let first = bill_booking(&salon, &desk, &asha, &today, &cash_payment()).await;
    create_credit_note(&meera, &first).await;
    insert_offer(&salon, "tenth", "percentage", 10, &["service-cut"]).await;
    let cut_and_colour = with_field(today.clone(), "serviceIds", json!(["service-cut", "service-colour"]));
    let by_upi = json!({ "paymentMethod": "upi", "offerId": "tenth" });
    bill_booking(&salon, &desk, &beena, &cut_and_colour, &by_upi).await;
    let charu = salon.customer("Charu").await;
    make_service_redeemable(&salon, "service-wash", 30).await;
    adjust_gems(&salon, &charu, 50).await;
    let cut_and_wash = with_field(today.clone(), "serviceIds", json!(["service-cut", "service-wash"]));
    let by_card = json!({ "paymentMethod": "card", "gemsRedeemedServiceId": "service-wash", "redeemGems": true });
    bill_booking(&salon, &desk, &charu, &cut_and_wash, &by_card).await;
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    record_session(&desk, &membership, &massage_session(90)).await.expect_created();
    let gita = salon.customer("Gita").await;
    let walkin = with_field(with_field(today.clone(), "isWalkin", true), "customerId", gita.id().as_str());
    let walkin =
        created_booking_id(&post_booking(&desk, &with_field(walkin, "staffId", "staff-stylist-branch-pune")).await);
    complete_booking(&desk, &walkin, &cash_payment()).await.expect_ok();
    cancel_booking(&beena, &create_booking(&beena, &today).await).await.expect_ok();
    let missed = create_booking(&salon.customer("Dev").await, &today).await;
    set_booking_status(&salon, &missed, "no_show").await;
    create_booking(&gita, &haircut_request_at("2027-03-05", "11:00")).await;
    salon
}

fn expected_monday_in_pune() -> BTreeMap<&'static str, i64> {
    BTreeMap::from([
        ("invoices", 5),
        ("services", 4),
        ("memberships", 1),
        ("sessions", 1),
        ("subtotal", 120_000 + 370_050 + 150_000 + 1_800_000 + 120_000),
        ("discount", 12_000),
        ("redeemed", 30_000),
        ("taxable", 2_518_050 - 119_906),
        ("gst", 3 * 5_714 + 17_050 + 85_714),
        ("total", 2_518_050),
        ("cash", 240_000),
        ("upi", 358_050 + 1_800_000),
        ("card", 120_000),
        ("credit notes", 1),
        ("credited", 120_000),
        ("gems earned", 12 + 35 + 12 + 12),
        ("gems redeemed", 30),
        ("created", 7),
        ("completed", 5),
        ("cancelled", 1),
        ("no-shows", 1),
        ("walk-ins", 1),
        ("new customers", 4),
    ])
}

#[test_on_both_engines]
async fn the_previous_day_is_summarised_for_every_branch_ever_open() {
    let salon = busy_monday().await;
    let worker = worker_context_with_recipients(&salon);
    advance_clock_to(&salon, "2027-03-02 23:30");
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-03-02 23:30").await;
    let monday = parse_day("2027-03-01");
    let of = |branch: &str| (branch.to_owned(), monday);
    let expected = BTreeMap::from([
        (of(PUNE), expected_monday_in_pune()),
        (of(GOA), BTreeMap::new()),
        (of(CLOSED_BRANCH), BTreeMap::new()),
    ]);
    assert_eq!(stored_summaries(&salon).await, expected);

    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-03-02 23:30").await;
    assert_eq!(stored_summaries(&salon).await, expected, "a second run changes nothing");
    // A run without a slot is for now.
    let outcome = jobs::run(&worker, Job::NightlySalesSummary, &JobPayload::default()).await.unwrap();
    assert_eq!((outcome, stored_summaries(&salon).await), (Outcome::Done, expected));
    assert_eq!(stored_report_emails(&salon).await, []);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn later_changes_are_in_the_next_run_and_an_unfinished_day_is_not_summarised() {
    let salon = busy_monday().await;
    let worker = worker_context_with_recipients(&salon);
    // Still Monday: whatever the slot says, only Sunday is over.
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-03-09 23:30").await;
    assert_eq!(summarised_days(&stored_summaries(&salon).await, PUNE), [parse_day("2027-02-28")]);
    advance_clock_to(&salon, "2027-03-02 23:30");
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-03-02 23:30").await;
    write_transaction(&salon.app, |tx| {
        let changed = tx.execute(
            "update bookings set status = 'cancelled', cancelled_at = noshow_at where status = 'no_show'",
            params![],
        )?;
        assert_eq!(changed, 1);
        Ok(())
    })
    .await;
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-03-02 23:30").await;
    let mut expected = expected_monday_in_pune();
    expected.remove("no-shows");
    expected.insert("cancelled", 2);
    assert_eq!(stored_summaries(&salon).await[&(PUNE.to_owned(), parse_day("2027-03-01"))], expected);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn missed_days_are_summarised_later() {
    let salon = busy_monday().await;
    let worker = worker_context_with_recipients(&salon);
    advance_clock_to(&salon, "2027-03-01 23:30");
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-03-01 23:30").await;
    assert_eq!(
        summarised_days(&stored_summaries(&salon).await, PUNE),
        [parse_day("2027-02-28")],
        "nothing is kept of the time before"
    );
    advance_clock_to(&salon, "2027-03-03 12:00");
    let (desk, beena) = (salon.member("Ravi", Role::Receptionist).await, salon.customer("Beena").await);
    bill_booking(&salon, &desk, &beena, &haircut_request_at("2027-03-04", "11:00"), &cash_payment()).await;
    // Down from Wednesday to the next Wednesday; the last slot that was missed is run, for its own time.
    advance_clock_to(&salon, "2027-03-10 14:00");
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-03-09 23:30").await;
    let found = stored_summaries(&salon).await;
    for branch in [PUNE, GOA, CLOSED_BRANCH] {
        let days: Vec<NaiveDate> = parse_day("2027-02-28").iter_days().take(9).collect();
        assert_eq!(summarised_days(&found, branch), days, "{branch}");
    }
    let in_pune = |date: &str| &found[&(PUNE.to_owned(), parse_day(date))];
    assert_eq!(in_pune("2027-03-01"), &expected_monday_in_pune());
    let wednesday = [("invoices", 1), ("services", 1), ("subtotal", 120_000), ("taxable", 114_286)];
    let rest = [("gst", 5_714), ("total", 120_000), ("cash", 120_000), ("gems earned", 12), ("created", 1)];
    assert_eq!(in_pune("2027-03-03"), &wednesday.into_iter().chain(rest).collect());
    assert_eq!(in_pune("2027-03-04"), &BTreeMap::from([("completed", 1)]), "its appointment was for Thursday");

    // A slot that comes late, after a later one has run, is for its own day.
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-03-05 23:30").await;
    assert_eq!(stored_summaries(&salon).await, found);
    // After half a year, two months are made up for.
    advance_clock_to(&salon, "2027-09-01 23:30");
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-09-01 23:30").await;
    let days = summarised_days(&stored_summaries(&salon).await, GOA);
    assert_eq!((days.len(), days[9], days[70]), (9 + 62, parse_day("2027-07-01"), parse_day("2027-08-31")));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_credit_note_counts_once_on_its_own_day() {
    let salon = small_salon_at("2027-03-01 23:50").await;
    let worker = worker_context_with_recipients(&salon);
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let asha = salon.customer("Asha").await;
    let body = haircut_request_with("bookingDate", "2027-03-05");
    let first = bill_booking(&salon, &desk, &asha, &body, &cash_payment()).await;
    let second = bill_booking(&salon, &desk, &asha, &body, &cash_payment()).await;
    advance_clock_to(&salon, "2027-03-02 00:10");
    create_credit_note(&meera, &first).await;
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-03-02 00:10").await;
    let of = async |date: &str, figure: &str| {
        stored_summaries(&salon).await[&(PUNE.to_owned(), parse_day(date))].get(figure).copied().unwrap_or_default()
    };
    assert_eq!((of("2027-03-01", "total").await, of("2027-03-01", "credited").await), (240_000, 0));

    // One that was begun before midnight and is stored after its day was added up.
    let mut context = salon.context();
    context.now = ist_timestamp("2027-03-01 23:59");
    let (invoice, who) = (InvoiceId::new(second), UserId::new(meera.id().as_str()));
    let late = NewCreditNote { reason: "Late".to_owned(), request: CreditRequest::Rest, refunds: Vec::new() };
    let late = salon.app.db.write(move |tx| {
        credit(tx, &context, &who, &invoice, &late).map(drop).map_err(|refusal| DbError::Statement(refusal.to_string()))
    });
    late.await.unwrap();
    let counted = stored_summaries(&salon).await;
    assert_eq!((of("2027-03-01", "credit notes").await, of("2027-03-01", "credited").await), (1, 120_000));
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-03-02 00:10").await;
    assert_eq!(stored_summaries(&salon).await, counted, "adding up says what counting said");

    advance_clock_to(&salon, "2027-03-03 23:30");
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2027-03-03 23:30").await;
    assert_eq!((of("2027-03-02", "credit notes").await, of("2027-03-02", "credited").await), (1, 120_000));
    assert_eq!((of("2027-03-02", "total").await, of("2027-03-01", "total").await), (0, 240_000));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn daily_summaries_equal_the_sums_of_the_rows() {
    let salon = small_salon_at("2027-03-14 20:00").await;
    insert_random_sales(&salon, 7).await;
    let worker = worker_context_with_recipients(&salon);
    // From then on every day that was missed is made up for, 62 at a time.
    run_job_for_slot(&worker, Job::NightlySalesSummary, "2026-10-20 23:30").await;
    for slot in ["2026-12-20 23:30", "2027-02-19 23:30", "2027-03-14 20:00"] {
        run_job_for_slot(&worker, Job::NightlySalesSummary, slot).await;
    }
    let (rows, found) = (read_source_rows(&salon).await, stored_summaries(&salon).await);
    let mut seen = BTreeSet::new();
    for branch in [PUNE, GOA, CLOSED_BRANCH] {
        let days: Vec<NaiveDate> = parse_day("2026-10-19").iter_days().take(146).collect();
        assert_eq!(summarised_days(&found, branch), days);
        for on in days {
            let figures = &found[&(branch.to_owned(), on)];
            assert_eq!(figures, &rows.day(branch, on), "{branch} on {on}");
            seen.extend(figures.keys().copied());
        }
    }
    let unseen: Vec<_> = FIGURE_NAMES.into_iter().filter(|figure| !seen.contains(figure)).collect();
    // JobPayload by the busy Monday.
    assert_eq!(unseen, ["gems earned", "gems redeemed", "cancelled", "no-shows", "walk-ins"]);
}

/// What the report says of the same month.
async fn reported_tax(meera: &Person, branch: &str, month: Period) -> Vec<StoredTaxSummary> {
    let path = format!("/api/reports/gst?from={}&to={}&branchId={branch}", month.from, month.to);
    let report = meera.get(&path).await.expect_ok()["report"].clone();
    let row = |row: &Value| {
        let figure = |name: &str| row[name].as_i64().unwrap();
        StoredTaxSummary {
            branch: branch.to_owned(),
            month_start: month.from,
            sac: row["sac"].as_str().unwrap().to_owned(),
            rate: figure("gstRateBasisPoints"),
            invoices: figure("invoiceCount"),
            taxable: figure("taxableValuePaise"),
            cgst: figure("cgstPaise"),
            sgst: figure("sgstPaise"),
            gst: figure("gstAmountPaise"),
            total: figure("totalAmountPaise"),
            credit_notes: figure("creditNoteCount"),
            credited_taxable: figure("creditedTaxableValuePaise"),
            credited_gst: figure("creditedGstPaise"),
        }
    };
    report["rates"].as_array().unwrap().iter().map(row).collect()
}

fn expected_tax(rows: &SourceRows, branch: &str, month: Period) -> Vec<StoredTaxSummary> {
    let is_in = |on: NaiveDate| (month.from..=month.to).contains(&on);
    let billed = rows.billed_tax(|invoice| invoice.branch == branch && is_in(invoice.day));
    let credited = rows.credited_tax(branch, is_in);
    let keys: BTreeSet<_> = billed.keys().chain(credited.keys()).cloned().collect();
    let row = |key: (String, i64)| {
        let [invoices, taxable, cgst, sgst, total] = billed.get(&key).copied().unwrap_or_default();
        let [credit_notes, credited_taxable, credited_cgst, credited_sgst, _] =
            credited.get(&key).copied().unwrap_or_default();
        StoredTaxSummary {
            branch: branch.to_owned(),
            month_start: month.from,
            sac: key.0,
            rate: key.1,
            invoices,
            taxable,
            cgst,
            sgst,
            gst: cgst + sgst,
            total,
            credit_notes,
            credited_taxable,
            credited_gst: credited_cgst + credited_sgst,
        }
    };
    keys.into_iter().map(row).collect()
}

#[test_on_both_engines]
async fn monthly_gst_summaries_equal_the_report_and_the_sums_of_the_rows() {
    let salon = small_salon_at("2027-03-14 20:00").await;
    insert_random_sales(&salon, 11).await;
    let (worker, meera) = (worker_context_with_recipients(&salon), manager(&salon).await);
    // Kept by a run before something was put right: nothing has that code, nor that rate.
    write_transaction(&salon.app, |tx| {
        for (sac, rate) in [("9983", 500_i64), ("999721", 1_200)] {
            tx.execute(
                "insert into monthly_gst_summaries (branch_id, month_start, sac, gst_rate_basis_points, invoice_count,
                     taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise, total_amount_paise,
                     credit_note_count, credited_taxable_value_paise, credited_gst_paise, computed_at)
                 values ($1, '2027-02-01', $2, $3, 1, 100, 1, 1, 2, 102, 0, 0, 0, '2027-03-01T00:00:00.000Z')",
                params![PUNE, sac, rate],
            )?;
        }
        Ok(())
    })
    .await;
    // Late, and again, and for a month that is long over.
    for slot in ["2027-03-01 01:00", "2027-03-01 01:00", "2026-12-01 01:00"] {
        run_job_for_slot(&worker, Job::MonthlyGstSummary, slot).await;
    }
    let rows = read_source_rows(&salon).await;
    let mut expected = Vec::new();
    let mut by_hand = Vec::new();
    for branch in [GOA, PUNE, CLOSED_BRANCH] {
        for (from, to) in [("2026-11-01", "2026-11-30"), ("2027-02-01", "2027-02-28")] {
            let month = Period { from: parse_day(from), to: parse_day(to) };
            expected.extend(reported_tax(&meera, branch, month).await);
            by_hand.extend(expected_tax(&rows, branch, month));
        }
    }
    let found = stored_tax_summaries(&salon).await;
    assert_eq!(found, expected);
    assert_eq!(found, by_hand);
    assert!(found.iter().any(|row| row.credited_gst > 0) && found.iter().any(|row| row.rate == 0), "{found:?}");

    let told = stored_report_emails(&salon).await;
    let to = |address: &str, month: &str| report_email("monthly-gst-summary", address, month);
    assert_eq!(
        told,
        [
            to(ACCOUNTANT_EMAIL, "2026-11-01"),
            to(OWNER_EMAIL, "2026-11-01"),
            to(ACCOUNTANT_EMAIL, "2027-02-01"),
            to(OWNER_EMAIL, "2027-02-01"),
        ]
    );
    // What the letter tells of it.
    let month = Period { from: parse_day("2027-02-01"), to: parse_day("2027-02-28") };
    let figures = salon.app.db.report(move |conn| figures::compute_gst(conn, month)).await.unwrap();
    let lines = figures.branches.iter().flat_map(|branch| &branch.lines);
    let net: i64 = lines.map(|line| line.net().gst_paise()).sum();
    let february = found.iter().filter(|row| row.month_start == month.from);
    assert_eq!(net, february.map(|row| row.gst - row.credited_gst).sum::<i64>());
    assert_eq!(figures.branches.len(), 2, "a branch that billed nothing is left out");
}

#[test_on_both_engines]
async fn the_daily_report_is_sent_once_to_every_recipient() {
    let salon = small_salon().await;
    let worker = worker_context_with_recipients(&salon);
    run_job_for_slot(&worker, Job::DailySalesReport, "2027-03-01 22:30").await;
    run_job_for_slot(&worker, Job::DailySalesReport, "2027-03-01 22:30").await;
    let to = |address: &str, date: &str| report_email("daily-sales-report", address, date);
    let monday = ["accountant@test.invalid", "chat", "owner@test.invalid"].map(|who| to(who, "2027-03-01"));
    assert_eq!(stored_report_emails(&salon).await, monday);
    // A slot that was missed is run for its own day.
    advance_clock_to(&salon, "2027-03-03 09:00");
    run_job_for_slot(&worker, Job::DailySalesReport, "2027-03-02 22:30").await;
    assert_eq!(stored_report_emails(&salon).await.len(), 6);
    assert_eq!(
        stored_report_emails(&salon).await[3..],
        ["accountant@test.invalid", "chat", "owner@test.invalid"].map(|who| to(who, "2027-03-02"))
    );

    // Monday's covers Monday to Sunday.
    run_job_for_slot(&worker, Job::WeeklyReport, "2027-03-08 09:00").await;
    run_job_for_slot(&worker, Job::WeeklyReport, "2027-03-08 09:00").await;
    let week = |address: &str| report_email("weekly-report", address, "2027-03-01");
    assert_eq!(
        stored_report_emails(&salon).await[6..],
        ["accountant@test.invalid", "chat", "owner@test.invalid"].map(week)
    );
}

#[test_on_both_engines]
async fn a_manual_report_does_not_replace_the_scheduled_one() {
    let salon = small_salon_at("2027-03-01 15:00").await;
    let worker = worker_context_with_recipients(&salon);
    let by_hand = async |job| {
        assert_eq!(jobs::run(&worker, job, &JobPayload::default()).await.unwrap(), Outcome::Done);
    };
    let to_owner = async || {
        let all = stored_report_emails(&salon).await.into_iter().filter(|(_, to, ..)| to == OWNER_EMAIL);
        all.map(|(_, _, subject, period)| (subject, period)).collect::<Vec<_>>()
    };
    let report = |subject: &str, period: &str| (subject.to_owned(), period.to_owned());
    by_hand(Job::DailySalesReport).await;
    assert_eq!(to_owner().await, [report("2027-03-01 15:00", "2027-03-01")]);
    advance_clock_to(&salon, "2027-03-01 15:01");
    by_hand(Job::DailySalesReport).await;
    advance_clock_to(&salon, "2027-03-01 22:30");
    run_job_for_slot(&worker, Job::DailySalesReport, "2027-03-01 22:30").await;
    advance_clock_to(&salon, "2027-03-01 22:33");
    // The queue tries again, as it did not hear that all is well.
    run_job_for_slot(&worker, Job::DailySalesReport, "2027-03-01 22:30").await;
    let mut found = to_owner().await;
    found.sort();
    let monday = ["", "2027-03-01 15:00", "2027-03-01 15:01"].map(|asked| report(asked, "2027-03-01"));
    assert_eq!(found, monday);

    // The same month twice, on different days at the same hour.
    for wall in ["2027-03-03 09:00", "2027-03-04 09:00"] {
        advance_clock_to(&salon, wall);
        by_hand(Job::MonthlyGstSummary).await;
    }
    let of_february = to_owner().await.into_iter().filter(|(_, period)| period == "2027-02-01").count();
    assert_eq!(of_february, 2);
}

/// Somebody else's schedule cannot say for which slot it asks, and asks again when it is not answered.
#[test_on_both_engines]
async fn a_report_requested_by_an_external_schedule_is_sent_once() {
    let integrations =
        Integrations { report_recipients: vec![EmailAddress::parse(OWNER_EMAIL).unwrap()], ..Integrations::default() };
    let options = SalonOptions { at: "2027-03-01 15:00", ..SalonOptions::default() };
    let salon = fill_small_salon(Box::pin(TestSalon::with_integrations(options, integrations)).await).await;
    let cron = salon.admin_visitor().with_header("upstash-schedule-id", "daily-sales-report");
    let run_report_job = async |who: &Person| {
        let reply = who.send(Method::POST, "/api/jobs/daily-sales-report", "").await;
        assert_eq!(reply.json(), json!({ "success": true }));
    };
    run_report_job(&salon.admin_visitor()).await;
    for wall in ["2027-03-01 22:29", "2027-03-01 22:30", "2027-03-01 22:33", "2027-03-02 03:00"] {
        advance_clock_to(&salon, wall);
        run_report_job(&cron).await;
    }
    let letter_of = |subject: &str| {
        ("daily-sales-report".to_owned(), OWNER_EMAIL.to_owned(), subject.to_owned(), "2027-03-01".to_owned())
    };
    let mut found = stored_report_emails(&salon).await;
    found.sort();
    assert_eq!(found, ["", "2027-03-01 15:00"].map(letter_of));
}

#[test_on_both_engines]
async fn an_invalid_slot_is_ignored() {
    let salon = busy_monday().await;
    advance_clock_to(&salon, "2027-03-02 23:30");
    let somebody = salon.admin_visitor();
    for slot in ["0000-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"] {
        let body = json!({ "slot": slot }).to_string();
        let reply = somebody.send(Method::POST, "/api/jobs/nightly-sales-summary", body).await;
        assert_eq!(reply.json(), json!({ "success": true }), "{slot}");
        assert_eq!(summarised_days(&stored_summaries(&salon).await, PUNE), [parse_day("2027-03-01")], "{slot}");
    }
    advance_clock_to(&salon, "2027-03-03 23:30");
    run_job_for_slot(&worker_context_with_recipients(&salon), Job::NightlySalesSummary, "2027-03-03 23:30").await;
    assert_eq!(
        summarised_days(&stored_summaries(&salon).await, PUNE),
        [parse_day("2027-03-01"), parse_day("2027-03-02")]
    );
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn without_recipients_no_report_is_written() {
    let salon = small_salon().await;
    let nobody = WorkerContext { app: salon.app.clone(), integrations: Arc::default() };
    for job in [Job::DailySalesReport, Job::WeeklyReport, Job::MonthlyGstSummary] {
        run_job_for_slot(&nobody, job, "2027-03-01 09:00").await;
    }
    assert_eq!(stored_report_emails(&salon).await, []);
}

async fn sales_figures_of(salon: &TestSalon, from: &str, to: &str) -> SalesEmailFigures {
    let period = Period { from: parse_day(from), to: parse_day(to) };
    salon.app.db.report(move |conn| figures::compute_sales(conn, period, Texts::ENGLISH)).await.unwrap()
}

fn expected_monday_totals() -> SalesTotals {
    SalesTotals {
        takings_paise: 2_518_050 - 120_000,
        invoices: 5,
        // Of the four that were not credited.
        average_bill_paise: Some(599_513),
        tips_paise: 0,
        bookings_requested: 7,
        bookings_completed: 5,
        bookings_cancelled: 1,
        bookings_noshow: 1,
        new_customers: 4,
        memberships_sold: 1,
        gems_earned: 71,
        gems_redeemed: 30,
    }
}

fn sold_service(name: &str, times: i64, paise: i64) -> SoldService {
    SoldService { name: name.to_owned(), times, paise }
}

fn chart_bar(label: &str, paise: i64, before: i64) -> ChartBar {
    ChartBar { label: label.to_owned(), paise, previous_paise: Some(before) }
}

#[test_on_both_engines]
async fn a_day_s_figures_are_exact() {
    let salon = busy_monday().await;
    let found = sales_figures_of(&salon, "2027-03-01", "2027-03-01").await;
    assert_eq!(found.totals, expected_monday_totals());
    let previous = found.previous.as_ref().unwrap();
    assert_eq!((previous.name.as_str(), previous.totals), ("the day before", SalesTotals::default()));
    let branch = |name: &str, totals: SalesTotals| BranchSales { name: name.to_owned(), totals };
    // The branch that was shut is left out, as nothing happens there.
    assert_eq!(found.branches, [branch("PUN", expected_monday_totals()), branch("GOA", SalesTotals::default())]);
    let paid = |method, invoices, paise| PaymentMethodTotal { method, invoices, paise };
    let by_method = [
        paid(PaymentMethod::Cash, 2, 240_000 - 120_000),
        paid(PaymentMethod::Upi, 2, 2_158_050),
        paid(PaymentMethod::Card, 1, 120_000),
    ];
    assert_eq!(found.payments, by_method);
    let best = [
        sold_service("cut", 4, 3 * 120_000 + 108_000),
        sold_service("colour", 1, 250_050),
        sold_service("massage", 1, 0),
        sold_service("wash", 1, 0),
    ];
    assert_eq!(found.top_services, best);
    assert_eq!(found.bars, [chart_bar("10 am", expected_monday_totals().takings_paise, 0)]);
    let told = sales_chat_text(&found, Texts::ENGLISH);
    assert!(told.starts_with("Sales, Monday, 1 March 2027\nTakings: ₹23,980.50\n"), "{told}");

    let tuesday = sales_figures_of(&salon, "2027-03-02", "2027-03-02").await;
    assert_eq!(tuesday.totals, SalesTotals::default());
    assert_eq!(tuesday.previous.unwrap().totals, expected_monday_totals());
    assert_eq!(tuesday.bars, [chart_bar("10 am", 0, expected_monday_totals().takings_paise)]);
    assert_eq!(tuesday.top_services, []);
    let nothing = sales_figures_of(&salon, "2027-02-01", "2027-02-01").await;
    assert_eq!(nothing.bars, []);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_weekly_report_compares_with_the_previous_week() {
    let salon = busy_monday().await;
    advance_clock_to(&salon, "2027-03-08 19:59");
    let (desk, charu) = (salon.member("Ravi", Role::Receptionist).await, salon.customer("Charu").await);
    bill_booking(&salon, &desk, &charu, &haircut_request_at("2027-03-09", "11:00"), &cash_payment()).await;
    let found = sales_figures_of(&salon, "2027-03-08", "2027-03-14").await;
    let totals = SalesTotals {
        takings_paise: 120_000,
        invoices: 1,
        average_bill_paise: Some(120_000),
        bookings_requested: 1,
        bookings_completed: 1,
        gems_earned: 12,
        ..SalesTotals::default()
    };
    assert_eq!(found.totals, totals, "nobody was there for the first time");
    let previous = found.previous.unwrap();
    assert_eq!((previous.name.as_str(), previous.totals), ("the week before", expected_monday_totals()));
    let mut days =
        ["Tue 9", "Wed 10", "Thu 11", "Fri 12", "Sat 13", "Sun 14"].map(|label| chart_bar(label, 0, 0)).to_vec();
    days.insert(0, chart_bar("Mon 8", 120_000, expected_monday_totals().takings_paise));
    assert_eq!(found.bars, days);
    // The report that a manager reads of the same days adds up to the same.
    let meera = manager(&salon).await;
    let report = meera.get("/api/reports/sales?from=2027-03-08&to=2027-03-14").await.expect_ok()["report"].clone();
    assert_eq!(report["totals"]["netAmountPaise"], found.totals.takings_paise);
    assert_eq!(report["previousTotals"]["netAmountPaise"], expected_monday_totals().takings_paise);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn concurrent_runs_store_the_same_summaries_as_one() {
    let salon = busy_monday().await;
    advance_clock_to(&salon, "2027-04-01 01:00");
    let twins = [salon.app.clone(), salon.open_in_second_process().await];
    let mut running = Vec::new();
    for at in 0..24 {
        let worker = WorkerContext { app: twins[at % 2].clone(), ..worker_context_with_recipients(&salon) };
        running.push(tokio::spawn(async move {
            for (job, slot) in [
                (Job::NightlySalesSummary, "2027-03-02 23:30"),
                (Job::NightlySalesSummary, "2027-03-04 23:30"),
                (Job::MonthlyGstSummary, "2027-04-01 01:00"),
                (Job::DailySalesReport, "2027-03-01 22:30"),
                (Job::WeeklyReport, "2027-03-08 09:00"),
            ] {
                run_job_for_slot(&worker, job, slot).await;
            }
        }));
    }
    for one in running {
        one.await.unwrap();
    }
    let found = stored_summaries(&salon).await;
    for branch in [PUNE, GOA, CLOSED_BRANCH] {
        let days: Vec<NaiveDate> = (0..3).map(|after| parse_day("2027-03-01") + Days::new(after)).collect();
        assert_eq!(summarised_days(&found, branch), days, "{branch}");
    }
    assert_eq!(found[&(PUNE.to_owned(), parse_day("2027-03-01"))], expected_monday_in_pune());
    let tax = stored_tax_summaries(&salon).await;
    assert_eq!((tax.len(), tax[0].invoices, tax[0].gst, tax[0].credited_gst), (1, 5, 119_906, 5_714));
    assert_eq!(stored_report_emails(&salon).await.len(), 3 + 3 + 2);
    salon.run_due_jobs().await;
}
