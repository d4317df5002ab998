//! Reports: their pages show what the API says, and charts beside it.

use std::iter::once;

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::billing::amount_format::{format_amount, format_rupees};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::random_sales::insert_random_sales;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, small_salon_with};
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
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
    if page.has_text("Nothing was sold in this period.") {
        assert!(shown.is_empty(), "{context}");
        return 0;
    }
    assert_eq!(shown, expected, "{context}");
    if compared.has_foot {
        let totals = &found["totals"];
        let has_field =
            |(field, _): &(&str, Shown)| !field.is_empty() && !totals[field.split('.').next().unwrap()].is_null();
        let foot = rows(&page, compared, "tfoot").remove(0);
        for (shown, field) in foot.iter().zip(*fields).filter(|(_, field)| has_field(*field)) {
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
}

#[test_on_both_engines]
async fn many_days_are_added_up_by_month() {
    let salon =
        small_salon_with(SalonOptions { at: "2027-03-14 20:00", listens: true, ..SalonOptions::default() }).await;
    let manager = manager(&salon).await;
    insert_random_sales(&salon, 2).await;
    let days = "from=2026-12-15&to=2027-03-14";
    let page = desk_browser(&salon, &manager).visit(&format!("/reports/sales?{days}&at=all")).await.expect_status(200);
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
    let waiting = page.texts_of(".todo .count");
    let counts = ["requests", "leave", "staleLeads", "failedMessages"].map(|what| number(&format!("/waiting/{what}")));
    assert_eq!(
        waiting,
        counts.into_iter().filter(|count| *count > 0).map(|count| count.to_string()).collect::<Vec<_>>()
    );

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
}

/// In whole per cent, as the chart says it.
fn booked_percent(day: &Value) -> Option<String> {
    let (booked, rostered) = (day["bookedMinutes"].as_i64()?, day["rosteredMinutes"].as_i64()?);
    let tenths = (rostered > 0).then(|| (2_000 * booked + rostered) / (2 * rostered))?;
    Some(format!("{}%", (tenths + 5) / 10))
}

#[test_on_both_engines]
async fn a_page_of_figures_is_small() {
    let salon = TestSalon::for_browsers().await;
    let manager = manager(&salon).await.with_header("accept", "text/html").with_header("accept-encoding", "br");
    for path in [
        "/today",
        "/reports/sales",
        "/reports/sales?from=2026-04-01&at=all",
        "/reports/gst",
        "/reports/leads",
        "/schedule",
    ] {
        let reply = manager.get(path).await;
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.bytes.len() <= 20_000, "{path}: {} bytes", reply.bytes.len());
    }
}

#[test]
fn reports_are_without_fault_on_small_dark_and_wide_screens() {
    run(Engine::Sqlite, async || {
        let salon = TestSalon::for_browsers().await;
        let boss = manager(&salon).await;
        for options in [
            ChromiumOptions::phone().width(320),
            ChromiumOptions::phone().dark(),
            ChromiumOptions::desktop().width(820),
            ChromiumOptions::desktop().dark(),
        ] {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&boss).await;
            for path in [
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
            ] {
                visitor.open(path).await;
            }
        }
    });
}
