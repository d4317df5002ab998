//! Reports: their pages show what the API says, and charts beside it.

use std::io::Read;
use std::iter::once;
use std::sync::{Mutex, mpsc};

use http::{HeaderMap, StatusCode};
use parlour_db::{Conn, DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::billing::amount_format::{format_amount, format_rupees};
use parlour_domain::ist::parse_date;
use parlour_testkit::actions::bookings::{create_booking, haircut_request_with};
use parlour_testkit::actions::kept_days::keep_all_finished_days;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::{update_rows, write_transaction};
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::random_sales::insert_random_sales;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, small_salon_with};
use parlour_testkit::process::http_client;
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use parlour_texts::Texts;
use serde_json::Value;

use super::desk_invoices::{desk_browser, expect_refusal, expect_texts};
use super::visits::{link_target, listening_salon};

/// How a cell shows a figure.
#[derive(Debug, Clone, Copy)]
enum Shown {
    Text,
    Count,
    /// Nothing where there is none.
    Money,
    /// Hundredths of a per cent.
    Percent,
    /// Per cent with one decimal.
    Decimal,
    Minutes,
    /// Not a figure of the API, or in other words.
    Apart,
}

use Shown::{Apart, Count, Decimal, Minutes, Money, Percent, Text};

/// A table of a page, and the list of the API that it shows: where it is in the report, its fields in the order of the
/// columns, and whether the page begins with the last.
struct Compared {
    report: &'static str,
    table: &'static str,
    list: &'static str,
    fields: &'static [(&'static str, Shown)],
    is_reversed: bool,
    has_foot: bool,
}

const FUNNEL: [(&str, Shown); 7] = [
    ("leadCount", Count),
    ("contactedCount", Count),
    ("followedUpCount", Count),
    ("bookedCount", Count),
    ("wonCount", Count),
    ("lostCount", Count),
    ("revenuePaise", Money),
];

const TABLES: [Compared; 11] = [
    Compared {
        report: "sales",
        table: "days",
        list: "series",
        fields: &[
            ("", Apart),
            ("invoiceCount", Count),
            ("netAmountPaise", Money),
            ("averageBillPaise", Money),
            ("discountPaise", Money),
            ("", Apart),
            ("creditedPaise", Money),
            ("previous.netAmountPaise", Money),
        ],
        is_reversed: true,
        has_foot: false,
    },
    Compared {
        report: "services",
        table: "services",
        list: "services",
        fields: &[
            ("name", Text),
            ("", Apart),
            ("count", Count),
            ("revenuePaise", Money),
            ("shareBasisPoints", Percent),
            ("creditedCount", Count),
            ("creditedPaise", Money),
            ("netPaise", Money),
        ],
        is_reversed: false,
        has_foot: true,
    },
    Compared {
        report: "staff",
        table: "staff",
        list: "staff",
        fields: &[
            ("", Apart),
            ("visitCount", Count),
            ("serviceCount", Count),
            ("revenuePaise", Money),
            ("averagePaise", Money),
            ("creditedPaise", Money),
            ("netPaise", Money),
            ("tipsPaise", Money),
            ("", Apart),
            ("", Apart),
        ],
        is_reversed: false,
        has_foot: true,
    },
    Compared {
        report: "utilisation",
        table: "staff",
        list: "staff",
        fields: &[
            ("displayName", Text),
            ("rosteredMinutes", Minutes),
            ("bookedMinutes", Minutes),
            ("percent", Decimal),
        ],
        is_reversed: false,
        has_foot: true,
    },
    Compared {
        report: "customers",
        table: "months",
        list: "months",
        fields: &[
            ("", Apart),
            ("visitCount", Count),
            ("customerCount", Count),
            ("newCount", Count),
            ("returningCount", Count),
            ("retainedCount", Count),
            ("retentionBasisPoints", Percent),
        ],
        is_reversed: true,
        has_foot: false,
    },
    Compared {
        report: "leads",
        table: "campaigns",
        list: "campaigns",
        fields: &[
            ("", Apart),
            FUNNEL[0],
            FUNNEL[1],
            FUNNEL[2],
            FUNNEL[3],
            FUNNEL[4],
            FUNNEL[5],
            FUNNEL[6],
            ("conversionBasisPoints", Percent),
        ],
        is_reversed: false,
        has_foot: false,
    },
    Compared {
        report: "leads",
        table: "sources",
        list: "sources",
        fields: &[
            ("", Apart),
            ("", Apart),
            ("", Apart),
            FUNNEL[0],
            FUNNEL[1],
            FUNNEL[2],
            FUNNEL[3],
            FUNNEL[4],
            FUNNEL[5],
            FUNNEL[6],
        ],
        is_reversed: false,
        has_foot: false,
    },
    Compared {
        report: "memberships",
        table: "tiers",
        list: "tiers",
        fields: &[
            ("name", Text),
            ("soldCount", Count),
            ("soldMinutes", Minutes),
            ("soldPaise", Money),
            ("creditedCount", Count),
            ("creditedPaise", Money),
            ("sessionCount", Count),
            ("usedMinutes", Minutes),
            ("liability.membershipCount", Count),
            ("liability.owedMinutes", Minutes),
            ("liability.owedPaise", Money),
        ],
        is_reversed: false,
        has_foot: true,
    },
    Compared {
        report: "gst",
        table: "rates",
        list: "rates",
        fields: &[
            ("sac", Text),
            ("gstRateBasisPoints", Percent),
            ("invoiceCount", Count),
            ("creditNoteCount", Count),
            ("taxableValuePaise", Money),
            ("cgstPaise", Money),
            ("sgstPaise", Money),
            ("gstAmountPaise", Money),
            ("totalAmountPaise", Money),
            ("creditedTaxableValuePaise", Money),
            ("creditedGstPaise", Money),
            ("creditedPaise", Money),
            ("netGstPaise", Money),
        ],
        is_reversed: false,
        has_foot: true,
    },
    Compared {
        report: "gst",
        table: "documents",
        list: "documents",
        fields: &[
            ("", Apart),
            ("", Apart),
            ("financialYear", Text),
            ("first", Text),
            ("last", Text),
            ("count", Count),
            ("voidedCount", Count),
        ],
        is_reversed: false,
        has_foot: false,
    },
    Compared {
        report: "day-close",
        table: "methods",
        list: "methods",
        fields: &[
            ("", Apart),
            ("invoiceCount", Count),
            ("takenPaise", Money),
            ("creditNoteCount", Count),
            ("givenBackPaise", Money),
            ("netPaise", Money),
            ("unpaidCount", Count),
            ("unpaidPaise", Money),
            ("tipsPaise", Money),
        ],
        is_reversed: false,
        has_foot: true,
    },
];

fn money(paise: i64) -> String {
    let text = format_rupees(paise);
    text.strip_suffix(".00").unwrap_or(&text).to_owned()
}

fn count(count: i64) -> String {
    format_amount(count * 100).trim_end_matches(".00").to_owned()
}

fn percent(basis_points: i64) -> String {
    let tenths = (basis_points + 5) / 10;
    if tenths % 10 == 0 { format!("{}%", tenths / 10) } else { format!("{}.{}%", tenths / 10, tenths % 10) }
}

pub(super) fn minutes(minutes: i64) -> String {
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// A figure of the API as a cell shows it.
fn cell(row: &Value, (field, shown): (&str, Shown)) -> String {
    let value = field.split('.').fold(row, |value, part| &value[part]);
    let number = value.as_i64();
    let nothing = || "–".to_owned();
    match shown {
        Apart => String::new(),
        Text => value.as_str().unwrap_or_else(|| panic!("{field} in {row}")).to_owned(),
        Count => count(number.unwrap_or_else(|| panic!("{field} in {row}"))),
        Money => number.map_or_else(nothing, money),
        Percent => percent(number.unwrap_or_else(|| panic!("{field} in {row}"))),
        Decimal => value.as_f64().map_or_else(nothing, |percent| format!("{percent}%")),
        Minutes => minutes(number.unwrap_or_else(|| panic!("{field} in {row}"))),
    }
}

/// The rows in one part of a table. What is not compared is empty, and a note behind a figure is left out.
fn rows(page: &Page, compared: &Compared, part: &str) -> Vec<Vec<String>> {
    let texts = |element: &str| page.texts_of(&format!("div[aria-labelledby=h-{}] {part} {element}", compared.table));
    let (firsts, others) = (texts("th"), texts("td"));
    let rows = firsts.into_iter().zip(others.chunks(compared.fields.len() - 1));
    let row = |(first, others): (String, &[String])| -> Vec<String> {
        let cells = once(first).chain(others.iter().cloned()).zip(compared.fields);
        let cells = cells.map(|(text, (_, shown))| match shown {
            Apart => String::new(),
            _ => text.strip_suffix(" so far").map_or_else(|| text.clone(), str::to_owned),
        });
        cells.collect()
    };
    rows.map(row).collect()
}

async fn get_report(manager: &Person, name: &str, query: &str) -> Value {
    manager.get(&format!("/api/reports/{name}?{query}")).await.expect_ok()["report"].clone()
}

/// Compares a table, and returns how many rows it has.
async fn compare(
    browser: &mut Browser,
    manager: &Person,
    compared: &Compared,
    days: &str,
    branch: Option<&str>,
) -> usize {
    let Compared { report, table, list, fields, .. } = compared;
    let at = branch.unwrap_or("all");
    let page = browser.visit(&format!("/reports/{report}?{days}&at={at}")).await.expect_status(200);
    let branch = branch.map(|branch| format!("&branchId={branch}")).unwrap_or_default();
    let found = get_report(manager, report, &format!("{days}{branch}")).await;
    let expected_row = |row: &Value| fields.iter().map(|field| cell(row, *field)).collect::<Vec<_>>();
    let mut expected: Vec<_> = found[list].as_array().unwrap().iter().map(expected_row).collect();
    if compared.is_reversed {
        expected.reverse();
    }
    expected.truncate(100);
    let context = format!("{report}.{table} of {days} at {at}");
    if expected.is_empty() {
        assert!(rows(&page, compared, "tbody").is_empty(), "{context}");
        return 0;
    }
    let shown = rows(&page, compared, "tbody");
    if !page.texts_of(".empty").is_empty() {
        assert!(shown.is_empty(), "{context}");
        return 0;
    }
    assert_eq!(shown, expected, "{context}");
    if compared.has_foot {
        let totals = &found["totals"];
        let has_field =
            |(field, _): &(&str, Shown)| !field.is_empty() && !totals[field.split('.').next().unwrap()].is_null();
        let foot = rows(&page, compared, "tfoot").remove(0);
        for (shown, field) in foot.iter().zip(*fields).filter(|(_, field)| has_field(field)) {
            assert_eq!(shown, &cell(totals, *field), "{} in the foot: {context}", field.0);
        }
    }
    shown.len()
}

#[test_on_both_engines]
async fn every_figure_of_a_random_history_is_that_of_the_api() {
    let salon =
        small_salon_with(SalonOptions { at: "2027-03-14 20:00", listens: true, ..SalonOptions::default() }).await;
    let manager = manager(&salon).await;
    insert_random_sales(&salon, 1).await;
    assert!(keep_all_finished_days(&salon).await > 0);
    let mut browser = desk_browser(&salon, &manager);
    let mut compared_rows = 0;
    for compared in &TABLES {
        for branch in [None, Some(PUNE), Some(GOA)] {
            for days in ["from=2027-02-20&to=2027-03-14", "from=2027-03-01&to=2027-03-05"] {
                compared_rows += compare(&mut browser, &manager, compared, days, branch).await;
            }
        }
    }
    assert!(compared_rows > 60, "only {compared_rows} rows were compared");
}

#[test_on_both_engines]
async fn every_figure_of_the_demo_is_that_of_the_api() {
    let salon = TestSalon::for_browsers().await;
    let manager = manager(&salon).await;
    let mut browser = desk_browser(&salon, &manager);
    let today = salon.now().ist_date();
    let days = format!("from={}&to={today}", today - chrono::Days::new(27));
    for compared in &TABLES {
        let rows = compare(&mut browser, &manager, compared, &days, None).await;
        assert!(rows > 0, "{}.{} proved nothing", compared.report, compared.table);
    }
    let page = browser.visit(&format!("/reports/sales?{days}&at=all")).await;
    let totals = get_report(&manager, "sales", &days).await["totals"].clone();
    let amounts: Vec<String> = page.texts_of(".kpi dd").into_iter().step_by(2).collect();
    let figure = |field: &str| totals[field].as_i64().unwrap();
    let average = totals["averageBillPaise"].as_i64().unwrap();
    assert_eq!(
        amounts,
        [
            money(figure("netAmountPaise")),
            count(figure("invoiceCount")),
            money(average),
            money(figure("discountPaise"))
        ]
    );
    assert_eq!(page.attributes_of("section svg[role=img]", "class"), ["only-wide", "only-phone"]);

    // A drawing with a sentence for those who do not see it, and a name that the table has too.
    for (name, has_names) in
        [("services", true), ("staff", true), ("utilisation", true), ("memberships", false), ("gst", false)]
    {
        let page = browser.visit(&format!("/reports/{name}?{days}&at=all")).await.expect_status(200);
        assert_eq!(page.attributes_of(".plot svg[role=img]", "class"), ["only-wide", "only-phone"], "{name}");
        let sentence = page.attributes_of(".plot svg.only-wide", "aria-label").remove(0);
        assert!(sentence.ends_with(" below."), "{name}: {sentence}");
        assert!(!page.attributes_of(".plot svg.only-wide path", "d").is_empty(), "{name}: nothing is drawn");
        if has_names {
            let words = page.texts_of(".plot svg.only-wide text");
            let figure = page.texts_of(".plot svg.only-wide text.tip");
            assert_eq!(figure, words[1..2], "{name}: one figure, at the longest bar");
            assert!(page.texts_of("tbody th").contains(&words[0]), "{name}: {words:?}");
        }
    }
}

#[test_on_both_engines]
async fn many_days_are_added_up_by_month() {
    let salon =
        small_salon_with(SalonOptions { at: "2027-03-14 20:00", listens: true, ..SalonOptions::default() }).await;
    let manager = manager(&salon).await;
    insert_random_sales(&salon, 2).await;
    let days = "from=2026-12-15&to=2027-03-14";
    let mut browser = desk_browser(&salon, &manager);
    let page = browser.visit(&format!("/reports/sales?{days}&at=all")).await.expect_status(200);
    let report = get_report(&manager, "sales", days).await;
    let sum = |month: &str, field: &str| -> i64 {
        let series = report["series"].as_array().unwrap().iter();
        let of_month = series.filter(|day| day["date"].as_str().unwrap().starts_with(month));
        of_month.map(|day| day[field].as_i64().unwrap()).sum()
    };
    let months = ["2027-03", "2027-02", "2027-01", "2026-12"];
    let names = page.texts_of("div[aria-labelledby=h-days] tbody th");
    assert_eq!(names, ["March 2027 so far", "February 2027", "January 2027", "December 2026"]);
    let cells = page.texts_of("div[aria-labelledby=h-days] tbody td");
    let shown: Vec<[&str; 2]> = cells.chunks(7).map(|row| [row[0].as_str(), row[1].as_str()]).collect();
    for (month, shown) in months.into_iter().zip(shown) {
        assert_eq!(shown, [count(sum(month, "invoiceCount")), money(sum(month, "netAmountPaise"))], "{month}");
    }
    assert_eq!(page.texts_of("section h2").first().map(String::as_str), Some("Month by month"));

    let page = browser.visit(&format!("/reports/gst?{days}&at=all")).await.expect_status(200);
    let cells = page.texts_of("div[aria-labelledby=h-months] tbody td");
    assert_eq!(cells.len(), 4 * 3);
    let ends = ["2027-03-14", "2027-02-28", "2027-01-31", "2026-12-31"];
    for ((month, end), shown) in months.into_iter().zip(ends).zip(cells.chunks(3)) {
        let first = if month == "2026-12" { "15" } else { "01" };
        let totals = get_report(&manager, "gst", &format!("from={month}-{first}&to={end}")).await["totals"].clone();
        let fields = ["gstAmountPaise", "creditedGstPaise", "netGstPaise"];
        assert_eq!(shown, fields.map(|field| money(totals[field].as_i64().unwrap())), "{month}");
    }
}

#[test_on_both_engines]
async fn the_address_of_a_report_names_days_branch_and_order() {
    let salon =
        small_salon_with(SalonOptions { at: "2027-03-14 20:00", listens: true, ..SalonOptions::default() }).await;
    let manager = manager(&salon).await;
    insert_random_sales(&salon, 3).await;
    let mut browser = desk_browser(&salon, &manager);
    let page = browser.visit("/reports").await.expect_status(200);
    assert_eq!((page.path(), page.heading().as_str()), ("/reports/sales", "Sales"));
    assert!(page.title().starts_with("Sales · Reports · "), "{}", page.title());
    assert_eq!(page.texts_of(".seg [aria-current]"), ["This month"]);
    assert_eq!(page.texts_of(".tabs [aria-current=page]"), ["Sales"]);
    let page = browser.click_link(&page, "February").await;
    expect_texts(&page, &["1 Feb 2027 – 28 Feb 2027", "against 4 Jan 2027 – 31 Jan 2027"]);
    let tab = page.links().into_iter().find(|link| link.url.path() == "/reports/services").expect("its tab");
    let page = browser.get(&tab.url).await.expect_status(200);
    assert_eq!(
        (page.heading().as_str(), page.texts_of(".seg [aria-current]")),
        ("Services", vec!["February".to_owned()])
    );
    assert!(page.title().starts_with("Services · Reports · "), "not the price list: {}", page.title());
    assert_eq!(page.attributes_of(".phead .quiet", "href"), ["/reports"]);

    let page = browser.submit_and_follow(&page.form_with("from").with("from", "2027-02-01").with("at", "all")).await;
    assert!(page.has_text("All branches, 1 Feb 2027"), "{}", page.text());
    let sorted = browser.click_link(&page, "Times").await;
    let times = sorted.texts_of("tbody td[data-l=Times]");
    let numbers: Vec<u32> = times.iter().map(|times| times.replace(',', "").parse().unwrap()).collect();
    assert!(numbers.is_sorted_by(|one, next| one >= next) && numbers.len() > 1, "{numbers:?}");
    assert_eq!(sorted.attributes_of("th[aria-sort]", "aria-sort"), ["descending"]);
    let turned = browser.click_link(&sorted, "Times").await;
    assert_eq!(turned.attributes_of("th[aria-sort]", "aria-sort"), ["ascending"]);
    let by_name = browser.click_link(&turned, "Service").await;
    let names: Vec<String> = by_name.texts_of("tbody th").iter().map(|name| name.to_lowercase()).collect();
    assert!(names.is_sorted(), "{names:?}");

    let file = link_target(&turned, "CSV: Services");
    assert_eq!(file, "/api/reports/services?from=2027-02-01&to=2027-02-28&format=csv&table=services");
    let file = manager.get(&file).await;
    assert_eq!(file.status, 200);
    assert!(file.text().contains("Service,Category,Type"), "{}", file.text());
    let workbook = link_target(&turned, "XLSX");
    assert_eq!(workbook, "/api/reports/services?from=2027-02-01&to=2027-02-28&format=xlsx");
    assert_eq!(manager.get(&workbook).await.status, 200);
}

/// What belongs to a branch that is closed by now, too.
#[test_on_both_engines]
async fn documents_and_closed_days_name_their_branch() {
    let salon =
        small_salon_with(SalonOptions { at: "2027-03-14 20:00", listens: true, ..SalonOptions::default() }).await;
    let manager = manager(&salon).await;
    insert_random_sales(&salon, 4).await;
    update_rows(&salon, GOA, "update branches set status = 'closed' where id = $1").await;
    let mut browser = desk_browser(&salon, &manager);
    for (path, table) in [("gst", "documents"), ("day-close", "closes"), ("day-close", "movements")] {
        let page = browser.visit(&format!("/reports/{path}?from=2026-10-20&to=2027-03-14")).await.expect_status(200);
        let names = page.texts_of(&format!("div[aria-labelledby=h-{table}] tbody td[data-l=Branch]"));
        assert!(names.iter().any(|name| name == "GOA"), "{table}: {names:?}");
        assert!(names.iter().all(|name| name == "GOA" || name == "PUN"), "{table}: {names:?}");
    }
}

/// The newest documents, closed days and movements come first, and the foot adds up all of them.
#[test_on_both_engines]
async fn what_is_listed_by_day_begins_with_the_newest_and_ends_with_sums() {
    let salon =
        small_salon_with(SalonOptions { at: "2027-03-14 20:00", listens: true, ..SalonOptions::default() }).await;
    let manager = manager(&salon).await;
    insert_random_sales(&salon, 5).await;
    let mut browser = desk_browser(&salon, &manager);
    let days = "from=2027-01-01&to=2027-03-14";
    for (name, table, list, fields) in [
        (
            "gst",
            "b2b",
            "b2b",
            &["taxableValuePaise", "cgstPaise", "sgstPaise", "roundingPaise", "totalAmountPaise"][..],
        ),
        ("day-close", "closes", "dayCloses", &["expectedCashPaise", "countedCashPaise", "differencePaise"]),
        ("day-close", "movements", "cashMovements", &["amountPaise"]),
    ] {
        let page = browser.visit(&format!("/reports/{name}?{days}&at=all")).await.expect_status(200);
        let report = get_report(&manager, name, days).await;
        let rows = report[list].as_array().unwrap();
        let texts = |part: &str, cell: &str| page.texts_of(&format!("div[aria-labelledby=h-{table}] {part} {cell}"));
        // The number of a document, the day of a close or of a movement.
        let firsts = texts("tbody", "th");
        assert_eq!(firsts.len(), rows.len().min(100), "{table}");
        if table == "b2b" {
            let number = rows.last().unwrap()["number"].as_str().unwrap();
            assert!(firsts[0].starts_with(number), "{firsts:?}");
        } else {
            let day =
                |row: &Value| Texts::ENGLISH.format_weekday_and_day(parse_date(row["date"].as_str().unwrap()).unwrap());
            let mut days: Vec<String> = rows.iter().map(day).collect();
            days.reverse();
            assert_eq!(firsts, days, "{table}");
        }
        let sum = |field: &str| -> i64 {
            let sign = |row: &Value| if row["documentType"] == "credit_note" { -1 } else { 1 };
            rows.iter().map(|row| sign(row) * row[field].as_i64().unwrap()).sum()
        };
        let shown: Vec<String> = texts("tfoot", "td").into_iter().filter(|cell| cell.contains('₹')).collect();
        assert_eq!(shown, fields.iter().map(|field| money(sum(field))).collect::<Vec<_>>(), "{table}");
    }
}

#[test_on_both_engines]
async fn wrong_days_are_named_beside_their_fields() {
    let salon = listening_salon().await;
    let mut browser = desk_browser(&salon, &manager(&salon).await);
    for (query, sentence) in [
        ("from=2027-02-30", "The first day is not a day of the calendar."),
        ("to=tomorrow", "The last day is not a day of the calendar."),
        ("from=2027-03-02&to=2027-03-01", "The first day must not be after the last."),
        ("from=2010-01-01&to=2027-03-01", "A report covers at most ten years, from 2000 on."),
        ("from=1999-12-31&to=2000-01-02", "A report covers at most ten years, from 2000 on."),
    ] {
        let page = browser.visit(&format!("/reports/gst?{query}")).await;
        expect_refusal(&page, 422, sentence);
        assert!(page.texts_of("table").is_empty(), "{query}: nothing is shown rather than too much");
    }
    let page = browser.visit("/reports/gst?sort=nothing.at-all&order=up&at=nowhere").await.expect_status(200);
    assert_eq!(page.heading(), "GST");
}

#[test_on_both_engines]
async fn a_period_without_sales_says_so() {
    let salon = listening_salon().await;
    let mut browser = desk_browser(&salon, &manager(&salon).await);
    for name in ["sales", "services", "staff", "utilisation", "customers", "leads", "memberships", "gst", "day-close"] {
        let page = browser.visit(&format!("/reports/{name}")).await.expect_status(200);
        browser.check_page(&page).await;
    }
    let page = browser.visit("/reports/sales").await;
    expect_texts(&page, &["Nothing was sold in this period.", "₹0"]);
    assert!(page.texts_of("table").is_empty() && page.texts_of("svg text").is_empty(), "lines without numbers");
}

#[test_on_both_engines]
async fn a_period_without_sales_leads_to_the_nearest_with_some() {
    let salon =
        small_salon_with(SalonOptions { at: "2027-03-14 20:00", listens: true, ..SalonOptions::default() }).await;
    insert_random_sales(&salon, 6).await;
    let mut browser = desk_browser(&salon, &manager(&salon).await);
    for (days, name) in [
        // Sales begin on 20 October 2026.
        ("from=2026-03-01&to=2026-04-30", "1 Oct 2026 – 31 Oct 2026"),
        ("from=2026-09-01&to=2026-09-01", "Oct 2026"),
        ("from=2029-01-01&to=2029-01-31", " 2027"),
    ] {
        let page = browser.visit(&format!("/reports/sales?{days}&at=all")).await.expect_status(200);
        expect_texts(&page, &["Nothing was sold in this period."]);
        let way = page.texts_of(".empty a").remove(0);
        assert!(way.starts_with("Look at ") && way.ends_with(name), "{days}: {way}");
        let page = browser.click_link(&page, &way).await.expect_status(200);
        assert!(!page.has_text("Nothing was sold in this period."), "{way}");
    }
}

#[test_on_both_engines]
async fn every_report_leads_from_an_empty_period_to_the_nearest_that_is_not() {
    let salon =
        small_salon_with(SalonOptions { at: "2027-03-14 20:00", listens: true, ..SalonOptions::default() }).await;
    let mut browser = desk_browser(&salon, &manager(&salon).await);
    let reports = ["services", "staff", "customers", "leads", "memberships", "gst", "day-close"];
    for name in reports {
        let page = browser.visit(&format!("/reports/{name}")).await.expect_status(200);
        assert_eq!(page.texts_of(".empty"), ["There is nothing in this period."], "{name}: nor is there elsewhere");
    }
    insert_random_sales(&salon, 8).await;
    for name in reports {
        // Before all sales, and long after them.
        for (days, year) in [("from=2026-03-01&to=2026-04-30", " 2026"), ("from=2029-01-01&to=2029-01-31", " 2027")] {
            let page = browser.visit(&format!("/reports/{name}?{days}&at=all")).await.expect_status(200);
            assert_eq!(page.texts_of(".empty p"), ["There is nothing in this period."], "{name} of {days}");
            assert!(page.texts_of("table").is_empty(), "{name} of {days}");
            browser.check_page(&page).await;
            let way = page.texts_of(".empty a").remove(0);
            assert!(way.starts_with("Look at ") && way.ends_with(year), "{name} of {days}: {way}");
            let page = browser.click_link(&page, &way).await.expect_status(200);
            assert!(page.texts_of(".empty").is_empty() && !page.texts_of("tbody th").is_empty(), "{name}: {way}");
        }
    }
    let page = browser.visit("/reports/utilisation?from=2029-01-01&to=2029-01-31&at=all").await.expect_status(200);
    assert!(page.texts_of(".empty").is_empty(), "working hours are known of every period");
}

/// Both places for reports, taken as by two long ones.
struct TakenPlaces(Vec<mpsc::Sender<()>>);

impl TakenPlaces {
    async fn take(salon: &TestSalon) -> Self {
        let (started, mut starts) = tokio::sync::mpsc::unbounded_channel();
        let mut ends = Vec::new();
        for _ in 0..2 {
            let (end, ended) = mpsc::channel::<()>();
            let (db, started, ended) = (salon.app.db.clone(), started.clone(), Mutex::new(ended));
            ends.push(end);
            tokio::spawn(async move {
                let wait = move |_: &mut Conn<'_>| -> Result<(), DbError> {
                    started.send(()).unwrap();
                    let _ = ended.lock().unwrap().recv();
                    Ok(())
                };
                db.report(wait).await
            });
        }
        for _ in 0..2 {
            starts.recv().await.unwrap();
        }
        Self(ends)
    }

    fn free(self) {
        drop(self.0);
    }
}

/// Opens a long report, compressed or not, and calls `meanwhile` when its first part has come. That part and the whole.
async fn open_long_report(
    salon: &TestSalon,
    manager: &Person,
    encoding: &str,
    meanwhile: impl AsyncFnOnce(),
) -> [String; 2] {
    let taken = TakenPlaces::take(salon).await;
    let url = format!("{}/reports/sales?from=2027-02-01&to=2027-03-14&at=all", salon.url(AppKind::Admin));
    let cookie = format!("{}={}", manager.app_kind.session_cookie(), manager.token());
    let request = http_client().get(url).header("cookie", cookie).header("accept", "text/html");
    let mut response = request.header("accept-encoding", encoding).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers().get("content-encoding").is_some(), !encoding.is_empty());
    let text = |bytes: &[u8]| {
        let mut text = Vec::new();
        if encoding.is_empty() {
            text.extend_from_slice(bytes);
        } else {
            // What has come so far is an error after its end.
            let _ = flate2::read::GzDecoder::new(bytes).read_to_end(&mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    };
    let mut bytes = Vec::new();
    while !text(&bytes).ends_with("added up.</p>") {
        bytes.extend_from_slice(&response.chunk().await.unwrap().expect("more of the first part"));
    }
    let first = text(&bytes);
    meanwhile().await;
    taken.free();
    while let Some(part) = response.chunk().await.unwrap() {
        bytes.extend_from_slice(&part);
    }
    [first, text(&bytes)]
}

/// The frame comes while the figures are still read; a report that fails then says so in their place.
#[test_on_both_engines]
async fn a_long_report_begins_before_its_figures_are_read() {
    let salon =
        small_salon_with(SalonOptions { at: "2027-03-14 20:00", listens: true, ..SalonOptions::default() }).await;
    let manager = manager(&salon).await;
    insert_random_sales(&salon, 7).await;
    let browser = desk_browser(&salon, &manager);
    let page = |html: String| {
        let url = format!("{}/reports/sales", salon.url(AppKind::Admin)).parse().unwrap();
        Page::new(url, StatusCode::OK, HeaderMap::new(), html)
    };
    for encoding in ["", "gzip, br"] {
        let [first, whole] = open_long_report(&salon, &manager, encoding, async || {}).await;
        assert!(first.contains("Working…") && first.contains("aria-current=\"page\">Sales</a>"), "{first}");
        assert!(whole.starts_with(&first) && whole.trim_end().ends_with("</html>"), "{encoding}");
        let page = page(whole);
        assert_eq!(page.texts_of(".kpi dt").len(), 4, "{encoding}");
        browser.check_page(&page).await;
    }
    let [_, whole] = open_long_report(&salon, &manager, "gzip", async || {
        write_transaction(&salon.app, |tx| {
            tx.execute("alter table invoice_payments rename to payments_elsewhere", params![]).map(drop)
        })
        .await;
    })
    .await;
    let page = page(whole);
    expect_texts(&page, &["Something went wrong on our side", "Try again"]);
    assert!(page.texts_of(".empty code").concat().starts_with("req_"), "{}", page.text());
    browser.check_page(&page).await;
}

#[test_on_both_engines]
async fn reports_are_for_managers() {
    let salon = listening_salon().await;
    let mut browser = desk_browser(&salon, &receptionist(&salon).await);
    for path in ["/today", "/reports", "/reports/sales", "/reports/utilisation"] {
        assert_eq!(browser.visit(path).await.status, 403, "{path}");
    }
    let page = browser.visit("/board").await;
    assert!(page.links().iter().all(|link| !link.url.path().starts_with("/reports")), "nothing leads there");
}

/// Every row of the page about today.
#[test_on_both_engines]
async fn today_shows_the_figures_of_the_api() {
    let salon = TestSalon::for_browsers().await;
    let manager = manager(&salon).await;
    let mut browser = desk_browser(&salon, &manager);
    let page = browser.visit("/").await.expect_status(200);
    assert_eq!(page.path(), "/today", "where managers begin");
    assert_eq!(page.texts_of("nav.side a[aria-current=page]"), ["Today"]);
    let page = browser.visit("/today?at=all").await.expect_status(200);
    let today = manager.get("/api/today").await.expect_ok()["today"].clone();
    let number = |pointer: &str| today.pointer(pointer).and_then(Value::as_i64).unwrap_or_default();
    let amounts: Vec<String> = page.texts_of(".kpi dd").into_iter().step_by(2).collect();
    let here = number("/bookings/here") + number("/bookings/inProgress");
    let expected = number("/bookings/done") + here + number("/bookings/toCome");
    assert_eq!(amounts[0], money(number("/takingsPaise")));
    assert_eq!(amounts[1], format!("{} of {expected}", number("/bookings/done")));
    let average = today["averageBillPaise"].as_i64();
    assert_eq!(amounts[2], average.map_or_else(|| "–".to_owned(), money));
    assert_eq!(amounts[3], count(number("/bookings/noshow")));
    assert!(page.has_text(&format!("{} on the whole of last", money(number("/takingsLastWeekPaise")))));
    let waiting: Vec<i64> = page.texts_of(".todo .count").iter().map(|count| count.parse().unwrap()).collect();
    let paths = page.attributes_of(".todo a", "href");
    let (requests, others) = waiting.split_at(paths.iter().filter(|path| path.starts_with("/requests?at=")).count());
    assert_eq!(requests.iter().sum::<i64>(), number("/waiting/requests"));
    let counts = ["leave", "staleLeads", "failedMessages"].map(|what| number(&format!("/waiting/{what}")));
    assert_eq!(others, counts.into_iter().filter(|count| *count > 0).collect::<Vec<_>>());

    let days = today["days"].as_array().unwrap();
    let paise = |day: &Value, field: &str| money(day[field].as_i64().unwrap());
    let shown: Vec<_> =
        days.iter().rev().flat_map(|day| [paise(day, "takingsPaise"), paise(day, "previousPaise")]).collect();
    assert_eq!(page.texts_of("table.days28 td"), shown);
    let sum = |field: &str| days.iter().map(|day| day[field].as_i64().unwrap()).sum::<i64>();
    let legend = page.texts_of("p.legend span");
    assert_eq!(legend, [money(sum("takingsPaise")), format!("before: {}", money(sum("previousPaise")))]);
    let best: Vec<_> =
        today["topServices"].as_array().unwrap().iter().map(|service| paise(service, "amountPaise")).collect();
    assert_eq!(page.texts_of(".share b"), best);
    let full: Vec<_> = today["nextDays"].as_array().unwrap().iter().filter_map(booked_percent).collect();
    let percents = page.texts_of("section[aria-labelledby=h-full] text");
    let percents: Vec<_> = percents.into_iter().filter(|text| text.ends_with('%')).collect();
    assert_eq!(percents, full);
    let spoken = page.attributes_of("section[aria-labelledby=h-full] svg", "aria-label").remove(0);
    assert!(spoken.starts_with("How full the next seven days are. ") && !spoken.contains(','), "{spoken}");
    for percent in &full {
        assert!(spoken.contains(&format!(": {percent} booked.")), "{percent}: {spoken}");
    }
    let nearly_full = full.iter().filter(|percent| percent.trim_end_matches('%').parse::<i64>().unwrap() >= 90);
    let notes = page.texts_of("section[aria-labelledby=h-full] p");
    assert_eq!(
        notes.iter().filter(|note| note.ends_with(" is nearly full.")).count(),
        nearly_full.count(),
        "{notes:?}"
    );
}

#[test_on_both_engines]
async fn requests_at_a_branch_that_closed_are_reached_from_today() {
    let salon = listening_salon().await;
    let (boss, asha) = (manager(&salon).await, salon.customer("Asha").await);
    create_booking(&asha, &haircut_request_with("branchId", GOA)).await;
    update_rows(&salon, GOA, "update branches set status = 'closed' where id = $1").await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/today").await.expect_status(200);
    let page = browser.click_link(&page, "Requests at GOA").await.expect_status(200);
    assert!(page.has_text("Asha") && page.has_text("GOA"), "{}", page.text());
    salon.leaves_due_jobs("nobody answers");
}

/// In whole per cent, as the chart says it.
fn booked_percent(day: &Value) -> Option<String> {
    let (booked, rostered) = (day["bookedMinutes"].as_i64()?, day["rosteredMinutes"].as_i64()?);
    let tenths = (rostered > 0).then(|| (2_000 * booked + rostered) / (2 * rostered))?;
    Some(format!("{}%", (tenths + 5) / 10))
}

#[test]
fn reports_are_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let salon = TestSalon::for_browsers().await;
        let boss = manager(&salon).await;
        let paths = [
            "/today",
            "/reports/sales",
            "/reports/services",
            "/reports/staff",
            "/reports/utilisation",
            "/reports/customers",
            "/reports/leads",
            "/reports/memberships",
            "/reports/gst",
            "/reports/day-close",
        ];
        let screens = [
            ChromiumOptions::phone().width(320),
            ChromiumOptions::phone().dark(),
            ChromiumOptions::desktop().width(820),
            ChromiumOptions::desktop().dark(),
        ];
        for (options, paths) in screens_with_pages(&screens, &paths) {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&boss).await;
            for path in paths {
                visitor.open(path).await;
            }
        }
    });
}
