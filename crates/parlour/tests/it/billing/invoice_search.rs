//! The desk looks for invoices: the answer is the same whichever way it is found, and quick where it is short.

use chrono::NaiveDate;
use parlour_db::{DbError, Engine, Tx, params};
use parlour_domain::auth::role::Role;
use parlour_domain::ist::{Timestamp, parse_date};
use parlour_store::billing::desk_invoice_list;
use parlour_testkit::actions::invoices::{INVOICES_PATH, bill_haircut};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::fixtures::small_salon::{PUNE, small_salon};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::json;

/// An invoice as this story knows it.
#[derive(Debug, Clone)]
struct KnownInvoice {
    id: String,
    number: String,
    day: NaiveDate,
    name: String,
    customer: String,
}

impl KnownInvoice {
    fn insert(&self, tx: &mut Tx<'_>) -> Result<(), DbError> {
        let at = Timestamp::ist_midnight(self.day);
        tx.execute(
            "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date,
                 start_time, end_time, total_amount_paise, total_duration_minutes, requested_at, completed_at,
                 created_at, updated_at)
             values ($1, $1, $2, $3, 'completed', 'salon', $4, '11:00:00', '11:30:00', 50000, 30, $5, $5, $5, $5)",
            params![self.id, PUNE, self.customer, self.day, at],
        )?;
        tx.execute(
            "insert into invoices (id, invoice_number, invoice_type, invoice_date, branch_id, booking_id, customer_id,
                 seller_name, seller_address, gst_registered, customer_name, search_text, subtotal_paise,
                 total_amount_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise,
                 gst_amount_paise, payment_method, paid_at, created_at)
             values ($1, $2, 'service', $3, $4, $1, $5, 'Parlour', 'Pune', false, $6, '', 50000, 50000, 0, 50000, 0, 0,
                 0, 'upi', $7, $7)",
            params![self.id, self.number, self.day, PUNE, self.customer, self.name, at],
        )
        .map(drop)
    }

    /// What the story says of a search, without any index.
    fn is_found_by(&self, typed: &str) -> bool {
        let count = typed.parse::<u32>().ok().filter(|count| *count > 0);
        let ending = count.map(|count| format!("/{count:06}"));
        self.name.to_lowercase().contains(&typed.to_lowercase())
            || self.number.to_lowercase().starts_with(&typed.to_lowercase())
            || ending.is_some_and(|ending| self.number.ends_with(&ending))
    }
}

fn nth_day(number: usize) -> NaiveDate {
    parse_date("2026-04-01").unwrap() + chrono::Days::new(u64::try_from(number).unwrap())
}

/// Invoices of three people: one comes often, one now and then, one rarely.
async fn salon_with_invoices(count: usize) -> (TestSalon, Person, Vec<KnownInvoice>) {
    let salon = small_salon().await;
    let mut people = Vec::new();
    for name in ["Asha Rao", "Tara 42", "50%_Club!"] {
        let person = salon.customer("x").await;
        let id = person.id().to_string();
        people.push((id.clone(), name));
        // Everybody is x first: an e-mail cannot be called 50%_Club!.
        write_transaction(&salon.app, move |tx| {
            tx.execute(
                "update users set name = $2, name_folded = $3, email = null, email_folded = null, email_verified = false where id = $1",
                params![id, name, name.to_lowercase()],
            )
            .map(drop)
        })
        .await;
    }
    let of = |number: usize| &people[if number % 100 == 99 { 2 } else { usize::from(number % 10 == 5) }];
    let known: Vec<KnownInvoice> = (0..count)
        .map(|number| {
            let (customer, name) = of(number);
            KnownInvoice {
                // In no order that the days know.
                id: format!("invoice-{:05}", number * 7_919 % 100_000),
                number: format!("PUN/2627/{:06}", number + 1),
                day: nth_day(number / 5),
                name: (*name).to_owned(),
                customer: customer.clone(),
            }
        })
        .collect();
    let (written, last) = (known.clone(), i64::try_from(count).unwrap());
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "insert into invoice_counters (branch_id, financial_year, series, last_number)
             values ($1, '2627', 'invoice', $2)",
            params![PUNE, last],
        )?;
        written.iter().try_for_each(|invoice| invoice.insert(tx))
    })
    .await;
    let desk = receptionist(&salon).await;
    (salon, desk, known)
}

const SEARCHES: [&str; 20] = [
    "",
    "a",
    "asha",
    "ASHA R",
    "rao",
    "tara",
    "42",
    "000042",
    "0",
    "2",
    "%",
    "_",
    "!",
    "50%_",
    "pun",
    "PUN/2627/0000",
    "pun/2627/000042",
    "club",
    "zebra",
    "2627/000042",
];

async fn assert_searches_match(desk: &Person, known: &[KnownInvoice]) {
    let days = [("", None, None), ("2026-04-03", Some(2), None), ("2026-04-02..2026-04-09", Some(1), Some(8))];
    for typed in SEARCHES {
        for (span, from, to) in days {
            let asked = span.split("..").zip(["from", "to"]).filter(|(day, _)| !day.is_empty());
            let asked = asked.map(|(day, field)| format!("&{field}={day}")).collect::<Vec<_>>().concat();
            let mut expected: Vec<&KnownInvoice> = known.iter().filter(|invoice| invoice.is_found_by(typed)).collect();
            expected.retain(|invoice| from.is_none_or(|from| nth_day(from) <= invoice.day));
            expected.retain(|invoice| to.is_none_or(|to| invoice.day <= nth_day(to)));
            expected.sort_by_key(|invoice| std::cmp::Reverse((invoice.day, &invoice.id)));
            let q = typed.replace('%', "%25").replace(' ', "+");
            for page in [1, 2, 9_999] {
                let path = format!("{INVOICES_PATH}?q={q}{asked}&pageSize=30&page={page}");
                let reply = desk.get(&path).await;
                let data = reply.expect_ok();
                let rows = data["invoices"].as_array().unwrap().iter();
                let found: Vec<&str> = rows.map(|row| row["id"].as_str().unwrap()).collect();
                let wanted: Vec<&str> =
                    expected.iter().skip((page - 1) * 30).take(30).map(|invoice| invoice.id.as_str()).collect();
                assert_eq!(found, wanted, "{path}");
                assert_eq!(reply.json()["meta"]["totalCount"], expected.len(), "{path}");
            }
        }
    }
}

#[test_on_both_engines]
async fn searches_in_a_small_salon_find_the_right_invoices() {
    let (_salon, desk, known) = salon_with_invoices(130).await;
    assert_searches_match(&desk, &known).await;
}

#[test_on_both_engines]
async fn searches_in_a_large_salon_find_the_right_invoices() {
    let (_salon, desk, known) = salon_with_invoices(1_300).await;
    assert_searches_match(&desk, &known).await;
}

#[test_on_both_engines]
async fn an_invoice_is_found_by_the_current_name_of_its_customer() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    bill_haircut(&salon, &desk, &asha).await;
    asha.patch("/api/profile", &json!({ "name": "Zoya" })).await.expect_ok();
    let found = desk.get(&format!("{INVOICES_PATH}?q=zoya")).await.expect_ok();
    assert_eq!(found["invoices"][0]["customerName"], "Asha", "as on the day");
    assert_eq!(desk.get(&format!("{INVOICES_PATH}?q=asha")).await.expect_ok()["invoices"], json!([]));
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    assert_eq!(desk.get(&format!("{INVOICES_PATH}?q=zoya")).await.expect_ok()["invoices"], json!([]));
    assert_eq!(desk.get(INVOICES_PATH).await.json()["meta"]["totalCount"], 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn invalid_search_parameters_are_refused() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let long = "x".repeat(121);
    for (query, fields) in [
        ("type=gift", vec!["type"]),
        ("type=", vec!["type"]),
        ("from=2027-02-30", vec!["from"]),
        ("from=1.3.2027&to=x", vec!["from", "to"]),
        ("from=2027-03-02&to=2027-03-01", vec!["to"]),
        ("page=0&pageSize=101&type=x", vec!["page", "pageSize", "type"]),
        ("q=%00", vec!["q"]),
        (&format!("q={long}"), vec!["q"]),
    ] {
        assert_eq!(desk.get(&format!("{INVOICES_PATH}?{query}")).await.expect_invalid_fields(), fields, "{query}");
    }
    for query in ["q=", "q=+++", "from=0001-01-01&to=9999-12-31", "q=~", "q=%F0%9F%92%87", "unknown=1"] {
        desk.get(&format!("{INVOICES_PATH}?{query}")).await.expect_ok();
    }
    let stylist = salon.member("Kavya", Role::Staff).await;
    stylist.get(&format!("{INVOICES_PATH}?type=gift")).await.expect_error(403, "FORBIDDEN");
}

/// The plan that the engine makes when it does not know yet what will be asked.
async fn query_plan(salon: &TestSalon, sql: &'static str) -> String {
    let read = salon.app.db.write(move |tx: &mut Tx<'_>| -> Result<String, DbError> {
        let (from, to) = (nth_day(0), nth_day(9_000));
        let (kind, name) = ("", "%asha%");
        let numbers = params![from, to, kind, name, "PUN", "PUN~", "000042", "S00042", 20_i64, 0_i64];
        let asked = match sql {
            desk_invoice_list::PAGE => params![from, to, 20_i64, 0_i64].to_vec(),
            desk_invoice_list::PAGE_OF_TYPE => params![from, to, 20_i64, 0_i64, kind].to_vec(),
            desk_invoice_list::COUNT => params![from, to].to_vec(),
            desk_invoice_list::COUNT_MATCHES_UP_TO => params![name, "PUN", "PUN~", 1_001_i64].to_vec(),
            _ => numbers.to_vec(),
        };
        if tx.engine() == Engine::Sqlite {
            let plan: &'static str = format!("explain query plan {sql}").leak();
            let steps = tx.all_with(plan, &asked, |columns| {
                columns.skip(3);
                columns.take::<String>()
            })?;
            return Ok(steps.join("\n"));
        }
        // Tables of a few rows are not worth an index; what matters is that there is one that helps.
        tx.execute("set local enable_seqscan = off", params![])?;
        tx.execute("set local enable_bitmapscan = off", params![])?;
        tx.execute("set local plan_cache_mode = force_generic_plan", params![])?;
        let plan: &'static str = format!("explain {sql}").leak();
        let steps = tx.all::<(String,)>(plan, &asked)?;
        Ok(steps.into_iter().map(|(step,)| step + "\n").collect())
    });
    read.await.unwrap()
}

#[test_on_both_engines]
async fn frequent_searches_use_an_index() {
    let salon = small_salon().await;
    for (sql, indexes) in [
        (desk_invoice_list::PAGE, vec!["invoices_by_date"]),
        (desk_invoice_list::COUNT, vec!["invoices_by_date"]),
        (desk_invoice_list::PAGE_OF_TYPE, vec!["invoices_by_type"]),
        (desk_invoice_list::COUNT_MATCHES_UP_TO, vec!["invoices_by_customer"]),
        (desk_invoice_list::PAGE_OF_FEW, vec!["invoices_by_customer"]),
        (desk_invoice_list::PAGE_OF_MANY, vec!["invoices_by_date"]),
    ] {
        let plan = query_plan(&salon, sql).await;
        for index in indexes {
            assert!(plan.contains(index), "{index} in {plan}");
        }
        // Nobody reads the table from end to end.
        for scan in ["SCAN invoices", "SCAN i\n", "Seq Scan on invoices"] {
            assert!(!format!("{plan}\n").contains(scan), "{sql}\n{plan}");
        }
        if [desk_invoice_list::PAGE, desk_invoice_list::PAGE_OF_TYPE, desk_invoice_list::PAGE_OF_MANY].contains(&sql) {
            assert!(!plan.contains("Sort") && !plan.contains("TEMP B-TREE"), "{sql}\n{plan}");
        }
    }
}
