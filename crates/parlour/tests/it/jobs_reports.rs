//! The reports that come by themselves, and the sums that are kept of days and months.

mod kept;
mod raw;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::http::Method;
use chrono::{Days, NaiveDate};
use parlour_app::backstage::{Backstage, Outside};
use parlour_app::invoices::credit;
use parlour_app::jobs::{self, Outcome, Told};
use parlour_app::letters::figures::{Bar, BranchFigures, Payment, SalesFigures, SoldService, Totals};
use parlour_app::letters::sales_in_brief;
use parlour_app::outside::chat::ChatHook;
use parlour_app::outside::reach::{Courier, Reach};
use parlour_app::reports::figures;
use parlour_domain::email::Email;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_domain::invoice::PaymentMethod;
use parlour_domain::ist::{Timestamp, parse_date};
use parlour_domain::job::Job;
use parlour_domain::period::Period;
use parlour_domain::role::Role;
use parlour_store::{Conn, DbError, params};
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::billing::bills;
use crate::checkout::{cash, completes, give_gems, offer, redeemable};
use crate::credit_notes::credited;
use crate::desk_memberships::{desk, manager, records, sold, spa, ten_hours, visit, with};
use crate::public_reads::change;
use crate::reports_model::live;
use crate::small_salon::{
    GOA, PUNE, asks, books, bring_to, cancels, furnished, haircut_at, haircut_with, id_of, small_salon,
    small_salon_at,
};
use kept::{FIGURES, KeptTax, days_of, kept, kept_tax};
use raw::{Raw, raw};

const SHUT: &str = "branch-shut";
const OWNER: &str = "owner@test.invalid";
const ACCOUNTANT: &str = "accountant@test.invalid";

fn ist(wall: &str) -> Timestamp {
    Timestamp::parse(&format!("{}:00+05:30", wall.replace(' ', "T"))).unwrap()
}

fn day(date: &str) -> NaiveDate {
    parse_date(date).unwrap()
}

fn goes_to(salon: &TestSalon, wall: &str) {
    salon.advance_seconds(ist(wall).millis_since(salon.now()) / 1_000);
}

/// Two people and a chat get reports.
fn backstage(salon: &TestSalon) -> Backstage {
    let courier = Courier::new(Reach::Public).unwrap();
    let outside = Outside {
        report_recipients: [OWNER, ACCOUNTANT].map(|email| Email::parse(email).unwrap()).into(),
        chat: Some(ChatHook::new("https://chat.example.in/hooks/x".parse().unwrap(), courier)),
        ..Outside::default()
    };
    Backstage { app: salon.app.clone(), outside: Arc::new(outside) }
}

async fn runs(backstage: &Backstage, job: Job, slot: &str) {
    let told = Told { slot: Some(ist(slot)), ..Told::default() };
    let outcome = jobs::run(backstage, job, &told).await.unwrap();
    assert_eq!(outcome.body(), json!({ "success": true }));
    assert_eq!(outcome, Outcome::Done);
}

/// Kind, recipient, subject and period of every report that is to go out.
async fn letters(salon: &TestSalon) -> Vec<(String, String, String, String)> {
    let read = |conn: &mut Conn<'_>| -> Result<_, DbError> {
        conn.all(
            "select kind, recipient, subject, period from email_sends
             where kind in ('daily-sales-report', 'weekly-report', 'monthly-gst-summary')
             order by kind, period, recipient",
            params![],
        )
    };
    salon.app.db.read(read).await.unwrap()
}

fn letter(kind: &str, to: &str, period: &str) -> (String, String, String, String) {
    (kind.to_owned(), to.to_owned(), String::new(), period.to_owned())
}

/// Monday, 1 March 2027, in Pune: four visits, one of them given back, a membership and a session; somebody cancels,
/// somebody does not come, and somebody asks for Friday.
async fn busy_monday() -> TestSalon {
    let salon = spa().await;
    let (desk, meera) = (desk(&salon).await, manager(&salon).await);
    let today = haircut_at("2027-03-01", "12:00");
    let (asha, beena) = (salon.customer("Asha").await, salon.customer("Beena").await);
    let first = bills(&salon, &desk, &asha, &today, &cash()).await;
    credited(&meera, &first).await;
    offer(&salon, "tenth", "percentage", 10, &["service-cut"]).await;
    let cut_and_colour = with(today.clone(), "serviceIds", json!(["service-cut", "service-colour"]));
    let by_upi = json!({ "paymentMethod": "upi", "offerId": "tenth" });
    bills(&salon, &desk, &beena, &cut_and_colour, &by_upi).await;
    let charu = salon.customer("Charu").await;
    redeemable(&salon, "service-wash", 30).await;
    give_gems(&salon, &charu, 50).await;
    let cut_and_wash = with(today.clone(), "serviceIds", json!(["service-cut", "service-wash"]));
    let by_card =
        json!({ "paymentMethod": "card", "gemsRedeemedServiceId": "service-wash", "redeemGems": true });
    bills(&salon, &desk, &charu, &cut_and_wash, &by_card).await;
    let membership = sold(&desk, &ten_hours(&asha)).await;
    records(&desk, &membership, &visit(90)).await.expect_created();
    let gita = salon.customer("Gita").await;
    let walkin = with(with(today.clone(), "isWalkin", true), "customerId", gita.id().as_str());
    let walkin = id_of(&asks(&desk, &with(walkin, "staffId", "staff-stylist-branch-pune")).await);
    completes(&desk, &walkin, &cash()).await.expect_ok();
    cancels(&beena, &books(&beena, &today).await).await.expect_ok();
    let missed = books(&salon.customer("Dev").await, &today).await;
    bring_to(&salon, &missed, "no_show").await;
    books(&gita, &haircut_at("2027-03-05", "11:00")).await;
    salon
}

fn monday_in_pune() -> BTreeMap<&'static str, i64> {
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
async fn the_day_before_is_kept_for_every_branch_that_ever_took_customers() {
    let salon = busy_monday().await;
    let backstage = backstage(&salon);
    goes_to(&salon, "2027-03-02 23:30");
    runs(&backstage, Job::NightlySalesSummary, "2027-03-02 23:30").await;
    let monday = day("2027-03-01");
    let of = |branch: &str| (branch.to_owned(), monday);
    let expected = BTreeMap::from([
        (of(PUNE), monday_in_pune()),
        (of(GOA), BTreeMap::new()),
        (of(SHUT), BTreeMap::new()),
    ]);
    assert_eq!(kept(&salon).await, expected);

    runs(&backstage, Job::NightlySalesSummary, "2027-03-02 23:30").await;
    assert_eq!(kept(&salon).await, expected, "a second run changes nothing");
    // A run without a slot is for now.
    let outcome = jobs::run(&backstage, Job::NightlySalesSummary, &Told::default()).await.unwrap();
    assert_eq!((outcome, kept(&salon).await), (Outcome::Done, expected));
    assert_eq!(letters(&salon).await, []);
}

#[test_on_both_engines]
async fn what_changed_since_is_in_the_next_run_and_a_day_that_is_not_over_is_never_kept() {
    let salon = busy_monday().await;
    let backstage = backstage(&salon);
    // Still Monday: whatever the slot says, only Sunday is over.
    runs(&backstage, Job::NightlySalesSummary, "2027-03-09 23:30").await;
    assert_eq!(days_of(&kept(&salon).await, PUNE), [day("2027-02-28")]);
    goes_to(&salon, "2027-03-02 23:30");
    runs(&backstage, Job::NightlySalesSummary, "2027-03-02 23:30").await;
    change(&salon.app, |tx| {
        let changed = tx.execute(
            "update bookings set status = 'cancelled', cancelled_at = noshow_at where status = 'no_show'",
            params![],
        )?;
        assert_eq!(changed, 1);
        Ok(())
    })
    .await;
    runs(&backstage, Job::NightlySalesSummary, "2027-03-02 23:30").await;
    let mut expected = monday_in_pune();
    expected.remove("no-shows");
    expected.insert("cancelled", 2);
    assert_eq!(kept(&salon).await[&(PUNE.to_owned(), day("2027-03-01"))], expected);
}

#[test_on_both_engines]
async fn days_that_nobody_added_up_are_made_up_for() {
    let salon = busy_monday().await;
    let backstage = backstage(&salon);
    goes_to(&salon, "2027-03-01 23:30");
    runs(&backstage, Job::NightlySalesSummary, "2027-03-01 23:30").await;
    assert_eq!(days_of(&kept(&salon).await, PUNE), [day("2027-02-28")], "nothing is kept of the time before");
    goes_to(&salon, "2027-03-03 12:00");
    let (desk, beena) = (salon.member("Ravi", Role::Receptionist).await, salon.customer("Beena").await);
    bills(&salon, &desk, &beena, &haircut_at("2027-03-04", "11:00"), &cash()).await;
    // Down from Wednesday to the next Wednesday; the last slot that was missed is run, for its own time.
    goes_to(&salon, "2027-03-10 14:00");
    runs(&backstage, Job::NightlySalesSummary, "2027-03-09 23:30").await;
    let found = kept(&salon).await;
    for branch in [PUNE, GOA, SHUT] {
        let days: Vec<NaiveDate> = day("2027-02-28").iter_days().take(9).collect();
        assert_eq!(days_of(&found, branch), days, "{branch}");
    }
    let in_pune = |date: &str| &found[&(PUNE.to_owned(), day(date))];
    assert_eq!(in_pune("2027-03-01"), &monday_in_pune());
    let wednesday = [("invoices", 1), ("services", 1), ("subtotal", 120_000), ("taxable", 114_286)];
    let rest = [("gst", 5_714), ("total", 120_000), ("cash", 120_000), ("gems earned", 12), ("created", 1)];
    assert_eq!(in_pune("2027-03-03"), &wednesday.into_iter().chain(rest).collect());
    assert_eq!(
        in_pune("2027-03-04"),
        &BTreeMap::from([("completed", 1)]),
        "its appointment was for Thursday"
    );

    // A slot that comes late, after a later one has run, is for its own day.
    runs(&backstage, Job::NightlySalesSummary, "2027-03-05 23:30").await;
    assert_eq!(kept(&salon).await, found);
    // After half a year, two months are made up for.
    goes_to(&salon, "2027-09-01 23:30");
    runs(&backstage, Job::NightlySalesSummary, "2027-09-01 23:30").await;
    let days = days_of(&kept(&salon).await, GOA);
    assert_eq!((days.len(), days[9], days[70]), (9 + 62, day("2027-07-01"), day("2027-08-31")));
}

#[test_on_both_engines]
async fn a_credit_note_counts_on_its_own_day_once() {
    let salon = small_salon_at("2027-03-01 23:50").await;
    let backstage = backstage(&salon);
    let (desk, meera) = (desk(&salon).await, manager(&salon).await);
    let asha = salon.customer("Asha").await;
    let body = haircut_with("bookingDate", "2027-03-05");
    let first = bills(&salon, &desk, &asha, &body, &cash()).await;
    let second = bills(&salon, &desk, &asha, &body, &cash()).await;
    goes_to(&salon, "2027-03-02 00:10");
    credited(&meera, &first).await;
    runs(&backstage, Job::NightlySalesSummary, "2027-03-02 00:10").await;
    let of = async |date: &str, figure: &str| {
        kept(&salon).await[&(PUNE.to_owned(), day(date))].get(figure).copied().unwrap_or_default()
    };
    assert_eq!((of("2027-03-01", "total").await, of("2027-03-01", "credited").await), (240_000, 0));

    // One that was begun before midnight and is stored after its day was added up.
    let mut occasion = salon.occasion();
    occasion.now = ist("2027-03-01 23:59");
    let (invoice, who) = (InvoiceId::new(second), UserId::new(meera.id().as_str()));
    let late = salon.app.db.write(move |tx| {
        credit(tx, &occasion, &who, &invoice, "Late")
            .map(drop)
            .map_err(|refusal| DbError::Statement(refusal.to_string()))
    });
    late.await.unwrap();
    let counted = kept(&salon).await;
    assert_eq!((of("2027-03-01", "credit notes").await, of("2027-03-01", "credited").await), (1, 120_000));
    runs(&backstage, Job::NightlySalesSummary, "2027-03-02 00:10").await;
    assert_eq!(kept(&salon).await, counted, "adding up says what counting said");

    goes_to(&salon, "2027-03-03 23:30");
    runs(&backstage, Job::NightlySalesSummary, "2027-03-03 23:30").await;
    assert_eq!((of("2027-03-02", "credit notes").await, of("2027-03-02", "credited").await), (1, 120_000));
    assert_eq!((of("2027-03-02", "total").await, of("2027-03-01", "total").await), (0, 240_000));
}

#[test_on_both_engines]
async fn what_is_kept_of_days_is_what_adding_up_the_rows_gives() {
    let salon = small_salon_at("2027-03-14 20:00").await;
    live(&salon, 7).await;
    let backstage = backstage(&salon);
    // From then on every day that was missed is made up for, 62 at a time.
    runs(&backstage, Job::NightlySalesSummary, "2026-10-20 23:30").await;
    for slot in ["2026-12-20 23:30", "2027-02-19 23:30", "2027-03-14 20:00"] {
        runs(&backstage, Job::NightlySalesSummary, slot).await;
    }
    let (rows, found) = (raw(&salon).await, kept(&salon).await);
    let mut seen = BTreeSet::new();
    for branch in [PUNE, GOA, SHUT] {
        let days: Vec<NaiveDate> = day("2026-10-19").iter_days().take(146).collect();
        assert_eq!(days_of(&found, branch), days);
        for on in days {
            let figures = &found[&(branch.to_owned(), on)];
            assert_eq!(figures, &rows.day(branch, on), "{branch} on {on}");
            seen.extend(figures.keys().copied());
        }
    }
    let unseen: Vec<_> = FIGURES.into_iter().filter(|figure| !seen.contains(figure)).collect();
    // Told by the busy Monday.
    assert_eq!(unseen, ["gems earned", "gems redeemed", "cancelled", "no-shows", "walk-ins"]);
}

/// What the report says of the same month.
async fn reported_tax(meera: &Person, branch: &str, month: Period) -> Vec<KeptTax> {
    let path = format!("/api/reports/gst?from={}&to={}&branchId={branch}", month.from, month.to);
    let report = meera.get(&path).await.expect_ok()["report"].clone();
    let row = |row: &Value| {
        let figure = |name: &str| row[name].as_i64().unwrap();
        KeptTax {
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

fn added_tax(rows: &Raw, branch: &str, month: Period) -> Vec<KeptTax> {
    let is_in = |on: NaiveDate| (month.from..=month.to).contains(&on);
    let billed = rows.tax(|invoice| invoice.branch == branch && is_in(invoice.day));
    let credited: BTreeSet<&str> =
        rows.notes.iter().filter(|(_, on, _)| is_in(*on)).map(|(invoice, ..)| invoice.as_str()).collect();
    let credited = rows.tax(|invoice| invoice.branch == branch && credited.contains(invoice.id.as_str()));
    let keys: BTreeSet<_> = billed.keys().chain(credited.keys()).cloned().collect();
    let row = |key: (String, i64)| {
        let [invoices, taxable, cgst, sgst, total] = billed.get(&key).copied().unwrap_or_default();
        let [credit_notes, credited_taxable, credited_cgst, credited_sgst, _] =
            credited.get(&key).copied().unwrap_or_default();
        KeptTax {
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
async fn the_month_s_tax_is_the_report_s_and_what_the_rows_add_up_to() {
    let salon = small_salon_at("2027-03-14 20:00").await;
    live(&salon, 11).await;
    let (backstage, meera) = (backstage(&salon), manager(&salon).await);
    // Kept by a run before something was put right: nothing has that code, nor that rate.
    change(&salon.app, |tx| {
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
        runs(&backstage, Job::MonthlyGstSummary, slot).await;
    }
    let rows = raw(&salon).await;
    let mut expected = Vec::new();
    let mut by_hand = Vec::new();
    for branch in [GOA, PUNE, SHUT] {
        for (from, to) in [("2026-11-01", "2026-11-30"), ("2027-02-01", "2027-02-28")] {
            let month = Period { from: day(from), to: day(to) };
            expected.extend(reported_tax(&meera, branch, month).await);
            by_hand.extend(added_tax(&rows, branch, month));
        }
    }
    let found = kept_tax(&salon).await;
    assert_eq!(found, expected);
    assert_eq!(found, by_hand);
    assert!(
        found.iter().any(|row| row.credited_gst > 0) && found.iter().any(|row| row.rate == 0),
        "{found:?}"
    );

    let told = letters(&salon).await;
    let to = |address: &str, month: &str| letter("monthly-gst-summary", address, month);
    assert_eq!(
        told,
        [
            to(ACCOUNTANT, "2026-11-01"),
            to(OWNER, "2026-11-01"),
            to(ACCOUNTANT, "2027-02-01"),
            to(OWNER, "2027-02-01"),
        ]
    );
    // What the letter tells of it.
    let month = Period { from: day("2027-02-01"), to: day("2027-02-28") };
    let figures = salon.app.db.report(move |conn| figures::gst(conn, month)).await.unwrap();
    let lines = figures.branches.iter().flat_map(|branch| &branch.lines);
    let net: i64 = lines.map(|line| line.net().gst_paise()).sum();
    let february = found.iter().filter(|row| row.month_start == month.from);
    assert_eq!(net, february.map(|row| row.gst - row.credited_gst).sum::<i64>());
    assert_eq!(figures.branches.len(), 2, "a branch that billed nothing is left out");
}

#[test_on_both_engines]
async fn the_evening_s_report_goes_to_everyone_who_reads_it_once() {
    let salon = small_salon().await;
    let backstage = backstage(&salon);
    runs(&backstage, Job::DailySalesReport, "2027-03-01 22:30").await;
    runs(&backstage, Job::DailySalesReport, "2027-03-01 22:30").await;
    let to = |address: &str, date: &str| letter("daily-sales-report", address, date);
    let monday = ["accountant@test.invalid", "chat", "owner@test.invalid"].map(|who| to(who, "2027-03-01"));
    assert_eq!(letters(&salon).await, monday);
    // A slot that was missed is run for its own day.
    goes_to(&salon, "2027-03-03 09:00");
    runs(&backstage, Job::DailySalesReport, "2027-03-02 22:30").await;
    assert_eq!(letters(&salon).await.len(), 6);
    assert_eq!(
        letters(&salon).await[3..],
        ["accountant@test.invalid", "chat", "owner@test.invalid"].map(|who| to(who, "2027-03-02"))
    );

    // Monday's covers Monday to Sunday.
    runs(&backstage, Job::WeeklyReport, "2027-03-08 09:00").await;
    runs(&backstage, Job::WeeklyReport, "2027-03-08 09:00").await;
    let week = |address: &str| letter("weekly-report", address, "2027-03-01");
    assert_eq!(
        letters(&salon).await[6..],
        ["accountant@test.invalid", "chat", "owner@test.invalid"].map(week)
    );
}

#[test_on_both_engines]
async fn a_report_that_somebody_asked_for_does_not_take_the_evening_s_place() {
    let salon = small_salon_at("2027-03-01 15:00").await;
    let backstage = backstage(&salon);
    let by_hand = async |job| {
        assert_eq!(jobs::run(&backstage, job, &Told::default()).await.unwrap(), Outcome::Done);
    };
    let to_owner = async || {
        let all = letters(&salon).await.into_iter().filter(|(_, to, ..)| to == OWNER);
        all.map(|(_, _, subject, period)| (subject, period)).collect::<Vec<_>>()
    };
    let report = |subject: &str, period: &str| (subject.to_owned(), period.to_owned());
    by_hand(Job::DailySalesReport).await;
    assert_eq!(to_owner().await, [report("2027-03-01 15:00", "2027-03-01")]);
    goes_to(&salon, "2027-03-01 15:01");
    by_hand(Job::DailySalesReport).await;
    goes_to(&salon, "2027-03-01 22:30");
    runs(&backstage, Job::DailySalesReport, "2027-03-01 22:30").await;
    goes_to(&salon, "2027-03-01 22:33");
    // The queue tries again, as it did not hear that all is well.
    runs(&backstage, Job::DailySalesReport, "2027-03-01 22:30").await;
    let mut found = to_owner().await;
    found.sort();
    let monday = ["", "2027-03-01 15:00", "2027-03-01 15:01"].map(|asked| report(asked, "2027-03-01"));
    assert_eq!(found, monday);

    // The same month twice, on different days at the same hour.
    for wall in ["2027-03-03 09:00", "2027-03-04 09:00"] {
        goes_to(&salon, wall);
        by_hand(Job::MonthlyGstSummary).await;
    }
    let of_february = to_owner().await.into_iter().filter(|(_, period)| period == "2027-02-01").count();
    assert_eq!(of_february, 2);
}

/// Somebody else's schedule cannot say for which slot it asks, and asks again when it is not answered.
#[test_on_both_engines]
async fn a_report_that_another_s_clock_asks_for_comes_once() {
    let outside = Outside { report_recipients: vec![Email::parse(OWNER).unwrap()], ..Outside::default() };
    let options = SalonOptions { at: "2027-03-01 15:00", ..SalonOptions::default() };
    let salon = furnished(Box::pin(TestSalon::with_outside(options, outside)).await).await;
    let cron = salon.stranger_at_the_desk().with_header("upstash-schedule-id", "daily-sales-report");
    let asks = async |who: &Person| {
        let reply = who.send(Method::POST, "/api/jobs/daily-sales-report", "").await;
        assert_eq!(reply.json(), json!({ "success": true }));
    };
    asks(&salon.stranger_at_the_desk()).await;
    for wall in ["2027-03-01 22:29", "2027-03-01 22:30", "2027-03-01 22:33", "2027-03-02 03:00"] {
        goes_to(&salon, wall);
        asks(&cron).await;
    }
    let letter_of = |subject: &str| {
        ("daily-sales-report".to_owned(), OWNER.to_owned(), subject.to_owned(), "2027-03-01".to_owned())
    };
    let mut found = letters(&salon).await;
    found.sort();
    assert_eq!(found, ["", "2027-03-01 15:00"].map(letter_of));
}

#[test_on_both_engines]
async fn a_slot_that_cannot_be_is_none() {
    let salon = busy_monday().await;
    goes_to(&salon, "2027-03-02 23:30");
    let somebody = salon.stranger_at_the_desk();
    for slot in ["0000-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"] {
        let body = json!({ "slot": slot }).to_string();
        let reply = somebody.send(Method::POST, "/api/jobs/nightly-sales-summary", body).await;
        assert_eq!(reply.json(), json!({ "success": true }), "{slot}");
        assert_eq!(days_of(&kept(&salon).await, PUNE), [day("2027-03-01")], "{slot}");
    }
    goes_to(&salon, "2027-03-03 23:30");
    runs(&backstage(&salon), Job::NightlySalesSummary, "2027-03-03 23:30").await;
    assert_eq!(days_of(&kept(&salon).await, PUNE), [day("2027-03-01"), day("2027-03-02")]);
}

#[test_on_both_engines]
async fn where_nobody_reads_reports_none_is_written() {
    let salon = small_salon().await;
    let nobody = Backstage { app: salon.app.clone(), outside: Arc::default() };
    for job in [Job::DailySalesReport, Job::WeeklyReport, Job::MonthlyGstSummary] {
        runs(&nobody, job, "2027-03-01 09:00").await;
    }
    assert_eq!(letters(&salon).await, []);
}

async fn figures_of(salon: &TestSalon, from: &str, to: &str) -> SalesFigures {
    let period = Period { from: day(from), to: day(to) };
    salon.app.db.report(move |conn| figures::sales(conn, period)).await.unwrap()
}

fn monday() -> Totals {
    Totals {
        takings_paise: 2_518_050 - 120_000,
        invoices: 5,
        average_bill_paise: 503_610,
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

fn bar(label: &str, paise: i64, before: i64) -> Bar {
    Bar { label: label.to_owned(), paise, previous_paise: Some(before) }
}

#[test_on_both_engines]
async fn a_day_s_figures_are_exact() {
    let salon = busy_monday().await;
    let found = figures_of(&salon, "2027-03-01", "2027-03-01").await;
    assert_eq!(found.totals, monday());
    let previous = found.previous.as_ref().unwrap();
    assert_eq!((previous.name.as_str(), previous.totals), ("the day before", Totals::default()));
    let branch = |name: &str, totals: Totals| BranchFigures { name: name.to_owned(), totals };
    // The branch that was shut is left out, as nothing happens there.
    assert_eq!(found.branches, [branch("PUN", monday()), branch("GOA", Totals::default())]);
    let paid = |method, invoices, paise| Payment { method, invoices, paise };
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
    assert_eq!(found.bars, [bar("10 am", monday().takings_paise, 0)]);
    let told = sales_in_brief(&found);
    assert!(told.starts_with("Sales, Monday, 1 March 2027\nTakings: ₹23,980.50\n"), "{told}");

    let tuesday = figures_of(&salon, "2027-03-02", "2027-03-02").await;
    assert_eq!(tuesday.totals, Totals::default());
    assert_eq!(tuesday.previous.unwrap().totals, monday());
    assert_eq!(tuesday.bars, [bar("10 am", 0, monday().takings_paise)]);
    assert_eq!(tuesday.top_services, []);
    let nothing = figures_of(&salon, "2027-02-01", "2027-02-01").await;
    assert_eq!(nothing.bars, []);
}

#[test_on_both_engines]
async fn a_week_stands_beside_the_week_before() {
    let salon = busy_monday().await;
    goes_to(&salon, "2027-03-08 19:59");
    let (desk, charu) = (salon.member("Ravi", Role::Receptionist).await, salon.customer("Charu").await);
    bills(&salon, &desk, &charu, &haircut_at("2027-03-09", "11:00"), &cash()).await;
    let found = figures_of(&salon, "2027-03-08", "2027-03-14").await;
    let totals = Totals {
        takings_paise: 120_000,
        invoices: 1,
        average_bill_paise: 120_000,
        bookings_requested: 1,
        bookings_completed: 1,
        gems_earned: 12,
        ..Totals::default()
    };
    assert_eq!(found.totals, totals, "nobody was there for the first time");
    let previous = found.previous.unwrap();
    assert_eq!((previous.name.as_str(), previous.totals), ("the week before", monday()));
    let mut days =
        ["Tue 9", "Wed 10", "Thu 11", "Fri 12", "Sat 13", "Sun 14"].map(|label| bar(label, 0, 0)).to_vec();
    days.insert(0, bar("Mon 8", 120_000, monday().takings_paise));
    assert_eq!(found.bars, days);
    // The report that a manager reads of the same days adds up to the same.
    let meera = manager(&salon).await;
    let report =
        meera.get("/api/reports/sales?from=2027-03-08&to=2027-03-14").await.expect_ok()["report"].clone();
    assert_eq!(report["totals"]["netAmountPaise"], found.totals.takings_paise);
    assert_eq!(report["previousTotals"]["netAmountPaise"], monday().takings_paise);
}

#[test_on_both_engines]
async fn two_dozen_at_once_keep_what_one_keeps() {
    let salon = busy_monday().await;
    goes_to(&salon, "2027-04-01 01:00");
    let twins = [salon.app.clone(), salon.opened_again().await];
    let mut running = Vec::new();
    for at in 0..24 {
        let backstage = Backstage { app: twins[at % 2].clone(), ..backstage(&salon) };
        running.push(tokio::spawn(async move {
            for (job, slot) in [
                (Job::NightlySalesSummary, "2027-03-02 23:30"),
                (Job::NightlySalesSummary, "2027-03-04 23:30"),
                (Job::MonthlyGstSummary, "2027-04-01 01:00"),
                (Job::DailySalesReport, "2027-03-01 22:30"),
                (Job::WeeklyReport, "2027-03-08 09:00"),
            ] {
                runs(&backstage, job, slot).await;
            }
        }));
    }
    for one in running {
        one.await.unwrap();
    }
    let found = kept(&salon).await;
    for branch in [PUNE, GOA, SHUT] {
        let days: Vec<NaiveDate> = (0..3).map(|after| day("2027-03-01") + Days::new(after)).collect();
        assert_eq!(days_of(&found, branch), days, "{branch}");
    }
    assert_eq!(found[&(PUNE.to_owned(), day("2027-03-01"))], monday_in_pune());
    let tax = kept_tax(&salon).await;
    assert_eq!((tax.len(), tax[0].invoices, tax[0].gst, tax[0].credited_gst), (1, 5, 119_906, 5_714));
    assert_eq!(letters(&salon).await.len(), 3 + 3 + 2);
}
