//! How both engines go about the statements of the store once there is much to go through.

use parlour_demo::generate_at_scale;
use parlour_domain::customer::DirectorySort;
use parlour_store::DatabaseLocation;
use parlour_store::customers::directory;
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};

use super::statements::statements_of;

/// So many that going through all of them is never the cheapest way.
const COMPLETED_BOOKINGS: usize = 30_000;

/// The page on which a developer chooses whom to sign in as reads the team out of everyone.
const DEMO_ONLY_SQL: &str = "where role <> 'customer' and email is not null";

/// A part of a name is looked for in all names; searching is measured, not planned.
const SEARCH_SQL: &str = "name_folded like $";
/// A report on customers is about all of them, ever.
const ALL_TIME_REPORT_SQL: &str = "sum(case when first_day <= $1";
/// Asked when an owner changes a branch's code, and answered by the first booking that is found.
const RARE_SQL: &str = "select exists (select 1 from booking_counters where branch_id = $1)";
/// Of the command `user list` alone.
const TEAM_SQL: &str = "role <> 'customer' or invitation_expires_at is not null";

/// What grows with every day.
const LARGE_TABLES: [&str; 9] = [
    "bookings",
    "booking_services",
    "users",
    "profiles",
    "invoices",
    "invoice_lines",
    "gems_accounts",
    "gems_transactions",
    "gems_lots",
];

/// Statements, told by some of their words, with the index that was built for them. They come in its order, unsorted.
const EXPECTED_INDEXES: [(&str, &str); 22] = [
    ("from bookings where status = 'pending' and branch_id = $1", "bookings_waiting"),
    ("where b.status = 'pending' and b.branch_id = $1 and (b.booking_date < $2,", "bookings_waiting"),
    ("where b.branch_id = $2 and (b.booking_date, b.created_at, b.id) <", "bookings_by_branch"),
    ("where b.booking_date = $2 and (b.created_at, b.id) <", "bookings_by_date"),
    ("where b.status = $2 and (b.booking_date, b.created_at, b.id) <", "bookings_by_status"),
    ("where b.service_type >= $2 and (b.service_type, b.booking_date, b.created_at, b.id) <", "bookings_by_type"),
    ("where (b.booking_date, b.created_at, b.id) < ($2, $3, $4)", "bookings_by_date"),
    ("from bookings b where b.customer_id = $1 and (b.created_at, b.id) <", "bookings_by_customer"),
    ("from invoices where customer_id = $1 and (invoice_date, id) <", "invoices_by_customer"),
    ("where n.customer_id = $1 and (n.created_at, n.id) <", "customer_notes_by_customer"),
    ("from gems_transactions t left join invoices i", "loyalty_transactions_by_user"),
    ("where b.branch_id = $1 and b.booking_date = $2", "bookings_by_branch"),
    ("where b.status = 'confirmed' and (b.booking_date, b.created_at, b.id) >", "bookings_by_status"),
    ("where noshow_at is not null and noshow_counted_at is null", "bookings_noshow_uncounted"),
    ("where anonymised_at is not null and merged_into is null", "users_anonymised"),
    ("where marketing_consent and birthday = $1", "profiles_by_birthday"),
    ("where remaining > 0 and (expires_at, transaction_id) >", "loyalty_lots_by_expiry"),
    ("coalesce(sum(remaining), 0)", "loyalty_lots_by_user"),
    ("where substr(rtrim(b.booking_number, '-M')", "bookings_by_number_end"),
    ("from bookings b where b.customer_id in ($1", "bookings_by_customer"),
    ("from invoices i where i.customer_id in ($1", "invoices_by_customer"),
    ("cross join invoices i where i.offer_id = o.id", "invoices_by_offer"),
];

const DIRECTORY_ORDERS: [(DirectorySort, &str); 6] = [
    (DirectorySort::Ltv, "directory_by_ltv"),
    (DirectorySort::Visits, "directory_by_visits"),
    (DirectorySort::LastVisit, "directory_by_last_visit"),
    (DirectorySort::Name, "directory_by_name"),
    (DirectorySort::Gems, "directory_by_gems"),
    (DirectorySort::Noshows, "directory_by_noshows"),
];

struct Plan {
    sql: String,
    lines: Vec<String>,
}

#[test_on_both_engines]
async fn growing_tables_are_read_through_their_indexes() {
    let salon = TestSalon::open().await;
    generate_at_scale(&salon.app.db, &salon.context(), COMPLETED_BOOKINGS, |_| {}).await.unwrap();
    let engine = Engine::current();
    let mut statements = statements_of(engine);
    // The directory's statements are looked at by themselves.
    let others = [
        "from profiles p where p.in_directory",
        "directory_texts",
        "directory_search",
        DEMO_ONLY_SQL,
        SEARCH_SQL,
        ALL_TIME_REPORT_SQL,
        RARE_SQL,
        TEAM_SQL,
    ];
    statements.retain(|sql| !others.iter().any(|part| sql.contains(part)));
    statements.extend(DIRECTORY_ORDERS.map(|(sort, _)| directory::all_customers_statement(sort).to_owned()));
    let location = salon.location().clone();
    let plans = tokio::task::spawn_blocking(move || explain(&location, statements)).await.unwrap();

    let mut wrong: Vec<String> = Vec::new();
    for plan in &plans {
        let whole = plan.lines.iter().filter(|line| plan.scans_table(engine, line));
        wrong.extend(whole.map(|line| format!("{line}: {}", plan.sql)));
    }
    for (words, index) in EXPECTED_INDEXES {
        let meant: Vec<&Plan> = plans.iter().filter(|plan| plan.sql.contains(words)).collect();
        assert!(!meant.is_empty(), "no statement has the words {words:?}");
        let by_another = meant.into_iter().filter(|plan| !plan.uses_index(index));
        wrong.extend(by_another.map(|plan| format!("not by {index}: {}\n{}", plan.sql, plan.lines.join("\n"))));
    }
    for (sort, index) in DIRECTORY_ORDERS {
        let plan = plans.iter().find(|plan| plan.sql == directory::all_customers_statement(sort)).unwrap();
        if !plan.uses_index(index) || plan.lines.iter().any(|line| is_sort(line)) {
            wrong.push(format!("not by {index}: {}\n{}", plan.sql, plan.lines.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

impl Plan {
    fn uses_index(&self, index: &str) -> bool {
        self.lines.iter().any(|line| line.split([' ', '(']).any(|word| word == index))
    }

    /// Whether a line of the plan goes through a big table from one end to the other. In the order of an index and up
    /// to a limit is another matter.
    fn scans_table(&self, engine: Engine, line: &str) -> bool {
        let line = line.trim_start_matches([' ', '-', '>']);
        match engine {
            Engine::Sqlite => {
                let mut words = line.split(' ');
                let (how, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
                let is_cut = line.contains("USING") && self.sql.contains(" limit ");
                let is_whole = (how == "SCAN" && !is_cut) || line.contains("AUTOMATIC");
                is_whole && LARGE_TABLES.contains(&self.table(name))
            }
            Engine::Postgres => {
                let Some((_, scanned)) = line.split_once("Seq Scan on ") else { return false };
                LARGE_TABLES.contains(&scanned.split(' ').next().unwrap_or_default())
            }
        }
    }

    /// The table that the statement calls by this name.
    fn table<'a>(&'a self, name: &'a str) -> &'a str {
        let words: Vec<&str> = self.sql.split_whitespace().collect();
        let pairs = words
            .windows(2)
            .find(|pair| LARGE_TABLES.contains(&pair[0]) && pair[1].trim_end_matches([',', ')']) == name);
        pairs.map_or(name, |pair| pair[0])
    }
}

fn is_sort(line: &str) -> bool {
    line.contains("TEMP B-TREE") || line.trim_start_matches([' ', '-', '>']).starts_with("Sort")
}

fn explain(location: &DatabaseLocation, statements: Vec<String>) -> Vec<Plan> {
    match location {
        DatabaseLocation::Sqlite(path) => {
            let connection = rusqlite::Connection::open(path).unwrap();
            let lines = |sql: &str| -> Vec<String> {
                let sql = format!("explain query plan {}", parlour_db::rewrite_for_sqlite(sql));
                let mut explained = connection.prepare(&sql).unwrap_or_else(|error| panic!("{error}: {sql}"));
                let mut rows = explained.raw_query();
                std::iter::from_fn(|| rows.next().unwrap().map(|row| row.get(3).unwrap())).collect()
            };
            statements.into_iter().map(|sql| Plan { lines: lines(&sql), sql }).collect()
        }
        DatabaseLocation::Postgres(url) => {
            let mut client = postgres::Client::connect(url, postgres::NoTls).unwrap();
            // As Parlour's own connections do.
            client.batch_execute("set plan_cache_mode = force_generic_plan; set jit = off").unwrap();
            let mut lines = |sql: &str| explain_on_postgres(&mut client, sql);
            statements.into_iter().map(|sql| Plan { lines: lines(&sql), sql }).collect()
        }
    }
}

fn explain_on_postgres(client: &mut postgres::Client, sql: &str) -> Vec<String> {
    client.batch_execute(&format!("prepare planned as {sql}")).unwrap_or_else(|error| panic!("{error}: {sql}"));
    let parameters = (1..100).take_while(|number| sql.contains(&format!("${number}"))).count();
    let given = if parameters == 0 { String::new() } else { format!("({})", vec!["null"; parameters].join(", ")) };
    let said = client.simple_query(&format!("explain (costs off) execute planned{given}")).unwrap();
    client.batch_execute("deallocate planned").unwrap();
    let line = |message: postgres::SimpleQueryMessage| match message {
        postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    };
    said.into_iter().filter_map(line).collect()
}
