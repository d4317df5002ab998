//! A busy year, reported: the salon's books may be long, the server's memory is not.

use std::time::{Duration, Instant};

use chrono::{Days, NaiveDate};
use parlour_db::{Db, DbError, Tx, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::billing::amount_format::format_amount;
use parlour_domain::ist::{Timestamp, parse_date, parse_time};
use parlour_testkit::process::{Installation, ParlourProcess, http_client, send_and_read};
use parlour_testkit::{Engine, Reply};

use crate::parlour_binary::PARLOUR_BINARY;

const FIRST_DAY: &str = "2026-04-01";
const DAY_COUNT: u64 = 365;
const CUSTOMER_COUNT: i64 = 20_000;
/// One invoice in so many is credited, on its own day.
const CREDITED_ONE_IN: i64 = 20;
/// What a server may take, in KiB; with a quiet year behind it, it takes up to 130 MiB.
const MAX_MEMORY_KIB: u64 = 192 * 1_024;
/// By how much the pages of a busy year may add to a server that has shown the page of one day, in KiB.
const MAX_PAGE_MEMORY_KIB: u64 = 64 * 1_024;
const MAX_FIRST_BYTE: Duration = Duration::from_millis(300);
const MAX_WHOLE_PAGE: Duration = Duration::from_secs(2);
const PAGE_ROUNDS: usize = 5;

const REPORT_NAMES: [&str; 9] =
    ["sales", "services", "staff", "utilisation", "customers", "leads", "memberships", "gst", "day-close"];

/// Every day the same number of visits, two services in each, for 1,180 rupees together.
async fn insert_year(db: &Db, per_day: i64) {
    db.write(insert_base_rows).await.unwrap();
    for day in parse_date(FIRST_DAY).unwrap().iter_days().take(usize::try_from(DAY_COUNT).unwrap()) {
        db.write(move |tx| insert_day(tx, day, per_day)).await.unwrap();
    }
    if db.engine() == parlour_db::Engine::Postgres {
        // As the server does by itself, where it is not a test's.
        db.write(|tx| tx.execute("analyze", params![])).await.unwrap();
    }
}

fn insert_base_rows(tx: &mut Tx<'_>) -> Result<(), DbError> {
    let at = Timestamp::from_millis(1_700_000_000_000);
    tx.execute(
        "insert into branches (id, code, number, name, address, is_primary, created_at, updated_at)
         values ('branch', 'BR', 1, 'Branch', '', true, $1, $1)",
        params![at],
    )?;
    tx.execute(
        "insert into service_categories (id, name, slug, service_type, created_at, updated_at)
         values ('category', 'Hair', 'hair', 'salon', $1, $1)",
        params![at],
    )?;
    tx.execute(
        "with recursive n(i) as (select cast(0 as bigint) union all select i + 1 from n where i < $1)
         insert into users (id, name, name_folded, created_at, updated_at)
         select 'customer-' || cast(i as text), 'Asha', 'asha', $2, $2 from n",
        params![CUSTOMER_COUNT - 1, at],
    )?;
    for number in 0..10 {
        tx.execute(
            "insert into services (id, category_id, name, slug, duration_minutes, price_paise, created_at, updated_at)
             values ($1, 'category', $1, $1, 30, 59000, $2, $2)",
            params![format!("service-{number}"), at],
        )?;
        tx.execute(
            "insert into staff (id, user_id, branch_id, display_name, serves_salon, created_at, updated_at)
             values ($1, $2, 'branch', $1, true, $3, $3)",
            params![format!("staff-{number}"), format!("customer-{number}"), at],
        )?;
    }
    Ok(())
}

fn insert_day(tx: &mut Tx<'_>, day: NaiveDate, per_day: i64) -> Result<(), DbError> {
    let (at, noon) = (Timestamp::ist_midnight(day), parse_time("12:00"));
    let (prefix, number) = (format!("{day}-"), format!("{}/", day.format("%y%m%d")));
    let turn = day.signed_duration_since(parse_date(FIRST_DAY).unwrap()).num_days() * 7;
    tx.execute(
        "with recursive n(i) as (select cast(1 as bigint) union all select i + 1 from n where i < $1)
         insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date, start_time,
             end_time, total_amount_paise, total_duration_minutes, requested_at, completed_at, created_at, updated_at)
         select $2 || cast(i as text), $2 || cast(i as text), 'branch',
             'customer-' || cast((i * 17 + $3) % 20000 as text), 'completed', 'salon', $4, $5, $5, 118000, 60, $6, $6, $6, $6
         from n",
        params![per_day, prefix, turn, day, noon, at],
    )?;
    tx.execute(
        "with recursive n(i) as (select cast(1 as bigint) union all select i + 1 from n where i < $1)
         insert into invoices (id, invoice_number, invoice_type, invoice_date, branch_id, booking_id, customer_id,
             seller_name, seller_address, gst_registered, customer_name, search_text, subtotal_paise, total_amount_paise,
             gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise, payment_method, paid_at,
             created_at)
         select $2 || cast(i as text), $7 || cast(i as text), 'service', $4, 'branch', $2 || cast(i as text),
             'customer-' || cast((i * 17 + $3) % 20000 as text), 'Salon', 'MG Road, Pune', true, 'Asha Rao', 'asha rao',
             118000, 118000, 1800, 100000, 9000, 9000, 18000,
             case when i % 3 = 0 then 'cash' when i % 3 = 1 then 'upi' else 'card' end, $5, $6
         from n",
        params![per_day, prefix, turn, day, at, at, number],
    )?;
    tx.execute(
        "with recursive n(i) as (select cast(1 as bigint) union all select i + 1 from n where i < $1)
         insert into invoice_lines (invoice_id, line_number, service_id, staff_id, description, sac, price_paise,
             total_amount_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise)
         select $2 || cast(i as text), line, 'service-' || cast((i + line) % 10 as text),
             'staff-' || cast((i * line) % 10 as text), 'A service', '999721', 59000, 59000, 1800, 50000, 4500, 4500
         from n cross join (select cast(1 as bigint) as line union all select cast(2 as bigint)) lines",
        params![per_day, prefix],
    )?;
    tx.execute(
        "insert into invoice_payments (invoice_id, payment_number, method, amount_paise)
         select id, 1, payment_method, total_amount_paise from invoices where invoice_date = $1",
        params![day],
    )?;
    tx.execute(
        "with recursive n(i) as (select cast(1 as bigint) union all select i + 1 from n where i < $1)
         insert into credit_notes (id, credit_note_number, invoice_id, branch_id, customer_id, credit_date, reason,
             total_amount_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise,
             created_by, created_at)
         select $2 || cast(i as text), 'C' || $5 || cast(i as text), $2 || cast(i as text), 'branch', 'customer-0', $3,
             'Reason', 118000, 1800, 100000, 9000, 9000, 18000, 'customer-0', $4
         from n where i % 20 = 0",
        params![per_day, prefix, day, at, number],
    )?;
    tx.execute(
        "insert into credit_note_lines (credit_note_id, line_number, total_amount_paise, taxable_value_paise, cgst_paise,
             sgst_paise)
         select c.id, l.line_number, l.total_amount_paise, l.taxable_value_paise, l.cgst_paise, l.sgst_paise
         from credit_notes c join invoice_lines l on l.invoice_id = c.invoice_id where c.credit_date = $1",
        params![day],
    )?;
    tx.execute(
        "insert into credit_note_refunds (credit_note_id, refund_number, method, amount_paise)
         select id, 1, 'cash', total_amount_paise from credit_notes where credit_date = $1",
        params![day],
    )?;
    Ok(())
}

/// In KiB: what it has now, and the most that it has ever had.
fn memory_kib(process: &ParlourProcess) -> (u64, u64) {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().find_map(|word| word.parse().ok()).unwrap()
    };
    (of("VmRSS:"), of("VmHWM:"))
}

async fn get_report(process: &ParlourProcess, cookie: &str, path: &str) -> Reply {
    let patient = http_client().get(process.url(AppKind::Admin, path));
    let patient = patient.header("cookie", cookie).timeout(Duration::from_mins(5));
    send_and_read(patient).await.unwrap()
}

fn last_day() -> NaiveDate {
    parse_date(FIRST_DAY).unwrap() + Days::new(DAY_COUNT - 1)
}

/// How many invoices the year has, and how many of them are credited.
fn invoice_counts(per_day: i64) -> (i64, i64) {
    let days = i64::try_from(DAY_COUNT).unwrap();
    (per_day * days, per_day / CREDITED_ONE_IN * days)
}

/// A server with the year behind it, and the Cookie header of a manager.
async fn serve_year(engine: Engine, per_day: i64) -> (ParlourProcess, String) {
    let salon = Installation::on(engine, PARLOUR_BINARY).with("PARLOUR_CLOCK_START", "2027-04-01T12:00:00+05:30");
    salon.run(&["migrate"]).expect_success();
    let db = salon.database().await;
    insert_year(&db, per_day).await;
    drop(db);
    let started = Instant::now();
    salon.run_within(Duration::from_mins(10), &["job", "nightly-sales-summary"]).expect_success();
    println!("{engine:?}: the sums of the year's days are kept after {:?}", started.elapsed());
    let process = salon.serve(&[]);
    let cookie = process.session("meera@test.invalid", "manager");
    (process, cookie)
}

async fn assert_year_is_reported(engine: Engine, per_day: i64) {
    let (process, cookie) = serve_year(engine, per_day).await;
    let end = last_day();
    for name in REPORT_NAMES {
        for format in ["json", "csv", "xlsx"] {
            let started = Instant::now();
            let path = format!("/api/reports/{name}?from={FIRST_DAY}&to={end}&format={format}");
            let reply = get_report(&process, &cookie, &path).await;
            assert_eq!(reply.status, 200, "{path}: {}", reply.text());
            println!("{engine:?} {name} as {format}: {:?}, {:?} KiB", started.elapsed(), memory_kib(&process));
        }
    }
    let (_, most) = memory_kib(&process);
    assert!(most < MAX_MEMORY_KIB, "it took {most} KiB");
    assert_figures(&process, &cookie, per_day, end).await;
}

async fn assert_figures(process: &ParlourProcess, cookie: &str, per_day: i64, end: NaiveDate) {
    let (count, credited) = invoice_counts(per_day);
    let report = async |name: &str| {
        let path = format!("/api/reports/{name}?from={FIRST_DAY}&to={end}");
        get_report(process, cookie, &path).await.expect_ok()["report"].clone()
    };
    let sales = report("sales").await;
    assert_eq!(sales["totals"]["invoiceCount"], count);
    assert_eq!(sales["totals"]["netAmountPaise"], 118_000 * (count - credited));
    assert_eq!(sales["series"].as_array().unwrap().len(), 365);
    assert_eq!(report("services").await["totals"]["count"], 2 * count);
    assert_eq!(report("staff").await["totals"]["revenuePaise"], 118_000 * count);
    let gst = report("gst").await;
    assert_eq!(gst["rates"][0]["invoiceCount"], count);
    assert_eq!(gst["totals"]["netGstPaise"], 18_000 * (count - credited));
    let customers = report("customers").await;
    assert_eq!(customers["visitCount"], count);
    assert_eq!(customers["newCount"], customers["customerCount"]);
    let till = report("day-close").await;
    assert_eq!(till["totals"]["takenPaise"], 118_000 * count);
    assert_eq!(till["differencePaise"], 0);
    let first_day = parse_date(FIRST_DAY).unwrap();
    assert_page_figures(&time_sales_page(process, cookie, first_day, "identity").await, per_day);
}

/// A page as it came.
struct TimedPage {
    bytes: Vec<u8>,
    first_byte: Duration,
    whole: Duration,
}

/// The sales of some days as a browser asks for their page.
async fn time_sales_page(process: &ParlourProcess, cookie: &str, from: NaiveDate, encoding: &str) -> TimedPage {
    let path = format!("/reports/sales?from={from}&to={}", last_day());
    let request = http_client().get(process.url(AppKind::Admin, &path)).timeout(Duration::from_mins(5));
    let request = request.header("cookie", cookie).header("accept-encoding", encoding);
    let started = Instant::now();
    let mut response = request.send().await.unwrap();
    assert_eq!(response.status(), 200, "{path}");
    let mut bytes = response.chunk().await.unwrap().expect("a page").to_vec();
    let first_byte = started.elapsed();
    while let Some(part) = response.chunk().await.unwrap() {
        bytes.extend_from_slice(&part);
    }
    TimedPage { bytes, first_byte, whole: started.elapsed() }
}

fn assert_page_figures(page: &TimedPage, per_day: i64) {
    let text = String::from_utf8_lossy(&page.bytes);
    let (count, credited) = invoice_counts(per_day);
    for paise in [100 * count, 118_000 * (count - credited)] {
        let shown = format_amount(paise);
        let shown = shown.trim_end_matches(".00");
        assert!(text.contains(shown), "{shown} in {text}");
    }
    assert!(text.trim_end().ends_with("</html>"), "{text}");
}

async fn assert_sales_page_is_fast(engine: Engine, per_day: i64) {
    let (process, cookie) = serve_year(engine, per_day).await;
    let first_day = parse_date(FIRST_DAY).unwrap();
    time_sales_page(&process, &cookie, last_day(), "br").await;
    let (before, _) = memory_kib(&process);
    let mut slow = Vec::new();
    // What is compressed may wait for more before anything of it is sent.
    for encoding in ["identity", "gzip, deflate, br"] {
        for _ in 0..PAGE_ROUNDS {
            let page = time_sales_page(&process, &cookie, first_day, encoding).await;
            let (first_byte, whole) = (page.first_byte, page.whole);
            let line = format!("{engine:?} {encoding}: first byte after {first_byte:?}, whole page after {whole:?}");
            println!("{line}");
            if first_byte > MAX_FIRST_BYTE || whole > MAX_WHOLE_PAGE {
                slow.push(line);
            }
            if encoding == "identity" {
                assert_page_figures(&page, per_day);
            }
        }
    }
    let (_, most) = memory_kib(&process);
    println!("{engine:?}: {before} KiB before the year, {most} KiB at most");
    assert!(most < before + MAX_PAGE_MEMORY_KIB, "from {before} to {most} KiB");
    assert!(slow.is_empty(), "{slow:#?}");
}

#[tokio::test]
async fn a_year_of_few_invoices_is_reported_on_sqlite() {
    assert_year_is_reported(Engine::Sqlite, 3).await;
}

#[tokio::test]
async fn a_year_of_few_invoices_is_reported_on_postgres() {
    assert_year_is_reported(Engine::Postgres, 3).await;
}

#[tokio::test]
#[ignore = "long: for `make soak`"]
async fn soak_a_year_of_a_million_invoices_on_sqlite() {
    assert_year_is_reported(Engine::Sqlite, 2_740).await;
}

#[tokio::test]
#[ignore = "long: for `make soak`"]
async fn soak_a_year_of_a_million_invoices_on_postgres() {
    assert_year_is_reported(Engine::Postgres, 2_740).await;
}

#[tokio::test]
#[ignore = "long: for `make soak`"]
async fn soak_the_sales_page_of_a_million_invoices_is_fast_on_sqlite() {
    assert_sales_page_is_fast(Engine::Sqlite, 2_740).await;
}

#[tokio::test]
#[ignore = "long: for `make soak`"]
async fn soak_the_sales_page_of_a_million_invoices_is_fast_on_postgres() {
    assert_sales_page_is_fast(Engine::Postgres, 2_740).await;
}
