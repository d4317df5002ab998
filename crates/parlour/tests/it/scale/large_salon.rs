//! Parlour after years of business: `parlour demo --scale`, and how long the desk waits then.
//!
//! The long forms are for `make soak`.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use parlour_demo::{GeneratedTotals, generate_at_scale};
use parlour_domain::auth::app_kind::AppKind::Admin;
use parlour_store::{Conn, DbError};
use parlour_testkit::process::{Installation, ParlourProcess, eventually};
use parlour_testkit::{Engine, Reply, TestSalon, test_on_both_engines};
use serde_json::Value;

use super::desk_pages;
use crate::parlour_binary::{PARLOUR_BINARY, demo_on_current_engine, installation_on_current_engine};

const MIB: u64 = 1 << 20;
const DIRECTORY_SORTS: [&str; 6] = ["ltv", "visits", "last_visit", "name", "gems", "noshows"];

async fn count_all(salon: &TestSalon, sql: &'static str) -> i64 {
    let read = move |conn: &mut Conn<'_>| -> Result<i64, DbError> {
        Ok(conn.one::<(i64,)>(sql, &[])?.map_or(0, |(count,)| count))
    };
    salon.app.db.read(read).await.unwrap()
}

async fn large_salon_with_bookings(visits: usize) -> (TestSalon, GeneratedTotals) {
    let salon = TestSalon::open().await;
    let scaled = generate_at_scale(&salon.app.db, &salon.context(), visits, |_| {}).await.unwrap();
    (salon, scaled)
}

#[test_on_both_engines]
async fn generated_counters_equal_the_generated_rows() {
    let (salon, scaled) = large_salon_with_bookings(2_000).await;
    assert!(scaled.invoices >= 2_000 && scaled.customers == 400 && scaled.bookings > scaled.invoices);
    let at_chain = [
        ("select count(*) from bookings b join branches h on h.id = b.branch_id where h.number > 10", scaled.bookings),
        ("select count(*) from invoices i join branches h on h.id = i.branch_id where h.number > 10", scaled.invoices),
        (
            "select cast(sum(c.last_number) as bigint) from booking_counters c join branches h on h.id = c.branch_id
          where h.number > 10",
            scaled.bookings,
        ),
        (
            "select cast(sum(c.last_number) as bigint) from invoice_counters c join branches h on h.id = c.branch_id
          where h.number > 10",
            scaled.invoices,
        ),
        ("select cast(sum(entries) as bigint) from directory_counts", scaled.customers + 300),
        ("select count(*) from directory_texts", scaled.customers + 300),
    ];
    for (sql, expected) in at_chain {
        assert_eq!(count_all(&salon, sql).await, i64::try_from(expected).unwrap(), "{sql}");
    }
    let none = [
        "select count(*) from profiles p where p.total_visits <> (select count(*) from bookings b
             where b.customer_id = p.user_id and b.status = 'completed')
             and exists (select 1 from users u where u.id = p.user_id and u.email like '%.1___@demo.invalid')",
        "select count(*) from profiles p where p.total_spent_paise <> (select coalesce(sum(i.total_amount_paise), 0)
             from invoices i where i.customer_id = p.user_id and i.invoice_type = 'service')",
        "select count(*) from profiles p where p.noshow_count <> (select count(*) from bookings b
             where b.customer_id = p.user_id and b.status = 'no_show')
             and exists (select 1 from users u where u.id = p.user_id and u.email like '%.1___@demo.invalid')",
        "select count(*) from profiles p where coalesce(p.gems_balance, 0) <> (select coalesce(sum(l.remaining), 0)
             from gems_lots l where l.user_id = p.user_id)",
        "select count(*) from invoices i where i.gems_earned > 0 and not exists (select 1 from gems_transactions t
             where t.invoice_id = i.id and t.gems_amount = i.gems_earned)",
        "select count(*) from invoices i where i.total_amount_paise <> (select sum(l.total_amount_paise)
             from invoice_lines l where l.invoice_id = i.id and i.invoice_type = 'service')",
        "select count(*) from bookings b where b.total_amount_paise <> (select coalesce(sum(s.price_at_booking_paise), 0)
             from booking_services s where s.booking_id = b.id) and not b.is_membership_session",
        "select count(*) from bookings b join users u on u.id = b.customer_id where b.created_at < u.created_at",
        "select count(*) from bookings b join booking_services s on s.booking_id = b.id and s.display_order = 0
             join bookings o on o.branch_id = b.branch_id and o.booking_date = b.booking_date
                 and o.start_time >= b.start_time and o.start_time < b.end_time and o.id <> b.id
             join booking_services t on t.booking_id = o.id and t.display_order = 0 and t.staff_id = s.staff_id
             join branches h on h.id = b.branch_id where h.number > 10",
    ];
    for sql in none {
        assert_eq!(count_all(&salon, sql).await, 0, "{sql}");
    }
    for sql in [
        "select count(*) from customer_tags c join users u on u.id = c.customer_id where u.email like '%.1___@demo.invalid'",
        "select count(*) from gems_accounts a join users u on u.id = a.user_id where u.email like '%.1___@demo.invalid'",
    ] {
        assert!(count_all(&salon, sql).await >= 10, "{sql}");
    }
}

#[test_on_both_engines]
async fn the_generator_is_deterministic_for_a_day() {
    let mut seen: Option<Vec<(String, String, String, i64)>> = None;
    for _ in 0..2 {
        let (salon, _) = large_salon_with_bookings(1_000).await;
        let read = |conn: &mut Conn<'_>| -> Result<_, DbError> {
            conn.all(
                "select i.id, i.invoice_number, b.booking_number, p.total_spent_paise
                 from invoices i join bookings b on b.id = i.booking_id join profiles p on p.user_id = i.customer_id
                 order by i.invoice_number",
                &[],
            )
        };
        let rows = salon.app.db.read(read).await.unwrap();
        assert!(rows.len() >= 1_000);
        assert!(seen.as_ref().is_none_or(|seen| *seen == rows));
        seen = Some(rows);
    }
}

/// Two Parlours to ask the same, one with the demo salon and one with a chain.
pub(super) struct ComparedSalons {
    small: ParlourProcess,
    large: ParlourProcess,
    cookies: [String; 2],
}

impl ComparedSalons {
    fn open(large: &Installation) -> Self {
        let small = small_salon_beside(large).serve(&[]);
        let large = large.serve(&[]);
        let cookies = [&small, &large].map(|process| process.session("desk@test.invalid", "receptionist"));
        Self { small, large, cookies }
    }

    /// The demo salon is 0, the chain 1.
    pub(super) async fn get(&self, at: usize, path: &str) -> (Reply, Duration) {
        let process = [&self.small, &self.large][at];
        let started = Instant::now();
        let reply = process.get_as(&self.cookies[at], Admin, path).await;
        let took = started.elapsed();
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        (reply, took)
    }

    pub(super) async fn ask(&self, at: usize, path: &str) -> (Value, Duration) {
        let (reply, took) = self.get(at, path).await;
        (reply.json(), took)
    }

    /// What to ask each of the two, so that both answer as much.
    async fn compared_paths(&self) -> Vec<(String, [String; 2])> {
        let (all, _) = self.ask(0, "/api/bookings?limit=1000").await;
        let mut dates: Vec<&str> = all["data"]["bookings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["bookingDate"].as_str().unwrap())
            .collect();
        dates.sort_unstable();
        let busiest = dates.chunk_by(PartialEq::eq).max_by_key(|day| day.len()).unwrap();
        let (latest, _) = self.ask(1, "/api/bookings?limit=1").await;
        let large_day = latest["data"]["bookings"][0]["bookingDate"].as_str().unwrap().to_owned();
        let day = |date: &str| format!("/api/bookings?date={date}&limit={}", busiest.len());
        let mut compared_paths = vec![("the day".to_owned(), [day(busiest[0]), day(&large_day)])];
        for query in ["limit=20", "status=completed&limit=20", "serviceType=spa&limit=20"] {
            let path = format!("/api/bookings?{query}");
            compared_paths.push((path.clone(), [path.clone(), path]));
        }
        let mut customers = Vec::new();
        for at in 0..2 {
            let (directory, _) = self.ask(at, "/api/customers?sort=gems&pageSize=1").await;
            customers.push(directory["data"]["customers"][0]["id"].as_str().unwrap().to_owned());
        }
        for read in ["", "/bookings?limit=1", "/invoices?limit=1", "/gems?pageSize=1", "/notes?limit=1"] {
            let path = |at: usize| format!("/api/customers/{}{read}", customers[at]);
            compared_paths.push((format!("a customer{read}"), [path(0), path(1)]));
        }
        for sort in DIRECTORY_SORTS {
            let path = format!("/api/customers?sort={sort}");
            compared_paths.push((path.clone(), [path.clone(), path]));
        }
        compared_paths
    }

    /// Returns what took more than so many times as long. What looked slower is measured once more: on a loaded machine
    /// that may be chance.
    pub(super) async fn slower_than(
        &self,
        most: f64,
        rounds: usize,
        compared: Vec<(String, [String; 2])>,
    ) -> Vec<String> {
        let mut slower = Vec::new();
        for (name, paths) in compared {
            let mut median = self.median_millis(&paths, rounds).await;
            if median[1] > median[0] * most {
                median = self.median_millis(&paths, rounds).await;
            }
            let [small, large] = median;
            println!("{name}: {small:.2} ms, {large:.2} ms with many, {:.1} times", large / small);
            if large > small * most {
                slower.push(format!("{name}: {small:.2} ms, {large:.2} ms with many"));
            }
        }
        slower
    }

    /// Asks in turns, so that whatever else the machine does meets both.
    async fn median_millis(&self, paths: &[String; 2], rounds: usize) -> [f64; 2] {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..rounds {
            for at in 0..2 {
                times[at].push(self.get(at, &paths[at]).await.1);
            }
        }
        times.map(|mut times| {
            times.sort_unstable();
            times[times.len() / 2].as_secs_f64() * 1e3
        })
    }
}

/// The demo salon alone, on the engine of the chain.
fn small_salon_beside(large: &Installation) -> Installation {
    let engine = match large.location() {
        parlour_store::DatabaseLocation::Sqlite(_) => Engine::Sqlite,
        parlour_store::DatabaseLocation::Postgres(_) => Engine::Postgres,
    };
    Installation::demo_on(engine, PARLOUR_BINARY)
}

/// Reads the list of all bookings to its end and returns how many there were.
async fn count_streamed_bookings(process: &ParlourProcess, cookie: &str) -> usize {
    const MARK: &[u8] = b"\"bookingNumber\"";
    // A list this long may take its time.
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = client.get(process.url(Admin, "/api/bookings")).header("cookie", cookie);
    let mut response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    let (mut count, mut tail) = (0, Vec::new());
    while let Some(chunk) = response.chunk().await.unwrap() {
        tail.extend_from_slice(&chunk);
        count += tail.windows(MARK.len()).filter(|bytes| *bytes == MARK).count();
        let rest = tail.len().saturating_sub(MARK.len() - 1);
        tail.drain(..rest);
    }
    assert!(tail.ends_with(b"]}}"), "{:?}", String::from_utf8_lossy(&tail));
    count
}

/// A line of the kernel's report on a process, in bytes.
fn memory_bytes(process: &ParlourProcess, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// Streams everything, so many times at once, from a Parlour that has done nothing else, and returns what it took at most
/// above idle.
async fn peak_memory_of_streaming(salon: &Installation, at_least: usize, readers: usize) -> u64 {
    let process = salon.serve(&[]);
    let cookie = process.session("desk@test.invalid", "receptionist");
    process.get_as(&cookie, Admin, "/api/bookings?limit=1").await.expect_ok();
    let idle = memory_bytes(&process, "VmRSS");
    let started = Instant::now();
    let lists = join_all((0..readers).map(|_| count_streamed_bookings(&process, &cookie))).await;
    assert!(lists.iter().all(|streamed| *streamed >= at_least), "{lists:?} of {at_least} bookings");
    let above = memory_bytes(&process, "VmHWM").saturating_sub(idle);
    println!("{lists:?} bookings in {:?}, {} MiB above {} MiB", started.elapsed(), above / MIB, idle / MIB);
    above
}

/// All of it, ten times, would be more than 60 MiB of text.
#[test_on_both_engines]
async fn many_bookings_use_little_memory_and_keep_the_desk_fast() {
    let salon = installation_on_current_engine();
    let filled = salon.run_within(Duration::from_mins(5), &["demo", "--scale", "5000"]);
    assert!(filled.status.success() && filled.stdout.contains("1000 customers"), "{filled:?}");
    let above = peak_memory_of_streaming(&salon, 5_000, 10).await;
    assert!(above < 48 * MIB, "{} MiB above idle", above / MIB);
    // More than the 3 times of the long form: other tests run beside this one.
    let compared = ComparedSalons::open(&salon);
    let slower = compared.slower_than(8.0, 15, compared.compared_paths().await).await;
    assert!(slower.is_empty(), "{slower:?}");
}

#[test_on_both_engines]
#[expect(clippy::unused_async, reason = "a story is async, whether it waits or not")]
async fn generating_data_needs_an_empty_database() {
    let salon = demo_on_current_engine();
    let refused = salon.run(&["demo", "--scale", "1000"]);
    assert!(refused.expect_error_line().contains("not empty"));
    let production = salon
        .with("PARLOUR_ENV", "production")
        .with("PARLOUR_CUSTOMER_URL", "https://salon.example")
        .with("PARLOUR_ADMIN_URL", "https://desk.example")
        .with("PARLOUR_OAUTH_ISSUER", "https://127.0.0.1:1")
        .with("PARLOUR_OAUTH_CLIENT_ID", "parlour");
    assert!(production.run(&["demo", "--scale"]).expect_error_line().contains("production"));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: for `make soak`"]
async fn soak_a_million_bookings_on_sqlite() {
    let salon = Installation::new(PARLOUR_BINARY);
    let took = fill_with_a_million_bookings(&salon).await;
    assert!(took < Duration::from_mins(3), "{took:?}");
    assert_handles_a_million_bookings(&salon).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: for `make soak`"]
async fn soak_a_million_bookings_on_postgres() {
    let salon = Installation::on(Engine::Postgres, PARLOUR_BINARY);
    fill_with_a_million_bookings(&salon).await;
    assert_handles_a_million_bookings(&salon).await;
}

async fn fill_with_a_million_bookings(salon: &Installation) -> Duration {
    let mut filling = salon.spawn(&["demo", "--scale"]);
    let stat = format!("/proc/{}/stat", filling.id());
    let is_over = || async { std::fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z ")).then_some(()) };
    eventually(Duration::from_mins(30), is_over).await;
    let took = filling.uptime();
    assert!(filling.wait().success(), "{:?}", filling.log_lines());
    println!("{}", filling.stdout().lines().last().unwrap_or_default());
    took
}

async fn assert_handles_a_million_bookings(salon: &Installation) {
    let above = peak_memory_of_streaming(salon, 1_000_000, 1).await;
    assert!(above < 64 * MIB, "{} MiB above idle", above / MIB);
    let compared = ComparedSalons::open(salon);
    let mut wrong = compared.slower_than(3.0, 101, compared.compared_paths().await).await;
    wrong.extend(desk_pages::slow_pages(&compared).await);
    let long = ["gowda", "kav", "+9199999", "mohapatra", "demo.invalid", "savio pinto", "zzz", "9000012"];
    let short = ["a", "ka", "9", "+9", ".1", "zz", "@"];
    wrong.extend(slow_searches(&compared, salon, &long, Duration::from_millis(50)).await);
    wrong.extend(slow_searches(&compared, salon, &short, Duration::from_millis(150)).await);
    wrong.extend(slow_desk_searches(&compared, Duration::from_millis(150)).await);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Searches for everything whose slowest is over a limit: by number, by phone, by names that few and many have.
async fn slow_desk_searches(compared: &ComparedSalons, limit: Duration) -> Vec<String> {
    let numbers = ["BK-IND-2601-H-00042", "00042", "042", "999", "IND/2627/000042", "000042", "42"];
    let people = ["gowda", "savio pinto", "mohapatra", "kav", "zzz", "zz", "ka", "9000012", "demo.invalid"];
    let mut slow = Vec::new();
    for term in numbers.iter().chain(&people) {
        let mut slowest = Duration::ZERO;
        for _ in 0..5 {
            let (_, took) = compared.ask(1, &format!("/api/desk/search?q={}", term.replace(' ', "%20"))).await;
            slowest = slowest.max(took);
        }
        println!("desk search for {term:?}: slowest {slowest:?}");
        if slowest >= limit {
            slow.push(format!("desk search for {term:?} took {slowest:?}"));
        }
    }
    slow
}

/// Searches whose 95th percentile is over a limit, or that count wrongly.
async fn slow_searches(
    compared: &ComparedSalons,
    salon: &Installation,
    terms: &[&str],
    limit: Duration,
) -> Vec<String> {
    const ROUNDS: usize = 5;
    let mut wrong = Vec::new();
    let db = salon.database().await;
    for term in terms {
        let mut times = Vec::new();
        let mut found = Value::Null;
        for _ in 0..ROUNDS {
            for sort in DIRECTORY_SORTS {
                let term = term.replace('+', "%2B").replace(' ', "%20").replace('@', "%40");
                let (answer, took) = compared.ask(1, &format!("/api/customers?q={term}&sort={sort}")).await;
                times.push(took);
                found = answer["meta"]["totalCount"].clone();
            }
        }
        times.sort_unstable();
        let p95 = times[times.len() * 95 / 100];
        let pattern = format!("%{term}%");
        let count = db.report(move |conn: &mut Conn<'_>| -> Result<Option<(i64,)>, DbError> {
            let sql = "select count(*) from directory_texts where search_text like $1";
            conn.one(sql, parlour_db::params![pattern])
        });
        let count = count.await.unwrap().unwrap().0;
        println!("search for {term:?}: {found} found, p95 {p95:?}, slowest {:?}", times.last().unwrap());
        if p95 >= limit {
            wrong.push(format!("{term:?} took {p95:?}"));
        }
        if found != count {
            wrong.push(format!("{found} of {count} have {term:?}"));
        }
    }
    wrong
}
