//! Whom a search of the directory finds, however it goes about it, and how many are in the directory.

use parlour_db::{Conn, DatabaseLocation, Db, DbError, Tx, params};
use parlour_domain::auth::role::Role;
use parlour_domain::customer::DirectorySort;
use parlour_domain::customer::directory_search::{search_term, search_text};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::text::fold_case;
use parlour_store::backup;
use parlour_store::customers::directory::{self, DirectoryFilter};
use parlour_store::customers::profiles;
use parlour_store::users::user_records::{self, NewUser};
use parlour_testkit::actions::customers::CUSTOMERS_PATH;
use parlour_testkit::actions::people::{manager_mira, receptionist, sign_in_through_provider};
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::{TestSalon, test_on_both_engines};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;
use tokio::task::JoinSet;

/// A customer of the directory, and the text of the search.
#[derive(Debug, Clone)]
struct SearchedCustomer {
    id: String,
    name: String,
    phone: String,
    spent: i64,
}

impl SearchedCustomer {
    fn insert(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<(), DbError> {
        let id = UserId::new(self.id.clone());
        let user = NewUser {
            id: id.clone(),
            name: self.name.clone(),
            email: None,
            email_identifies: false,
            email_verified: false,
            image: None,
            role: Role::Customer,
        };
        assert!(user_records::insert(tx, &user, now)?);
        profiles::create_if_missing(tx, &format!("profile-{}", self.id), &id, now)?;
        tx.execute(
            "update profiles set phone = $2, total_spent_paise = $3, total_visits = $3 where user_id = $1",
            params![id, self.phone, self.spent],
        )?;
        profiles::refresh_directory_entry(tx, &id)
    }

    fn text(&self) -> String {
        search_text(&self.name, Some(&self.phone), None)
    }
}

/// What is written in names, and what a search could take for more than a letter.
fn random_text() -> impl Strategy<Value = String> {
    let letter = prop::sample::select(vec![
        "a", "A", "b", "s", "h", " ", "%", "_", "!", "\\", "\"", "'", "*", "(", "-", ":", "é", "E\u{301}", "\u{301}",
        "İ", "ß", "ş", "आ", "शा", "र्", "मा", "😀", "👩🏽", "\u{200d}", "名", "1", "9",
    ]);
    prop::collection::vec(letter, 1..9).prop_map(|letters| letters.concat())
}

/// A part of a text that is there, or letters of which nobody may have heard.
fn random_search_term(texts: &[String], runner: &mut TestRunner) -> String {
    let mut draw = |below: usize| (0..below).new_tree(runner).expect("a number").current();
    let text: Vec<char> = texts[draw(texts.len())].chars().collect();
    let from = draw(text.len());
    let length = 1 + draw(6);
    let part: String = text[from..].iter().take(length).collect();
    if draw(5) == 0 { random_text().new_tree(runner).expect("letters").current() } else { part }
}

/// Those whose text has it, in order. `texts` are those of the people.
fn expected_matches(people: &[SearchedCustomer], texts: &[String], sought: &str, sort: DirectorySort) -> Vec<String> {
    let term = search_term(sought);
    let matching = people.iter().zip(texts).filter(|(_, text)| text.contains(&term));
    let mut found: Vec<&SearchedCustomer> = matching.map(|(someone, _)| someone).collect();
    match sort {
        DirectorySort::Name => found.sort_by_key(|someone| (fold_case(&someone.name), &someone.id)),
        DirectorySort::Ltv | DirectorySort::Visits => {
            found.sort_by_key(|someone| (-someone.spent, &someone.id));
        }
        _ => found.sort_by_key(|someone| &someone.id),
    }
    found.into_iter().map(|someone| someone.id.clone()).collect()
}

#[test_on_both_engines]
async fn a_search_finds_exactly_the_matching_customers() {
    let salon = TestSalon::open().await;
    let mut runner = TestRunner::deterministic();
    let mut people = Vec::new();
    for number in 0..600_i64 {
        let name = random_text().new_tree(&mut runner).expect("a name").current();
        let phone = format!("+9198{:08}", number * 7_919);
        people.push(SearchedCustomer { id: format!("c{number:03}"), name, phone, spent: number * 37 % 100 });
    }
    let (written, now) = (people.clone(), salon.now());
    write_transaction(&salon.app, move |tx| written.iter().try_for_each(|someone| someone.insert(tx, now))).await;
    let texts: Vec<String> = people.iter().map(SearchedCustomer::text).collect();
    let mut searches: Vec<String> = (0..250).map(|_| random_search_term(&texts, &mut runner)).collect();
    searches.extend(["+91", "+9198", "%%%", "___", "!!!", "\"\"\"", "a\"*", "nobody has this"].map(String::from));
    for (number, search) in searches.into_iter().enumerate().filter(|(_, search)| !search.is_empty()) {
        let sort = DirectorySort::ALL[number % DirectorySort::ALL.len()];
        let expected = expected_matches(&people, &texts, &search, sort);
        for (limit, skipped) in [(20, 0), (100, 40), (1, 599), (1_000, 0)] {
            let wanted = DirectoryFilter::new(&search, None);
            let read = salon.app.db.read(move |conn| directory::page(conn, &wanted, sort, limit, skipped));
            let (entries, count) = read.await.expect("a page");
            let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
            let on_page = expected.iter().skip(usize::try_from(skipped).expect("few"));
            let on_page: Vec<&str> = on_page.take(usize::try_from(limit).expect("few")).map(String::as_str).collect();
            assert_eq!(usize::try_from(count), Ok(expected.len()), "{search:?}");
            assert_eq!(ids, on_page, "{search:?} by {sort}, {limit} from {skipped}");
        }
    }
}

/// How many the directory says there are, and how many there are by each of the tables.
fn directory_counts(conn: &mut Conn<'_>) -> Result<[i64; 3], DbError> {
    let mut count = |sql| Ok::<_, DbError>(conn.one::<(i64,)>(sql, params![])?.expect("a count").0);
    let (profiles, texts) =
        (count("select count(*) from profiles where in_directory")?, count("select count(*) from directory_texts")?);
    let (_, said) = directory::page(conn, &DirectoryFilter::default(), DirectorySort::Ltv, 1, 0)?;
    Ok([said, profiles, texts])
}

/// All counts say so, and the index knows everyone of whom there is a phone.
async fn assert_directory_size(salon: &TestSalon, people: i64, when: &str) {
    let db = &salon.app.db;
    assert_eq!(db.read(directory_counts).await.expect("counts"), [people; 3], "{when}");
    let phones = "select count(*) from profiles where in_directory and phone is not null";
    let phones = db.read(|conn: &mut Conn<'_>| conn.one::<(i64,)>(phones, params![])).await.expect("a count");
    let wanted = DirectoryFilter::new("+91", None);
    let found = db.read(move |conn| directory::page(conn, &wanted, DirectorySort::Name, 1, 0));
    assert_eq!(Some((found.await.expect("a page").1,)), phones, "{when}");
}

#[test_on_both_engines]
async fn the_directory_count_is_exact_after_every_change() {
    let salon = TestSalon::open().await;
    let (ravi, mira) = (receptionist(&salon).await, manager_mira(&salon).await);
    assert_directory_size(&salon, 0, "nobody has come").await;
    let asha = salon.customer("Asha").await;
    let told = json!({
        "phone": "9876543210", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": false,
    });
    for _ in 0..2 {
        asha.post("/api/onboarding/complete", &told).await.expect_ok();
        assert_directory_size(&salon, 1, "Asha is onboarded").await;
    }
    let bina = json!({ "name": "Bina", "phone": "9876543211", "email": "bina@test.invalid" });
    let bina = ravi.post(CUSTOMERS_PATH, &bina).await.expect_created()["customer"]["id"].clone();
    assert_directory_size(&salon, 2, "the desk has added Bina").await;
    sign_in_through_provider(&salon, "bina", "bina@test.invalid", true).await;
    assert_directory_size(&salon, 2, "Bina has claimed what the desk wrote").await;
    let tara = salon.customer("Tara").await;
    tara.get("/api/profile").await.expect_ok();
    assert_directory_size(&salon, 3, "Tara has looked at her profile").await;
    tara.patch("/api/profile", &json!({ "name": "Tara Devi", "phone": "9876543212" })).await.expect_ok();
    assert_directory_size(&salon, 3, "Tara has another name").await;
    for (role, people) in [(Role::Staff, 2), (Role::Manager, 2), (Role::Customer, 3), (Role::Customer, 3)] {
        let (id, now) = (tara.id().clone(), salon.now());
        write_transaction(&salon.app, move |tx| user_records::set_role(tx, &id, role, now)).await;
        assert_directory_size(&salon, people, "Tara has another role").await;
    }
    let merge = format!("{CUSTOMERS_PATH}/{}/merge", tara.id());
    mira.post(&merge, &json!({ "intoId": bina })).await.expect_ok();
    assert_directory_size(&salon, 2, "Tara is Bina").await;
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    assert_directory_size(&salon, 1, "Asha is forgotten").await;
}

/// An address that the provider vouches for later is searched by at once.
#[test_on_both_engines]
async fn an_email_verified_at_a_later_sign_in_is_found() {
    let salon = TestSalon::open().await;
    let ravi = receptionist(&salon).await;
    let user = sign_in_through_provider(&salon, "asha", "old@test.invalid", false).await;
    let now = salon.now();
    let id = user.clone();
    write_transaction(&salon.app, move |tx| profiles::create_if_missing(tx, "profile", &id, now).map(drop)).await;
    assert_eq!(sign_in_through_provider(&salon, "asha", "proven@test.invalid", true).await, user);
    let found = ravi.get(&format!("{CUSTOMERS_PATH}?q=proven@")).await.expect_ok();
    assert_eq!(found["customers"][0]["id"], user.as_str());
}

#[test_on_both_engines]
async fn concurrent_additions_and_erasures_keep_the_count_exact() {
    let salon = TestSalon::open().await;
    let mut coming = JoinSet::new();
    for number in 0..24 {
        let guest = salon.customer(&format!("Guest{number}")).await;
        coming.spawn(async move {
            guest.get("/api/profile").await.expect_ok();
            (number, guest)
        });
    }
    let guests = coming.join_all().await;
    assert_directory_size(&salon, 24, "all have a profile").await;
    let buckets = "select count(*) from directory_counts where entries > 0";
    let buckets = salon.app.db.read(|conn| conn.one::<(i64,)>(buckets, params![])).await.expect("a count");
    assert!(buckets.is_some_and(|(count,)| count > 5), "{buckets:?}");
    let mut going = JoinSet::new();
    for (number, guest) in guests {
        going.spawn(async move {
            let told = json!({ "confirm": format!("guest{number}@test.invalid") });
            guest.post("/api/profile/erase", &told).await.expect_ok();
        });
    }
    going.join_all().await;
    assert_directory_size(&salon, 0, "all are forgotten").await;
}

/// The index goes by numbers that a copy has to keep.
#[test_on_both_engines]
async fn a_copied_database_can_be_searched() {
    let salon = TestSalon::demo().await;
    let DatabaseLocation::Sqlite(path) = salon.location().clone() else { return };
    let (folder, now) = (tempfile::tempdir().expect("a folder"), salon.now());
    // A gap in the numbers.
    write_transaction(&salon.app, move |tx| {
        let first = "select user_id from directory_texts order by number limit 1";
        let first = tx.one::<(UserId,)>(first, params![])?.expect("a customer").0;
        user_records::set_role(tx, &first, Role::Staff, now)
    })
    .await;
    let to = folder.path().join("copy.db");
    backup::copy_sqlite(&path, &to).expect("a copy");
    let copy = tokio::task::spawn_blocking(move || Db::open(&DatabaseLocation::Sqlite(to), None)).await;
    let copy = copy.expect("no panic").expect("it opens");
    let found = async |db: &Db| {
        let wanted = DirectoryFilter::new("sha", None);
        let read = db.read(move |conn| directory::page(conn, &wanted, DirectorySort::Name, 100, 0));
        let (entries, count) = read.await.expect("a page");
        (entries.into_iter().map(|entry| entry.id).collect::<Vec<_>>(), count)
    };
    let original = found(&salon.app.db).await;
    assert!(original.1 > 0);
    assert_eq!(found(&copy).await, original);
}
