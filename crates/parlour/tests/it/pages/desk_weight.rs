//! How much the board of a busy day is: bytes over the wire, elements, scripts.

use std::io::Read;

use parlour_db::{DbError, Tx, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::ist::{Timestamp, parse_date, time_at_minute};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::live_salon::{FRIDAY, insert_shift};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, THERAPIST, small_salon_with};
use parlour_testkit::{Reply, SalonOptions, TestSalon, test_on_both_engines};

const BOARD: &str = "/board?at=branch-pune&day=2027-03-05";
const PEOPLE: usize = 20;
const VISITS_EACH: usize = 10;

const MAX_WIRE_BYTES: usize = 10_000;
const MAX_ELEMENTS: usize = 1_500;

const FIRST_NAMES: [&str; 10] =
    ["Ananya", "Binita", "Chitra", "Deepa", "Esha", "Farida", "Geeta", "Harish", "Imran", "Jaya"];
const LAST_NAMES: [&str; 11] =
    ["Rao", "Kulkarni", "Shaikh", "Menon", "Pillai", "Das", "Bhat", "Nair", "Verma", "Iyer", "Gupta"];
const SERVICES: [&str; 5] =
    ["Haircut and blow-dry", "Root touch-up", "Aroma facial", "Gel manicure", "Threading, full face"];

/// Twenty people with ten visits each, with ids, names and phones as they are, seen in the middle of the day.
async fn busy_friday() -> TestSalon {
    let options = SalonOptions { at: "2027-03-05 13:20", listens: true, ..SalonOptions::default() };
    let salon = small_salon_with(options).await;
    salon.leaves_due_jobs("these stories are about the board");
    let now = salon.now();
    let ids: Vec<String> = (0..PEOPLE * (1 + 2 * VISITS_EACH)).map(|_| salon.context().new_id()).collect();
    write_transaction(&salon.app, move |tx| {
        let mut ids = ids.iter();
        let mut next_id = || ids.next().expect("an id").as_str();
        for person in 0..PEOPLE {
            let staff = next_id();
            let name = format!("{} {}", FIRST_NAMES[person % 10], LAST_NAMES[(person * 3) % 11]);
            insert_person(tx, staff, &name, "staff", now)?;
            tx.execute(
                "insert into staff (id, user_id, branch_id, display_name, serves_salon, serves_spa, is_active, created_at, updated_at)
                 values ($1, $1, $2, $3, $4, $4, $4, $5, $5)",
                params![staff, PUNE, name, true, now],
            )?;
            insert_shift(tx, staff, 5, ("10:00", "21:00"))?;
            for visit in 0..VISITS_EACH {
                insert_visit(tx, (person, visit), staff, (next_id(), next_id()), now)?;
            }
        }
        tx.execute("update staff set is_active = $1 where id in ($2, $3)", params![false, STYLIST, THERAPIST]).map(drop)
    })
    .await;
    salon
}

fn insert_person(tx: &mut Tx<'_>, id: &str, name: &str, role: &str, now: Timestamp) -> Result<(), DbError> {
    let sql = "insert into users (id, name, name_folded, role, created_at, updated_at) values ($1, $2, $2, $3, $4, $4)";
    tx.execute(sql, params![id, name, role, now]).map(drop)
}

fn insert_visit(
    tx: &mut Tx<'_>,
    (person, visit): (usize, usize),
    staff: &str,
    (customer, booking): (&str, &str),
    now: Timestamp,
) -> Result<(), DbError> {
    let number = person * VISITS_EACH + visit;
    let name = format!("{} {}", FIRST_NAMES[(number * 7 + visit) % 10], LAST_NAMES[(number * 5 + person) % 11]);
    insert_person(tx, customer, &name, "customer", now)?;
    tx.execute(
        "insert into profiles (id, user_id, phone, name_folded, in_directory, created_at, updated_at)
         values ($1, $1, $2, $3, $4, $5, $5)",
        params![customer, format!("+9198{:08}", number * 379_721 % 100_000_000), name, false, now],
    )?;
    let start = u32::try_from(600 + visit * 65 + person % 3 * 5).expect("a minute");
    // The day is half over: most of those who came are done, a few are late.
    let status = match visit {
        0..=2 if (person + visit) % 10 == 1 => "confirmed",
        0..=2 => "completed",
        3 => "in_progress",
        _ => "confirmed",
    };
    let completed = (status == "completed").then_some(now);
    let day = parse_date(FRIDAY);
    tx.execute(
        "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date, start_time,
             end_time, total_amount_paise, total_duration_minutes, requested_at, confirmed_at, completed_at, created_at,
             updated_at)
         values ($1, $10, $2, $3, $4, 'salon', $5, $6, $7, 1000, 45, $8, $8, $9, $8, $8)",
        params![
            booking,
            PUNE,
            customer,
            status,
            day,
            time_at_minute(start),
            time_at_minute(start + 45),
            now,
            completed,
            format!("BK-PUN-2702-H-{:05}", 310 + number * 37 % 400)
        ],
    )?;
    tx.execute(
        "insert into booking_services (id, booking_id, booking_date, service_id, staff_id, service_name_snapshot,
             price_at_booking_paise, duration_minutes, display_order)
         values ($1, $1, $2, 'service-cut', $3, $4, 1000, 45, 0)",
        params![booking, day, staff, SERVICES[number % 5]],
    )
    .map(drop)
}

pub(super) fn unpack(reply: &Reply) -> String {
    let mut html = String::new();
    let read = match reply.header("content-encoding") {
        Some("br") => brotli::Decompressor::new(&reply.bytes[..], 4096).read_to_string(&mut html),
        Some("gzip") => flate2::read::GzDecoder::new(&reply.bytes[..]).read_to_string(&mut html),
        other => panic!("encoded as {other:?}"),
    };
    read.unwrap();
    html
}

/// The content of templates is no part of the page.
fn count_elements(html: &str) -> usize {
    let mut rest = html;
    let mut count = 0;
    while let Some((before, template)) = rest.split_once("<template>") {
        count += 1 + count_elements(before);
        rest = template.split_once("</template>").expect("its end").1;
    }
    count + rest.matches('<').count() - rest.matches("</").count() - rest.matches("<!").count()
}

#[test_on_both_engines]
async fn a_busy_day_stays_small() {
    let salon = busy_friday().await;
    let desk = receptionist(&salon).await;
    let reply = desk.clone().with_header("accept-encoding", "gzip, deflate, br, zstd").get(BOARD).await;
    assert_eq!(reply.header("content-encoding"), Some("br"));
    let html = unpack(&reply);
    assert_eq!(html.matches("<li class=\"at ").count(), PEOPLE * VISITS_EACH);
    let (bytes, elements) = (reply.bytes.len(), count_elements(&html));
    assert!(bytes <= MAX_WIRE_BYTES, "{bytes} bytes over the wire, {elements} elements");
    assert!(elements <= MAX_ELEMENTS, "{elements} elements, {bytes} bytes over the wire");
}

#[test_on_both_engines]
async fn pages_of_the_desk_are_packed_for_whoever_takes_it() {
    let salon = busy_friday().await;
    let desk = receptionist(&salon).await;
    for (accepted, encoding) in [("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("br", "br")] {
        let reply = desk.clone().with_header("accept-encoding", accepted).get(BOARD).await;
        assert_eq!(reply.header("content-encoding"), Some(encoding), "{accepted}");
        let length = reply.header("content-length").map(|length| length.parse().unwrap());
        assert!(length.is_none_or(|length: usize| length == reply.bytes.len()), "{accepted}: {length:?}");
        assert!(unpack(&reply).trim_end().ends_with("</html>"), "{accepted}");
    }
    let plain = desk.clone().with_header("accept-encoding", "identity").get(BOARD).await;
    assert_eq!(plain.header("content-encoding"), None);
    assert!(String::from_utf8_lossy(&plain.bytes).contains("</html>"));
    let varied = plain.header("vary").unwrap_or_default().to_ascii_lowercase();
    assert!(varied.contains("accept-encoding") && varied.contains("cookie"), "{varied}");
}

/// With all that scripts add, and with what assistive technology needs.
#[test_on_both_engines]
async fn a_busy_day_stays_small_in_a_browser() {
    let salon = busy_friday().await;
    let desk = receptionist(&salon).await;
    let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
    visitor.sign_in_as(&desk).await;
    visitor.open(BOARD).await;
    visitor.wait_for("day-board:defined").await;
    let elements = visitor.count("*").await;
    assert!(elements <= MAX_ELEMENTS, "{elements} elements");
}
