use std::path::PathBuf;

use chrono::NaiveDate;
use parlour_app::request_context::RequestContext;
use parlour_app::rng::SharedRng;
use parlour_domain::audit::AuditAction;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ist::{DAY_MS, HOUR_MS, Timestamp};
use parlour_domain::phone::Phone;
use parlour_store::{DatabaseLocation, Db, DbError, Tx};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use super::branches::with_gstin_check_character;
use super::{DemoRefusal, fill_demo_salon};

/// A database that tests read directly, so that they see every column of every table.
struct DemoDatabase {
    db: Db,
    runtime: Runtime,
    file: PathBuf,
    _folder: TempDir,
}

fn empty() -> DemoDatabase {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("demo.db");
    let db = Db::open(&DatabaseLocation::Sqlite(file.clone()), None).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    DemoDatabase { db, runtime, file, _folder: folder }
}

fn filled_at(now: &str) -> DemoDatabase {
    let demo = empty();
    demo.fill_demo_salon(now).unwrap();
    demo
}

impl DemoDatabase {
    fn fill_demo_salon(&self, now: &str) -> Result<(), DemoRefusal> {
        let context = RequestContext::command(Timestamp::parse(now).unwrap(), SharedRng::system());
        self.write(move |tx| fill_demo_salon(tx, &context))
    }

    fn write<E: From<DbError> + Send + 'static>(
        &self,
        work: impl Fn(&mut Tx<'_>) -> Result<(), E> + Send + 'static,
    ) -> Result<(), E> {
        self.runtime.block_on(self.db.bulk_write(work))
    }

    fn rows(&self, sql: &str) -> Vec<Vec<Value>> {
        let connection = Connection::open_with_flags(&self.file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let mut statement = connection.prepare(sql).unwrap();
        let width = statement.column_count();
        let read = |row: &rusqlite::Row<'_>| (0..width).map(|at| row.get(at)).collect();
        statement.query_map([], read).unwrap().collect::<Result<_, _>>().unwrap()
    }

    fn texts(&self, sql: &str) -> Vec<String> {
        let text = |row: Vec<Value>| match row.into_iter().next() {
            Some(Value::Text(text)) => text,
            other => panic!("{sql}: {other:?}"),
        };
        self.rows(sql).into_iter().map(text).collect()
    }

    fn count(&self, sql: &str) -> i64 {
        match self.rows(&format!("select count(*) from {sql}"))[..] {
            [ref row] => match row[..] {
                [Value::Integer(count)] => count,
                _ => panic!("{sql}: {row:?}"),
            },
            _ => panic!("{sql}"),
        }
    }

    /// Every row of every table, except the migration history, which contains the time of migration, and the search index.
    fn dump(&self) -> Vec<String> {
        let tables = "select name from sqlite_master where type = 'table' and name not like 'refinery%'
             and name not like 'directory_search%' order by 1";
        let mut lines = Vec::new();
        for table in &self.texts(tables) {
            let rows = self.rows(&format!("select * from {table} order by 1, 2"));
            lines.extend(rows.iter().map(|row| format!("{table}: {row:?}")));
        }
        lines
    }
}

const NOON: &str = "2026-11-15T12:00:00+05:30";

#[test]
fn the_demo_salon_has_the_expected_size() {
    let demo = filled_at(NOON);
    let minimums = [
        (2, "branches where status = 'operational' and gstin is not null and phone like '+91%'"),
        (1, "branches where is_primary and availability_mode = 'open'"),
        (1, "branches where status = 'operational' and availability_mode = 'live'"),
        (1, "branches where status = 'coming_soon'"),
        (8, "service_categories where is_active"),
        (1, "service_categories where not is_active"),
        (44, "services s join service_categories c on c.id = s.category_id where s.is_active and c.is_active"),
        (8, "services where gems_redeemable and is_active and gems_required > 0 and gems_catalogue_order > 0"),
        (3, "services where not is_active"),
        (3, "membership_tiers where is_active"),
        (1, "membership_tiers where not is_active"),
        (6, "tags"),
        (30, "customer_tags"),
        (30, "customer_notes"),
        (100, "profiles where utm_source is not null"),
        (300, "consents"),
        (40, "leads where created_at >= '2026-09-16'"),
        (10, "leads where assigned_to is not null"),
        (10, "lead_notes"),
        (1, "staff where not is_active"),
        (1, "branches where hours like '%11:00-18:00'"),
        (10, "day_closes where expected_cash_paise >= opening_float_paise"),
        (2, "bookings where guest_name is not null and status = 'confirmed'"),
        (1, "staff_leave where status = 'approved' and start_date > '2026-11-15'"),
        (1, "staff_leave where status = 'pending' and start_date > '2026-11-15'"),
        (1, "branch_holidays where holiday_date > '2026-11-15'"),
        (1, "staff s join users u on u.id = s.user_id where u.email = 'staff@demo.invalid' and s.is_active"),
        (10, "bookings where status = 'pending'"),
        (5, "bookings where wished_staff_gender = 'female'"),
        (5, "bookings where wished_staff_id is not null"),
        (1, "bookings where status = 'pending' and coalesce(wished_staff_id, wished_staff_gender) is not null"),
        (
            20,
            "bookings b join branches n on n.id = b.branch_id
             where n.availability_mode = 'live' and b.status = 'confirmed' and b.booking_date > '2026-11-15'",
        ),
        (50, "occupied_times where booking_id is not null and expires_at is null"),
        (1, "staff_blocks"),
        (1, "bookings where offered_date is not null"),
        (20, "bookings where status = 'confirmed'"),
        (5, "bookings where status = 'cancelled'"),
        (5, "bookings where status = 'no_show'"),
        (5, "bookings where status = 'rejected'"),
        (100, "bookings where status = 'completed'"),
        (100, "invoices where invoice_type = 'service'"),
        (10, "invoice_payments where payment_number = 2 and reference is not null"),
        (10, "tips"),
        (5, "invoices where discount_reason is not null and discounted_by is not null"),
        (1, "branches where round_invoices = 'rupee' and desk_discount_percent > 0 and upi_id is not null"),
        (10, "invoices where invoice_type = 'membership_purchase'"),
        (10, "invoices where invoice_type = 'membership_session'"),
        (10, "memberships where status = 'active'"),
        (40, "gems_accounts where balance > 0"),
        (3, "bookings b join users u on u.id = b.customer_id where u.email = 'customer@demo.invalid'"),
    ];
    for (minimum, rows) in minimums {
        let count = demo.count(rows);
        assert!(count >= minimum, "{count} of {rows}");
    }
    assert_eq!(demo.count("users where role = 'customer'"), 300);
    assert_eq!(demo.count("profiles where in_directory and phone is not null"), 300);
    assert_eq!(demo.count("users where not onboarded or not email_verified"), 0);
    assert_eq!(demo.count("salon_settings where name is null and about <> ''"), 1);
    assert_eq!(demo.count("setup_steps where state = 'done'"), 2);
    assert_eq!(
        demo.texts("select action from audit_log where action = 'salon.demo'"),
        [AuditAction::SalonDemo.as_str()]
    );
    assert_eq!(demo.rows("pragma foreign_key_check"), Vec::<Vec<Value>>::new());
}

#[test]
fn everything_that_is_sold_has_a_name_and_a_description_in_hindi() {
    let demo = filled_at(NOON);
    for table in ["service_categories", "services", "offers", "membership_tiers"] {
        let without = format!("select name from {table} where name_hi is null or description_hi is null");
        assert_eq!(demo.texts(&without), Vec::<String>::new(), "{table}");
    }
    assert_eq!(demo.count("salon_settings where about_hi is not null"), 1);
}

#[test]
fn there_is_a_sign_in_user_for_every_role() {
    let demo = filled_at(NOON);
    for role in ["owner", "developer", "manager", "receptionist", "staff", "customer"] {
        let mailbox = format!("{role}@demo.invalid");
        assert_eq!(demo.count(&format!("users where email = '{mailbox}' and role = '{role}'")), 1, "{role}");
    }
    assert_eq!(demo.count("users where role in ('owner', 'developer', 'manager', 'receptionist')"), 4);
    let first = "select email from users where role = 'customer' order by name_folded, id limit 1";
    assert_eq!(demo.texts(first), ["customer@demo.invalid"]);
}

#[test]
fn every_branch_has_two_staff_members_per_service_type_on_weekdays() {
    let demo = filled_at(NOON);
    for branch in ["BLR", "IND"] {
        for work in ["serves_salon", "serves_spa"] {
            for weekday in 1..=6 {
                let rostered = format!(
                    "staff s join branches b on b.id = s.branch_id join staff_shifts h on h.staff_id = s.id
                     join staff_shift_breaks k on k.shift_id = h.id
                     where s.is_active and b.code = '{branch}' and {work} and h.weekday = {weekday}"
                );
                assert!(demo.count(&rostered) >= 2, "{rostered}");
            }
        }
    }
    assert_eq!(demo.count("staff_shifts where weekday = 7"), 2);
    assert_eq!(demo.rows("select distinct gender from staff").len(), 2);
}

#[test]
fn the_same_time_gives_the_same_data() {
    assert_eq!(filled_at(NOON).dump(), filled_at(NOON).dump());
}

#[test]
fn only_an_empty_database_is_filled() {
    let demo = filled_at(NOON);
    let before = demo.dump();
    assert!(matches!(demo.fill_demo_salon(NOON), Err(DemoRefusal::NotEmpty)));
    assert_eq!(demo.dump(), before);

    let taken = empty();
    taken
        .write(|tx| {
            let today = NaiveDate::default();
            super::user_accounts::insert_team(tx, &super::random::DemoRandom::new("others", today)).map(drop)
        })
        .unwrap();
    assert!(matches!(taken.fill_demo_salon(NOON), Err(DemoRefusal::NotEmpty)));
    assert_eq!(taken.count("branches"), 0);
}

#[test]
fn today_is_under_way_at_both_branches() {
    let demo = filled_at("2026-11-17T15:10:00+05:30");
    for branch in ["BLR", "IND"] {
        for (status, least) in [("completed", 3), ("confirmed", 3)] {
            let rows = format!(
                "bookings b join branches n on n.id = b.branch_id
                 where n.code = '{branch}' and b.booking_date = '2026-11-17' and b.status = '{status}'"
            );
            let count = demo.count(&rows);
            assert!(count >= least, "{count} of {rows}");
        }
    }
    assert!(demo.count("bookings where booking_date = '2026-11-17' and status = 'in_progress'") >= 2);
    // Nobody does two things at once.
    let overlapping = "booking_services s join bookings b on b.id = s.booking_id and b.booking_date = '2026-11-17'
        join booking_services t on t.staff_id = s.staff_id
        join bookings c on c.id = t.booking_id and c.id < b.id and c.booking_date = b.booking_date
            and c.start_time < b.end_time and b.start_time < c.end_time";
    assert_eq!(demo.count(overlapping), 0);
    assert_eq!(demo.count("queued_jobs where due_at <= '2026-11-17T09:40:00.000Z' and done_at is null"), 0);
    let unordered = "invoices i join invoices j on j.branch_id = i.branch_id and j.invoice_number > i.invoice_number
        and j.invoice_type = i.invoice_type and j.created_at < i.created_at
        where i.created_at > '2026-11-16T18:30:00.000Z' and j.created_at > '2026-11-16T18:30:00.000Z'";
    assert_eq!(demo.count(unordered), 0);
}

#[test]
fn no_record_is_from_the_future_on_any_day() {
    // Just after midnight, on 29 February, and on the day before.
    for now in ["2027-01-01T00:00:00+05:30", "2028-02-29T00:00:01+05:30", "2028-02-28T09:00:00+05:30"] {
        let demo = filled_at(now);
        let now = Timestamp::parse(now).unwrap();
        for (table, column) in [
            ("users", "updated_at"),
            ("profiles", "updated_at"),
            ("consents", "recorded_at"),
            ("leads", "updated_at"),
            ("lead_notes", "created_at"),
            ("customer_notes", "created_at"),
            ("customer_tags", "assigned_at"),
            ("services", "updated_at"),
            ("offers", "created_at"),
            ("staff_leave", "updated_at"),
        ] {
            assert_eq!(demo.count(&format!("{table} where {column} > '{now}'")), 0, "{table} at {now}");
        }
        let today = now.ist_date();
        let tomorrow = today.succ_opt().unwrap();
        for (date, least) in [(today, 3), (tomorrow, 3)] {
            let day = date.format("%m-%d");
            let born = demo.count(&format!("profiles where birthday = '{day}' and marketing_consent"));
            assert!(born >= least, "{born} born on {day}");
        }
    }
}

#[test]
fn consent_follows_age_and_the_last_decision() {
    let demo = filled_at(NOON);
    assert!(demo.count("profiles where date_of_birth > '2008-11-15'") >= 6);
    assert_eq!(demo.count("profiles where date_of_birth > '2008-11-15' and marketing_consent"), 0);
    assert!(demo.count("(select user_id from consents group by 1 having count(*) > 1)") >= 5);
    let last = "consents c where recorded_at =
        (select max(recorded_at) from consents l where l.user_id = c.user_id)";
    assert_eq!(demo.count(last), 300);
    let agreeing = "profiles p join consents c on c.user_id = p.user_id and c.recorded_at =
            (select max(recorded_at) from consents l where l.user_id = p.user_id)
        where c.given = p.marketing_consent
            and p.marketing_consent_at is case when c.given then c.recorded_at end";
    assert_eq!(demo.count(agreeing), 300);
}

#[test]
fn leads_are_in_every_status_and_some_are_stale() {
    let demo = filled_at(NOON);
    let now = Timestamp::parse(NOON).unwrap();
    for (status, stale_after) in [("new", 1), ("contacted", 3), ("follow_up", 2), ("booked", 7)] {
        let limit = now.plus_millis(-stale_after * DAY_MS);
        let since = "coalesce(last_contacted_at, created_at)";
        let fresh = demo.count(&format!("leads where status = '{status}' and {since} > '{limit}'"));
        let stale = demo.count(&format!("leads where status = '{status}' and {since} <= '{limit}'"));
        assert!(fresh >= 3 && stale >= 3, "{status}: {fresh} fresh, {stale} stale");
    }
    for status in ["won", "lost"] {
        assert!(demo.count(&format!("leads where status = '{status}'")) >= 5, "{status}");
    }
    let without_reason = "leads l where status = 'lost' and not exists
        (select 1 from lead_notes n where n.lead_id = l.id and n.content like 'Lost: %')";
    assert_eq!(demo.count(without_reason), 0);
    let two_days_ago = now.plus_millis(-48 * HOUR_MS);
    let due =
        format!("leads where status = 'follow_up' and assigned_to <> '' and last_contacted_at < '{two_days_ago}'");
    assert!(demo.count(&due) >= 1);
    let out_of_order = "leads where created_at > first_contacted_at or first_contacted_at > followed_up_at
        or followed_up_at > booked_at or booked_at > won_at or last_contacted_at > updated_at";
    assert_eq!(demo.count(out_of_order), 0);
}

#[test]
fn offers_are_current_expired_inactive_and_future() {
    let demo = filled_at(NOON);
    let (today, current) = ("2026-11-15", "is_active and start_date <= '2026-11-15' and end_date >= '2026-11-15'");
    for kind in ["percentage", "flat", "combo_price"] {
        assert_eq!(demo.count(&format!("offers where offer_type = '{kind}' and {current}")), 1, "{kind}");
    }
    assert_eq!(demo.count(&format!("offers where is_active and end_date < '{today}'")), 1);
    assert_eq!(demo.count(&format!("offers where is_active and start_date > '{today}'")), 1);
    assert_eq!(demo.count("offers where not is_active"), 1);
    // Every service of an offer exists.
    let named: usize = super::offers::OFFERS.iter().map(|spec| spec.services.len()).sum();
    assert_eq!(usize::try_from(demo.count("offer_services")).unwrap(), named);
    let more_expensive = "offers o where combo_price_paise >= (select sum(s.price_paise)
        from offer_services l join services s on s.id = l.service_id where l.offer_id = o.id)";
    assert_eq!(demo.count(more_expensive), 0);
    let spa_services = "offer_services l join services s on s.id = l.service_id
        join service_categories c on c.id = s.category_id where c.service_type = 'spa'";
    assert_eq!(demo.count(spa_services), 0);
}

#[test]
fn addresses_phones_and_registrations_are_well_formed() {
    let demo = filled_at(NOON);
    for email in demo.texts("select email from users union all select email from leads where email is not null") {
        assert!(EmailAddress::parse(&email).is_ok() && email.ends_with("@demo.invalid"), "{email}");
    }
    let phones = "select phone from profiles union all select phone from leads
        union all select phone from branches where phone is not null";
    for phone in demo.texts(phones) {
        assert_eq!(Phone::parse(&phone).unwrap().as_str(), phone);
        assert!(["+9199999", "+9198888", "+9190000"].iter().any(|range| phone.starts_with(range)), "{phone}");
    }
    assert!(demo.rows("select distinct phone from profiles").len() >= 290);
    for gstin in demo.texts("select gstin from branches where gstin is not null") {
        assert_eq!(with_gstin_check_character(&gstin[..14]), gstin);
        assert!(gstin.starts_with("29") && gstin.len() == 15, "{gstin}");
    }
}

#[test]
fn check_characters_of_known_gstins_are_correct() {
    for known in ["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "07AAACB2894G1ZP"] {
        assert_eq!(with_gstin_check_character(&known[..14]), known);
    }
}
