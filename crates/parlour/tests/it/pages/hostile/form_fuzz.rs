//! Every form of every page with values that nobody means: no answer is a 500, and nothing that was sent is live in one.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::browser::{Form, Page};
use parlour_testkit::fixtures::seeded_rng::SeededRng;
use parlour_testkit::{Engine, Person, Reply, TestSalon, run};
use url::Url;
use url::form_urlencoded::byte_serialize;

use super::page_roles::{Records, form_routes};

/// What a page must never contain as it was sent.
const LIVE: &str = "<zq/onload";

/// Values that are wrong in some way for most fields, and right for some.
const VALUES: [&str; 52] = [
    "",
    " ",
    "\0",
    "a\0b",
    "\u{feff}",
    "\u{202e}abc",
    "\u{200b}",
    "\u{fffd}",
    "\r\n",
    "a\r\nb: c",
    "\t",
    "\\",
    "'",
    "\"",
    "<zq/onload=x>",
    "\"><zq/onload=x>",
    "</script><zq/onload=x>",
    "{{7*7}}",
    "${7*7}",
    "%",
    "%00",
    "%s%n",
    "' or 1=1 --",
    "%_\\",
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "100",
    "101",
    "1e9",
    "0x10",
    "1.5",
    "1,50,000.505",
    "₹450",
    "-9223372036854775808",
    "9223372036854775807",
    "9223372036854775808",
    "99999999999999999999999999",
    "NaN",
    "true",
    "on",
    "2027-02-30",
    "2027-03-05",
    "9999-12-31",
    "0000-00-00",
    "+262143-01-01",
    "25:00",
    "11:00",
    "9876543210",
    "a@b.in",
];

/// Names of fields for a form that no page shows in this salon.
const NAMES: [&str; 28] = [
    "key",
    "back",
    "reason",
    "staffId",
    "bookingDate",
    "startTime",
    "tellCustomer",
    "content",
    "tagId",
    "tab",
    "status",
    "seen",
    "assignedTo",
    "services",
    "minutes",
    "staff",
    "service",
    "amount",
    "direction",
    "branch",
    "counted",
    "float",
    "intoId",
    "confirm",
    "rejectionReason",
    "slot",
    "nearest",
    "version",
];

/// A form as a page shows it: where it is sent, by whom, and its fields.
struct FoundForm {
    app_kind: AppKind,
    path: String,
    fields: Vec<(String, String)>,
}

/// How long the forms are tried.
struct Effort {
    seed: u64,
    rounds: usize,
    time: Duration,
}

/// A round tries each form once. The first is always complete.
async fn fuzz(effort: &Effort) {
    let salon = TestSalon::demo().await;
    let records = Records::find(&salon).await;
    let forms = find_forms(&salon, &records).await;
    let mut rng = SeededRng::new(effort.seed);
    let started = Instant::now();
    let (mut sent, mut taken) = (0_usize, 0_usize);
    for round in 0..effort.rounds {
        for form in &forms {
            if round > 0 && started.elapsed() > effort.time {
                break;
            }
            // Anew each time: a form may end the session.
            let person = somebody(&salon, form.app_kind).await;
            let (path, body) = (mutated_path(form, &mut rng), mutated_body(form, &mut rng));
            let reply = person.submit(&path, body.clone()).await;
            expect_harmless(effort, &path, &body, &reply);
            sent += 1;
            taken += usize::from(reply.status == 303);
        }
        if started.elapsed() > effort.time {
            break;
        }
    }
    assert!(sent >= forms.len() && taken > 0, "{sent} of {} forms sent, {taken} taken", forms.len());
    salon.leaves_due_jobs("nobody reads the e-mails");
}

#[track_caller]
fn expect_harmless(effort: &Effort, path: &str, body: &[u8], reply: &Reply) {
    let told = || {
        let body = String::from_utf8_lossy(&body[..body.len().min(2_000)]).into_owned();
        format!(
            "seed {}, {:?}: {} to {path} with {body}\n{}",
            effort.seed,
            Engine::current(),
            reply.status,
            reply.text()
        )
    };
    assert!(reply.status.as_u16() < 500, "{}", told());
    assert!(!reply.text().contains(LIVE), "{}", told());
    if let Some(target) = reply.header("location") {
        let base = Url::parse("https://salon.example/").unwrap();
        assert!(base.join(target).is_ok_and(|url| url.origin() == base.origin()), "{}", told());
    }
}

/// Somebody who may do everything on an app.
async fn somebody(salon: &TestSalon, app_kind: AppKind) -> Person {
    let person = match app_kind {
        AppKind::Customer => salon.customer("Asha").await,
        AppKind::Admin => salon.member("Ravi", Role::Developer).await,
    };
    person.with_header("accept", "text/html")
}

/// The forms of all pages, one of each address, and one made of names for each route that no page shows a form for.
async fn find_forms(salon: &TestSalon, records: &Records) -> Vec<FoundForm> {
    let mut found: BTreeMap<(bool, String), FoundForm> = BTreeMap::new();
    for app_kind in [AppKind::Customer, AppKind::Admin] {
        let person = somebody(salon, app_kind).await;
        for path in pages(app_kind, records) {
            for form in shown_forms(salon, &person, &path).await {
                let key = (app_kind == AppKind::Admin, Records::route(&form.path));
                found.entry(key).or_insert(form);
            }
        }
        for route in form_routes(app_kind) {
            let key = (app_kind == AppKind::Admin, route.to_owned());
            let fields = || NAMES.iter().map(|name| ((*name).to_owned(), String::new())).collect();
            found.entry(key).or_insert_with(|| FoundForm { app_kind, path: records.address(route), fields: fields() });
        }
    }
    assert!(found.len() > 60, "{:?}", found.keys());
    found.into_values().collect()
}

/// Pages with forms.
fn pages(app_kind: AppKind, records: &Records) -> Vec<String> {
    let Records { booking, customer, lead, membership, invoice } = records;
    match app_kind {
        AppKind::Customer => {
            ["/call-me", "/me", "/me/erase", "/onboarding", "/notifications"].map(str::to_owned).to_vec()
        }
        AppKind::Admin => vec![
            "/board".to_owned(),
            format!("/board?visit={booking}"),
            format!("/board/{booking}/place"),
            "/board/blocks".to_owned(),
            "/requests".to_owned(),
            format!("/bookings/{booking}"),
            format!("/bookings/{booking}/checkout"),
            format!("/bookings/new?customer={customer}"),
            "/customers/new".to_owned(),
            format!("/customers/{customer}"),
            format!("/customers/{customer}?tab=notes"),
            format!("/customers/{customer}?tab=gems"),
            format!("/customers/{customer}/edit"),
            format!("/customers/{customer}/merge"),
            format!("/customers/{customer}/erase"),
            "/leads".to_owned(),
            "/leads/new".to_owned(),
            format!("/leads/{lead}"),
            format!("/leads/{lead}/lost"),
            format!("/memberships/sell?customer={customer}"),
            format!("/memberships/{membership}"),
            format!("/invoices/{invoice}"),
            format!("/invoices/{invoice}/payments"),
            format!("/invoices/{invoice}/credit-note"),
            "/day-close".to_owned(),
            "/my".to_owned(),
            "/schedule/holidays".to_owned(),
            "/my/leave".to_owned(),
            "/integrations".to_owned(),
            "/notifications".to_owned(),
            "/me".to_owned(),
        ],
    }
}

async fn shown_forms(salon: &TestSalon, person: &Person, path: &str) -> Vec<FoundForm> {
    let reply = person.get(path).await;
    assert!(reply.status == 200 || reply.status == 303, "{path}: {} {}", reply.status, reply.text());
    let url = Url::parse(salon.url(person.app_kind)).unwrap().join(path).unwrap();
    let body = reply.text();
    let page = Page::new(url, reply.status, reply.headers, body);
    let forms = page.forms().into_iter().filter(Form::is_sent_by_post);
    let found = forms.map(|form| FoundForm {
        app_kind: person.app_kind,
        path: form.target().path().to_owned(),
        // Boxes that are not ticked too: a name without a value is enough to try it.
        fields: {
            let sent = form.fields().into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
            let mut fields: Vec<(String, String)> = sent.collect();
            for name in form.names() {
                if !fields.iter().any(|(known, _)| known == name) {
                    fields.push((
                        name.to_owned(),
                        form.options(name).first().map(|(value, _)| value.clone()).unwrap_or_default(),
                    ));
                }
            }
            fields
        },
    });
    found.collect()
}

/// Mostly the address of the form; now and then of a record that does not exist, or of none.
fn mutated_path(form: &FoundForm, rng: &mut SeededRng) -> String {
    if !rng.one_chance_in(8) {
        return form.path.clone();
    }
    let ids = ["nope", "%00", "%ff", "..%2f..", "%F0%9F%92%87", "'", "018fd3d7-156a-75a7-9b06-7464b744a69e"];
    let id = rng.one_of(&ids);
    let parts: Vec<&str> = form.path.split('/').collect();
    let part = |part: &&str| if part.len() > 20 { id.to_owned() } else { (*part).to_owned() };
    parts.iter().map(part).collect::<Vec<_>>().join("/")
}

/// A value that could be meant, for fields that are empty on the page.
fn plausible(name: &str) -> &'static str {
    match name {
        "phone" => "9876543210",
        "email" => "fuzzy@test.invalid",
        "dateOfBirth" => "1990-05-01",
        "gender" => "female",
        "bookingDate" | "date" | "startDate" | "endDate" | "day" => "2027-03-09",
        "startTime" | "time" | "other" => "11:00",
        "endTime" => "12:00",
        "minutes" | "hours" | "counted" | "float" | "amount" | "percent" | "gemsAmount" => "30",
        "reason" | "content" | "note" | "name" | "guest" => "Fuzzy",
        _ => "",
    }
}

fn mutated_body(form: &FoundForm, rng: &mut SeededRng) -> Vec<u8> {
    let mut fields = form.fields.clone();
    if rng.one_chance_in(2) {
        for (name, value) in fields.iter_mut().filter(|(_, value)| value.is_empty()) {
            plausible(name).clone_into(value);
        }
    }
    for _ in 0..rng.between(0, 4) {
        mutate(&mut fields, rng);
    }
    let encode = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
    let mut body = pairs.join("&").into_bytes();
    match rng.below(12) {
        // Bytes that no browser sends.
        0 => {
            for _ in 0..rng.below(200) {
                body.push(u8::try_from(rng.below(256)).unwrap());
            }
        }
        1 => {
            let at = usize::try_from(rng.below(u64::try_from(body.len()).unwrap() + 1)).unwrap();
            body.truncate(at);
        }
        2 => body = String::from_utf8_lossy(&body).replace("%2", "%").into_bytes(),
        3 => body.extend_from_slice(b"&name=%ff%fe&%c3%28=%c3%28&=&&==&a[b][c]=1&__proto__=x&name[]=1"),
        _ => {}
    }
    body
}

fn mutate(fields: &mut Vec<(String, String)>, rng: &mut SeededRng) {
    if fields.is_empty() {
        fields.push((rng.one_of(&NAMES).to_owned(), rng.one_of(&VALUES).to_owned()));
        return;
    }
    let at = usize::try_from(rng.below(u64::try_from(fields.len()).unwrap())).unwrap();
    match rng.below(10) {
        0 => _ = fields.remove(at),
        1 => {
            let twice = (fields[at].0.clone(), rng.one_of(&VALUES).to_owned());
            fields.push(twice);
        }
        2 => {
            let part = rng.one_of(&["x", "9", "\u{1f487}", "<zq/onload=x>"]);
            fields[at].1 = part.repeat(usize::try_from(rng.between(100, 9_000)).unwrap());
        }
        3 => fields[at].0.push_str(rng.one_of(&["[]", "[0]", ".0", "\0", " "])),
        4 => {
            let many = (0..rng.between(20, 1_000)).map(|_| fields[at].clone()).collect::<Vec<_>>();
            fields.extend(many);
        }
        5 => fields[at].1.push_str(rng.one_of(&VALUES)),
        _ => rng.one_of(&VALUES).clone_into(&mut fields[at].1),
    }
}

fn short() -> Effort {
    Effort { seed: 17, rounds: 40, time: Duration::from_secs(15) }
}

#[test]
fn forms_with_any_values_are_answered_on_sqlite() {
    run(Engine::Sqlite, async || fuzz(&short()).await);
}

#[test]
fn forms_with_any_values_are_answered_on_postgres() {
    run(Engine::Postgres, async || fuzz(&short()).await);
}

/// Other values every time.
fn long() -> Effort {
    Effort { seed: RandomState::new().hash_one(0), rounds: usize::MAX, time: Duration::from_mins(5) }
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_forms_with_any_values_are_answered_on_sqlite() {
    run(Engine::Sqlite, async || fuzz(&long()).await);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_forms_with_any_values_are_answered_on_postgres() {
    run(Engine::Postgres, async || fuzz(&long()).await);
}
