//! Gems: what a customer sees of them, and that every one of them can be accounted for.

use std::num::NonZeroI64;

use parlour_app::gems as acts;
use parlour_app::gems::{ExpiredGems, Redemption, SpendRefusal};
use parlour_app::request_context::RequestContext;
use parlour_app::rng::SharedRng;
use parlour_db::{DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::gems::{gems_earned, gems_expire_at};
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_store::catalogue::catalogue_records::Service;
use parlour_store::gems::gems_accounts::GemsSummary;
use parlour_testkit::actions::gems::{
    GEMS_PATH, earn_gems, expire_gems, expire_gems_in_steps, get_gems, insert_paid_invoice, redeem_gems,
    shown_gems_transactions, verified_gems_balance, with_gems_account,
};
use parlour_testkit::fixtures::catalogue::{insert_category_with_services, new_category, new_service};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const YEAR_SECONDS: i64 = 365 * 24 * 60 * 60;

async fn adjust_gems(salon: &TestSalon, person: &Person, gems: i64) -> Result<GemsSummary, SpendRefusal> {
    let amount = NonZeroI64::new(gems).unwrap();
    let adjusted =
        with_gems_account(salon, person, move |tx, context, user| acts::adjust(tx, context, user, amount, "Sorry"));
    adjusted.await
}

async fn count_all(salon: &TestSalon, sql: &'static str) -> i64 {
    let counted = salon.app.db.read(move |conn| conn.one::<(i64,)>(sql, params![]));
    counted.await.unwrap().expect("a count").0
}

const ACCOUNT_COUNT_SQL: &str = "select count(*) from gems_accounts";
const TRANSACTION_COUNT_SQL: &str = "select count(*) from gems_transactions";

/// What is left of each gain, oldest first.
async fn remaining_by_lot(salon: &TestSalon, person: &Person) -> Vec<i64> {
    let user = person.id().clone();
    let read = salon.app.db.read(move |conn| {
        conn.all::<(i64,)>(
            "select remaining from gems_lots where user_id = $1 order by earned_at, transaction_id",
            params![user],
        )
    });
    read.await.unwrap().into_iter().map(|(remaining,)| remaining).collect()
}

#[test_on_both_engines]
async fn the_first_read_creates_the_account() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    assert_eq!(count_all(&salon, ACCOUNT_COUNT_SQL).await, 0);
    let reply = asha.get(GEMS_PATH).await;
    let nothing = json!({ "balance": 0, "totalEarned": 0, "totalRedeemed": 0 });
    assert_eq!(
        reply.json(),
        json!({
            "success": true, "data": { "summary": nothing, "transactions": [], "redeemable": [] },
            "meta": { "page": 1, "totalPages": 1 },
        })
    );
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!((verified_gems_balance(&salon, &asha).await, count_all(&salon, ACCOUNT_COUNT_SQL).await), (0, 1));

    salon.advance_seconds(60);
    assert_eq!(asha.get(GEMS_PATH).await.json(), reply.json());
    let changed = "select count(*) from gems_accounts where created_at <> updated_at";
    assert_eq!(
        (count_all(&salon, ACCOUNT_COUNT_SQL).await, count_all(&salon, changed).await),
        (1, 0),
        "a look changes nothing"
    );

    salon.visitor().get(GEMS_PATH).await.expect_error(401, "UNAUTHENTICATED");
    salon.member("Ravi", Role::Manager).await.get(GEMS_PATH).await.expect_error(404, "NOT_FOUND");
    let ravi = salon.person("Ravi", Role::Manager, AppKind::Customer).await;
    assert_eq!(get_gems(&ravi, "").await["summary"], nothing, "the team are customers too");
    let listed = "select count(*) from profiles where in_directory";
    assert_eq!(count_all(&salon, listed).await, 1, "but not in the directory");
}

#[test_on_both_engines]
async fn concurrent_first_reads_create_one_account() {
    let salon = TestSalon::open().await;
    for round in 1..=4 {
        let asha = salon.customer(&format!("Asha{round}")).await;
        let looking: Vec<_> = (0..16)
            .map(|nth| {
                let asha = asha.clone();
                // The profile may be opened at the same time, and shows the balance.
                let path = if nth % 4 == 3 { "/api/profile" } else { GEMS_PATH };
                tokio::spawn(async move { asha.get(path).await })
            })
            .collect();
        let earned = earn_gems(&salon, &asha, 250_000).await;
        for look in looking {
            look.await.unwrap().expect_ok();
        }
        assert_eq!((earned, verified_gems_balance(&salon, &asha).await), (25, 25));
        assert_eq!(count_all(&salon, ACCOUNT_COUNT_SQL).await, round);
    }
}

#[test_on_both_engines]
async fn an_erased_customer_gets_no_account() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    asha.get(GEMS_PATH).await.expect_error(401, "UNAUTHENTICATED");
    assert_eq!(count_all(&salon, ACCOUNT_COUNT_SQL).await, 0);
}

#[test_on_both_engines]
async fn a_customer_sees_all_gem_transactions() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    assert_eq!(earn_gems(&salon, &asha, 499_999).await, 49);
    salon.advance_seconds(1);
    redeem_gems(&salon, &asha, 30).await.unwrap();
    salon.advance_seconds(1);
    adjust_gems(&salon, &asha, 5).await.unwrap();
    salon.advance_seconds(1);
    adjust_gems(&salon, &asha, -4).await.unwrap();
    earn_gems(&salon, &tara, 100_000).await;

    let data = get_gems(&asha, "").await;
    assert_eq!(data["summary"], json!({ "balance": 20, "totalEarned": 49, "totalRedeemed": 30 }));
    let rows = data["transactions"].as_array().unwrap();
    let (id, number) = (|nth: usize| &rows[nth]["id"], |nth: usize| &rows[nth]["invoiceNumber"]);
    assert!(number(3).is_string() && number(2).is_string() && number(2) != number(3));
    assert_eq!(
        data["transactions"],
        json!([
            { "id": id(0), "type": "adjusted", "gemsAmount": -4, "description": "Sorry", "expiresAt": null,
              "createdAt": "2027-03-01T04:30:03.000Z", "invoiceNumber": null },
            { "id": id(1), "type": "adjusted", "gemsAmount": 5, "description": "Sorry", "expiresAt": null,
              "createdAt": "2027-03-01T04:30:02.000Z", "invoiceNumber": null },
            { "id": id(2), "type": "redeemed", "gemsAmount": -30, "description": "Redeemed for Haircut",
              "expiresAt": null, "createdAt": "2027-03-01T04:30:01.000Z", "invoiceNumber": number(2) },
            { "id": id(3), "type": "earned", "gemsAmount": 49, "description": "Earned with your visit",
              "expiresAt": "2028-02-29T04:30:00.000Z", "createdAt": "2027-03-01T04:30:00.000Z",
              "invoiceNumber": number(3) },
        ])
    );
    assert_eq!(shown_gems_transactions(&tara).await, [("earned".to_owned(), 10)], "only one's own, by any query");
    for query in ["?userId=", "?customerId=", "?user="] {
        let data = get_gems(&tara, &format!("{query}{}", asha.id())).await;
        assert_eq!(data["summary"]["balance"], 10, "{query}");
    }
    assert_eq!((verified_gems_balance(&salon, &asha).await, verified_gems_balance(&salon, &tara).await), (20, 10));
}

#[test_on_both_engines]
async fn the_gems_catalogue_shows_redeemable_services() {
    let salon = TestSalon::open().await;
    let (open, closed) = (new_category("open", 1), new_category("closed", 2));
    let for_gems = |name: &str, order: Option<i64>| Service {
        gems_redeemable: true,
        gems_required: Some(45),
        gems_catalogue_order: order,
        ..new_service(&open, name, 1)
    };
    let services = vec![
        for_gems("zebra", None),
        for_gems("apple", None),
        for_gems("second", Some(2)),
        for_gems("first-b", Some(1)),
        for_gems("first-a", Some(1)),
        for_gems("unordered-is-not-zero", Some(0)),
        Service { is_active: false, ..for_gems("inactive", Some(1)) },
        Service { gems_redeemable: false, ..for_gems("not-redeemable", Some(1)) },
    ];
    insert_category_with_services(&salon.app, &open, services).await;
    let hidden = Service { category_id: closed.id.clone(), ..for_gems("hidden", Some(1)) };
    let closed = parlour_store::catalogue::catalogue_records::Category { is_active: false, ..closed };
    insert_category_with_services(&salon.app, &closed, vec![hidden]).await;

    let asha = salon.customer("Asha").await;
    for _ in 0..2 {
        let data = get_gems(&asha, "").await;
        let shown: Vec<&str> =
            data["redeemable"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(shown, ["unordered-is-not-zero", "first-a", "first-b", "second", "apple", "zebra"]);
        let first = for_gems("first-a", Some(1));
        let entry = json!({
            "id": first.id.as_str(), "name": "first-a", "gemsRequired": 45, "pricePaise": first.price_paise,
        });
        assert_eq!(data["redeemable"][1], entry);
    }
}

#[test_on_both_engines]
async fn pages_follow_the_contract_exactly() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let one = NonZeroI64::new(1).unwrap();
    // Three instants, so that most are as old as others.
    for _ in 0..3 {
        let given = with_gems_account(&salon, &asha, move |tx, context, user| {
            (0..40).try_for_each(|_| acts::adjust(tx, context, user, one, "Thanks").map(drop))
        });
        given.await.unwrap();
        salon.advance_seconds(1);
    }
    for (query, shown, page, total_pages) in [
        ("", 20, 1, 2),
        ("?page=1", 20, 1, 2),
        ("?page=6", 20, 6, 7),
        ("?page=7", 0, 7, 7),
        ("?page=8", 0, 8, 8),
        ("?page=0", 20, 1, 2),
        ("?page=-1", 20, 1, 2),
        ("?page=x", 20, 1, 2),
        ("?page=1.5", 20, 1, 2),
        ("?page=", 20, 1, 2),
        ("?page=9223372036854775807", 0, (1_i64 << 53) - 1, (1_i64 << 53) - 1),
        ("?pageSize=1", 1, 1, 2),
        ("?pageSize=1&page=120", 1, 120, 121),
        ("?pageSize=1&page=121", 0, 121, 121),
        ("?pageSize=99", 99, 1, 2),
        ("?pageSize=100", 100, 1, 2),
        ("?pageSize=101", 100, 1, 2),
        ("?pageSize=99999999999999999999", 100, 1, 2),
        ("?pageSize=101&page=2", 20, 2, 2),
        ("?pageSize=60&page=2", 60, 2, 3),
        ("?pageSize=60&page=3", 0, 3, 3),
        ("?pageSize=50&page=3", 20, 3, 3),
        ("?pageSize=0", 20, 1, 2),
        ("?pageSize=-1", 20, 1, 2),
        ("?pageSize=x&page=2", 20, 2, 3),
        ("?pageSize=", 20, 1, 2),
    ] {
        let reply = asha.get(&format!("{GEMS_PATH}{query}")).await;
        assert_eq!(reply.expect_ok()["transactions"].as_array().unwrap().len(), shown, "{query}");
        assert_eq!(reply.json()["meta"], json!({ "page": page, "totalPages": total_pages }), "{query}");
        assert_eq!(reply.expect_ok()["summary"]["balance"], 120, "{query}");
    }
    let mut read = Vec::new();
    for page in 1..=18 {
        let data = get_gems(&asha, &format!("?pageSize=7&page={page}")).await;
        for row in data["transactions"].as_array().unwrap() {
            read.push((row["createdAt"].to_string(), row["id"].to_string()));
        }
    }
    assert_eq!(read.len(), 120);
    assert!(read.is_sorted_by(|newer, older| newer > older), "each once, newest first, ties by id");
}

#[test_on_both_engines]
async fn an_invoice_earns_once_one_gem_per_hundred_rupees() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    assert_eq!(earn_gems(&salon, &asha, 9_999).await, 0);
    assert_eq!((count_all(&salon, ACCOUNT_COUNT_SQL).await, count_all(&salon, TRANSACTION_COUNT_SQL).await), (0, 0));
    assert_eq!(earn_gems(&salon, &asha, 10_000).await, 1);
    let twice = with_gems_account(&salon, &asha, |tx, context, user| {
        let invoice = insert_paid_invoice(tx, user, context.now)?;
        acts::earn(tx, context, user, &invoice, 50_000)?;
        acts::earn(tx, context, user, &invoice, 50_000)
    });
    assert!(matches!(twice.await, Err(DbError::Unique(_))));
    assert_eq!(verified_gems_balance(&salon, &asha).await, 1, "nothing of it was kept");
}

#[test_on_both_engines]
async fn the_oldest_gems_are_redeemed_first() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    for (earned, given) in [(10, 0), (0, 7), (20, 0), (5, 0)] {
        if earned > 0 {
            earn_gems(&salon, &asha, earned * 10_000).await;
        } else {
            adjust_gems(&salon, &asha, given).await.unwrap();
        }
        salon.advance_seconds(1);
    }
    assert_eq!(remaining_by_lot(&salon, &asha).await, [10, 7, 20, 5]);
    redeem_gems(&salon, &asha, 4).await.unwrap();
    assert_eq!(remaining_by_lot(&salon, &asha).await, [6, 7, 20, 5]);
    redeem_gems(&salon, &asha, 14).await.unwrap();
    assert_eq!(remaining_by_lot(&salon, &asha).await, [0, 0, 19, 5]);
    adjust_gems(&salon, &asha, -20).await.unwrap();
    assert_eq!(remaining_by_lot(&salon, &asha).await, [0, 0, 0, 4]);
    assert!(matches!(redeem_gems(&salon, &asha, 5).await, Err(SpendRefusal::InsufficientBalance)));
    assert_eq!(verified_gems_balance(&salon, &asha).await, 4, "a refusal takes nothing");
    redeem_gems(&salon, &asha, 4).await.unwrap();
    assert_eq!((remaining_by_lot(&salon, &asha).await, verified_gems_balance(&salon, &asha).await), (vec![0; 4], 0));

    let tara = salon.customer("Tara").await;
    assert!(matches!(redeem_gems(&salon, &tara, 1).await, Err(SpendRefusal::InsufficientBalance)));
    assert_eq!(count_all(&salon, ACCOUNT_COUNT_SQL).await, 1, "nor does it open an account");
}

#[test_on_both_engines]
async fn expiry_takes_the_remaining_gems_once() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    earn_gems(&salon, &asha, 100_000).await;
    earn_gems(&salon, &tara, 30_000).await;
    salon.advance_seconds(1);
    adjust_gems(&salon, &asha, 3).await.unwrap();
    redeem_gems(&salon, &asha, 8).await.unwrap();
    salon.advance_seconds(1);
    earn_gems(&salon, &asha, 60_000).await;
    assert_eq!(remaining_by_lot(&salon, &asha).await, [2, 3, 6]);

    salon.advance_seconds(YEAR_SECONDS - 3);
    assert_eq!(expire_gems(&salon, 100).await, [], "a second is still to go");
    salon.advance_seconds(1);
    let expired = expire_gems(&salon, 100).await;
    assert_eq!((expired_gems_of(&expired, &asha), expired_gems_of(&expired, &tara)), (2, 3), "only what is left");
    assert_eq!((verified_gems_balance(&salon, &asha).await, verified_gems_balance(&salon, &tara).await), (9, 0));
    assert_eq!(expire_gems(&salon, 100).await, [], "what is gone is gone");

    salon.advance_seconds(2);
    assert_eq!(expired_gems_of(&expire_gems(&salon, 100).await, &asha), 6);
    salon.advance_seconds(50 * YEAR_SECONDS);
    assert_eq!(expire_gems(&salon, 100).await, []);
    assert_eq!(remaining_by_lot(&salon, &asha).await, [0, 3, 0], "adjustments stay");

    let asha = salon.customer("Asha").await;
    let data = get_gems(&asha, "").await;
    let gone = &data["transactions"][0];
    assert_eq!((&gone["type"], &gone["gemsAmount"]), (&json!("expired"), &json!(-6)));
    assert_eq!((&gone["description"], &gone["expiresAt"]), (&json!("Expired after 365 days"), &Value::Null));
    assert_eq!(gone["invoiceNumber"], Value::Null);
    assert_eq!(data["summary"], json!({ "balance": 3, "totalEarned": 16, "totalRedeemed": 8 }));
}

fn expired_gems_of(expired: &[ExpiredGems], person: &Person) -> i64 {
    expired.iter().filter(|one| one.user_id == *person.id()).map(|one| one.gems).sum()
}

#[test_on_both_engines]
async fn expired_gems_are_shown_until_the_nightly_job_but_cannot_be_redeemed() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    earn_gems(&salon, &asha, 100_000).await;
    salon.advance_seconds(60);
    earn_gems(&salon, &asha, 20_000).await;
    salon.advance_seconds(YEAR_SECONDS - 60);
    assert_eq!(get_gems(&salon.customer("Asha").await, "").await["summary"]["balance"], 12);
    assert!(matches!(redeem_gems(&salon, &asha, 3).await, Err(SpendRefusal::InsufficientBalance)));
    assert!(matches!(adjust_gems(&salon, &asha, -3).await, Err(SpendRefusal::InsufficientBalance)));
    redeem_gems(&salon, &asha, 2).await.unwrap();
    assert_eq!(remaining_by_lot(&salon, &asha).await, [10, 0]);
    assert_eq!(expired_gems_of(&expire_gems(&salon, 1).await, &asha), 10);
    assert_eq!(verified_gems_balance(&salon, &asha).await, 0);
}

#[test_on_both_engines]
async fn concurrent_expiry_jobs_expire_every_lot_once() {
    let salon = TestSalon::open().await;
    let mut people = Vec::new();
    for nth in 0..7 {
        let person = salon.customer(&format!("Guest{nth}")).await;
        for _ in 0..3 {
            earn_gems(&salon, &person, 10_000 * (nth + 1)).await;
            salon.advance_seconds(1);
        }
        people.push(person);
    }
    salon.advance_seconds(YEAR_SECONDS);
    // Two at once, as when a night's work is started twice.
    let night = || tokio::spawn(expire_gems_in_steps(salon.app.db.clone(), salon.context(), 2));
    let (one, other) = (night(), night());
    let expired = [one.await.unwrap(), other.await.unwrap()].concat();
    for (nth, person) in (1..).zip(&people) {
        assert_eq!((expired_gems_of(&expired, person), verified_gems_balance(&salon, person).await), (3 * nth, 0));
    }
}

#[test_on_both_engines]
async fn an_adjustment_is_recorded_with_its_sign() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.member("Ravi", Role::Manager).await);
    let by = ravi.id().clone();
    let adjusts = async |amount: i64| {
        let (amount, by) = (NonZeroI64::new(amount).unwrap(), by.clone());
        let adjusted = with_gems_account(&salon, &asha, move |tx, context, user| {
            let context = RequestContext { actor: Some((by.clone(), Role::Manager)), ..context.clone() };
            acts::adjust(tx, &context, user, amount, "Waited too long")
        });
        adjusted.await
    };
    earn_gems(&salon, &asha, 40_000).await;
    let summary = |balance: i64| GemsSummary { balance, total_earned: 4, total_redeemed: 0 };
    assert_eq!(adjusts(6).await.unwrap(), summary(10), "outside of what was earned");
    assert_eq!(adjusts(-9).await.unwrap(), summary(1));
    for too_much in [-2, -1_000, i64::MIN] {
        assert!(matches!(adjusts(too_much).await, Err(SpendRefusal::InsufficientBalance)), "{too_much}");
    }
    assert_eq!((verified_gems_balance(&salon, &asha).await, count_all(&salon, TRANSACTION_COUNT_SQL).await), (1, 3));

    let (user, ravi) = (asha.id().clone(), ravi.id().clone());
    let logged = salon.app.db.read(move |conn| {
        conn.all::<(String, String, String)>(
            "select l.before_json, l.after_json, t.description from audit_log l
                 join gems_transactions t on t.id = l.record_id and t.created_by = l.actor_id
             where l.action = 'gems.adjust' and l.record_type = 'gems' and l.concerns_user_id = $1
                 and l.actor_id = $2 order by t.gems_amount desc",
            params![user, ravi],
        )
    });
    let state = |balance: i64| json!({ "balance": balance, "totalEarned": 4, "totalRedeemed": 0 }).to_string();
    let reason = || "Waited too long".to_owned();
    assert_eq!(logged.await.unwrap(), [(state(4), state(10), reason()), (state(10), state(1), reason())]);
}

#[test_on_both_engines]
async fn the_database_itself_refuses_a_negative_balance() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    adjust_gems(&salon, &asha, 5).await.unwrap();
    for (rule, sql) in [
        (
            "loyalty_accounts_balance_not_negative",
            "update gems_accounts set balance = balance - 6, total_adjusted = total_adjusted - 6",
        ),
        (
            "loyalty_accounts_balance_not_negative",
            "update gems_accounts set balance = balance - 6, total_redeemed = total_redeemed + 6",
        ),
        ("loyalty_accounts_balance_adds_up", "update gems_accounts set balance = balance + 1"),
        ("loyalty_lots_remaining_within_amount", "update gems_lots set remaining = remaining - 6"),
        ("loyalty_lots_remaining_within_amount", "update gems_lots set remaining = remaining + 1"),
        ("profiles_gems_balance_not_negative", "update profiles set gems_balance = -1"),
    ] {
        let refused = salon.app.db.write(move |tx| tx.execute(sql, params![])).await;
        let said = refused.expect_err(sql).to_string();
        assert!(said.contains(rule), "{sql}: {said}");
    }
    assert_eq!(verified_gems_balance(&salon, &asha).await, 5);
}

/// A customer's gems as someone would count them on paper.
#[derive(Debug, Default)]
struct ExpectedAccount {
    /// How many are left, and when they end.
    lots: Vec<(i64, Option<Timestamp>)>,
    earned: i64,
    redeemed: i64,
}

impl ExpectedAccount {
    fn spend(&mut self, amount: i64, now: Timestamp) -> bool {
        let good = |(_, ends): &&mut (i64, Option<Timestamp>)| ends.is_none_or(|ends| now < ends);
        if self.lots.iter_mut().filter(good).map(|(left, _)| *left).sum::<i64>() < amount {
            return false;
        }
        let mut wanted = amount;
        for (left, _) in self.lots.iter_mut().filter(good) {
            let taken = wanted.min(*left);
            *left -= taken;
            wanted -= taken;
        }
        true
    }

    fn expire(&mut self, now: Timestamp) -> i64 {
        let ended = self.lots.iter_mut().filter(|(_, ends)| ends.is_some_and(|ends| ends <= now));
        ended.map(|(left, _)| std::mem::take(left)).sum()
    }

    fn balance(&self) -> i64 {
        self.lots.iter().map(|(left, _)| left).sum()
    }
}

#[test_on_both_engines]
async fn hundreds_of_random_steps_match_the_expected_account() {
    let salon = TestSalon::open().await;
    let rng = SharedRng::seeded(20_270_301);
    let draw = |bound: usize| i64::try_from(rng.below(bound)).unwrap();
    let people = [salon.customer("Asha").await, salon.customer("Tara").await];
    let mut papers = [ExpectedAccount::default(), ExpectedAccount::default()];
    let mut refused = 0;
    for step in 0..360 {
        // Never the same instant twice, so that the paper knows which gems are older.
        salon.app.clock.advance_millis(1 + draw(20) * DAY_MS / 2 + draw(1_000));
        let now = salon.now();
        // For a year little is spent, so that some gems expire, and then more than there is.
        let most_spent = if step / 90 % 2 == 0 { 20 } else { 90 };
        let actor = rng.below(2);
        let (person, paper) = (&people[actor], &mut papers[actor]);
        match draw(10) {
            0..4 => {
                let paise = draw(500_000);
                let earned = earn_gems(&salon, person, paise).await;
                assert_eq!(earned, gems_earned(paise));
                paper.earned += earned;
                paper.lots.push((earned, Some(gems_expire_at(now))));
            }
            4..7 => {
                let gems = 1 + draw(most_spent);
                let is_done = redeem_gems(&salon, person, gems).await.is_ok();
                assert_eq!(is_done, paper.spend(gems, now), "step {step}: {gems} of {paper:?}");
                paper.redeemed += if is_done { gems } else { 0 };
                refused += i64::from(!is_done);
            }
            7 => {
                let expired = expire_gems(&salon, 1_000).await;
                for (person, paper) in people.iter().zip(&mut papers) {
                    assert_eq!(expired_gems_of(&expired, person), paper.expire(now), "step {step}");
                }
            }
            8 => {
                let gems = 1 + draw(20);
                adjust_gems(&salon, person, gems).await.unwrap();
                paper.lots.push((gems, None));
            }
            _ => {
                let gems = 1 + draw(most_spent);
                let is_done = adjust_gems(&salon, person, -gems).await.is_ok();
                assert_eq!(is_done, paper.spend(gems, now), "step {step}: -{gems} of {paper:?}");
                refused += i64::from(!is_done);
            }
        }
        if step % 40 == 39 {
            for (person, paper) in people.iter().zip(&papers) {
                assert_eq!(verified_gems_balance(&salon, person).await, paper.balance(), "step {step}");
            }
        }
    }
    assert!(refused > 10, "some were to be refused: {refused}");
    let expired = "select count(*) from gems_transactions where type = 'expired'";
    assert!(count_all(&salon, expired).await > 10, "some were to expire");
    for ((name, person), paper) in ["Asha", "Tara"].into_iter().zip(&people).zip(&papers) {
        let left: Vec<i64> = paper.lots.iter().map(|(left, _)| *left).filter(|left| *left > 0).collect();
        let found: Vec<i64> = remaining_by_lot(&salon, person).await.into_iter().filter(|left| *left > 0).collect();
        assert_eq!(found, left, "the same gems are left, not only as many");
        assert_eq!(
            get_gems(&salon.customer(name).await, "").await["summary"],
            json!({ "balance": paper.balance(), "totalEarned": paper.earned, "totalRedeemed": paper.redeemed })
        );
    }
}

#[test_on_both_engines]
async fn concurrent_redemptions_are_applied_one_after_another() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    for _ in 0..10 {
        earn_gems(&salon, &asha, 100_000).await;
    }
    let redeeming: Vec<_> = (0..24)
        .map(|_| {
            let (db, context, user) = (salon.app.db.clone(), salon.context(), asha.id().clone());
            tokio::spawn(async move {
                db.write(move |tx| -> Result<(), SpendRefusal> {
                    let invoice = &insert_paid_invoice(tx, &user, context.now)?;
                    let redemption = Redemption { invoice, gems: 7, description: "Redeemed for Haircut" };
                    acts::redeem(tx, &context, &user, &redemption)
                })
                .await
            })
        })
        .collect();
    let mut done = 0;
    for redemption in redeeming {
        match redemption.await.unwrap() {
            Ok(()) => done += 1,
            Err(SpendRefusal::InsufficientBalance) => {}
            Err(SpendRefusal::Db(error)) => panic!("{error}"),
        }
    }
    assert_eq!((done, verified_gems_balance(&salon, &asha).await), (14, 2));
    let summary = get_gems(&asha, "").await["summary"].clone();
    assert_eq!(summary, json!({ "balance": 2, "totalEarned": 100, "totalRedeemed": 98 }));
}

#[test_on_both_engines]
async fn concurrent_earning_spending_and_expiry_add_up() {
    let salon = TestSalon::open().await;
    let people = [salon.customer("Asha").await, salon.customer("Tara").await];
    for person in &people {
        for _ in 0..5 {
            earn_gems(&salon, person, 100_000).await;
        }
    }
    salon.advance_seconds(YEAR_SECONDS);
    for person in &people {
        adjust_gems(&salon, person, 20).await.unwrap();
    }
    let acting: Vec<_> = (0..32)
        .map(|nth| {
            let (db, context) = (salon.app.db.clone(), salon.context());
            let user = people[nth % 2].id().clone();
            tokio::spawn(async move {
                db.write(move |tx| -> Result<i64, SpendRefusal> {
                    let lost = match nth / 2 % 4 {
                        0 => {
                            let expired = acts::expire_due(tx, &context, 3)?.unwrap_or_default();
                            expired.iter().map(|one| one.gems).sum()
                        }
                        1 => {
                            let invoice = &insert_paid_invoice(tx, &user, context.now)?;
                            let redemption = Redemption { invoice, gems: 6, description: "Redeemed for Haircut" };
                            acts::redeem(tx, &context, &user, &redemption).map(|()| 6)?
                        }
                        2 => {
                            let invoice = insert_paid_invoice(tx, &user, context.now)?;
                            -acts::earn(tx, &context, &user, &invoice, 10_000)?
                        }
                        _ => {
                            let one = NonZeroI64::new(-1).unwrap();
                            acts::adjust(tx, &context, &user, one, "Oops").map(|_| 1)?
                        }
                    };
                    Ok(lost)
                })
                .await
            })
        })
        .collect();
    let mut left = 2 * 70;
    for act in acting {
        match act.await.unwrap() {
            Ok(lost) => left -= lost,
            Err(SpendRefusal::InsufficientBalance) => {}
            Err(SpendRefusal::Db(error)) => panic!("{error}"),
        }
    }
    left -= expire_gems(&salon, 3).await.iter().map(|one| one.gems).sum::<i64>();
    assert_eq!(verified_gems_balance(&salon, &people[0]).await + verified_gems_balance(&salon, &people[1]).await, left);
    let expired = "select cast(-sum(gems_amount) as bigint) from gems_transactions where type = 'expired'";
    assert_eq!(count_all(&salon, expired).await, 100, "each lot once");
}
