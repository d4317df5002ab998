//! What somebody types, has opened or has selected stays, however often others change what is on the page.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::friday_haircut_for;
use parlour_testkit::actions::bookings::{create_booking, post_booking_action};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::place_booking;
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::busy_saturday::time_text;
use parlour_testkit::fixtures::live_salon::FRIDAY;
use parlour_testkit::fixtures::seeded_rng::SeededRng;
use parlour_testkit::fixtures::small_salon::STYLIST;
use parlour_testkit::{Engine, Person, TestSalon, run, run_within};
use serde_json::{Value, json};

use super::desk_board::number_of;
use super::desk_visit::{MEERA, live_friday};
use super::visits::onboarded_customer;

const BOARD: &str = "/board?at=branch-pune&day=2027-03-05";
/// A note has room for a thousand letters.
const MOST_LETTERS: usize = 900;

/// Two desks: one has the page open, the other changes two visits all the time.
struct Desk {
    visitor: Visitor,
    salon: TestSalon,
    person: Person,
    other: Person,
    /// The visit that is looked at, and another one.
    visits: [String; 2],
}

impl Desk {
    async fn open() -> Self {
        let salon = live_friday().await;
        let (person, other) = (receptionist(&salon).await, salon.member("Divya", Role::Receptionist).await);
        let mut visits = Vec::new();
        for (name, time) in [("Asha", "11:00"), ("Binu", "15:00")] {
            // Whoever has told their phone has notes.
            let customer = onboarded_customer(&salon, name).await;
            visits.push(create_booking(&person, &friday_haircut_for(&customer, time, Some(STYLIST))).await);
        }
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&person).await;
        visitor.open(BOARD).await;
        // Counts how often the board is brought up to date.
        let script = "
            window.refreshes = 0;
            const ask = window.fetch;
            window.fetch = async (...given) => {
                const answer = await ask(...given);
                if (String(given[0]).includes('part=board')) window.refreshes++;
                return answer;
            };";
        visitor.execute(script, &[]).await;
        visitor.wait_until("a board that listens", "return !!customElements.get('day-board')").await;
        let [first, second] = visits.try_into().expect("two visits");
        Self { visitor, salon, person, other, visits: [first, second] }
    }

    async fn refreshes(&self) -> u64 {
        self.visitor.execute("return window.refreshes", &[]).await.as_u64().unwrap()
    }

    /// A random change by the other desk.
    async fn change(&self, rng: &mut SeededRng) {
        self.salon.advance_seconds(1);
        let at = usize::try_from(rng.below(2)).unwrap();
        let id = &self.visits[at];
        if rng.one_chance_in(4) {
            post_booking_action(&self.other, id, "arrive").await.expect_ok();
            post_booking_action(&self.other, id, "undo").await.expect_ok();
            return;
        }
        // Each in its own half of the day, so that there is always room.
        let start = 660 + i64::try_from(at).unwrap() * 240 + rng.between(0, 36) * 5;
        let staff = rng.one_of(&[STYLIST, MEERA]);
        let body = json!({
            "bookingDate": FRIDAY, "startTime": time_text(start), "staffId": staff, "tellCustomer": false,
        });
        let moved = place_booking(&self.other, id, &body).await;
        assert!(moved.status == 200 || moved.status == 409, "{}", moved.text());
    }

    /// Changes things until the page was refreshed so many times, while somebody does `work` again and again.
    async fn while_changing(&self, goal: u64, seed: u64, mut work: impl AsyncFnMut(&mut SeededRng)) {
        let (before, is_over) = (self.refreshes().await, AtomicBool::new(false));
        let changes = async {
            let mut rng = SeededRng::new(seed);
            while !is_over.load(Ordering::Relaxed) {
                self.change(&mut rng).await;
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let working = async {
            let mut rng = SeededRng::new(seed + 1);
            while self.refreshes().await < before + goal {
                work(&mut rng).await;
            }
            is_over.store(true, Ordering::Relaxed);
        };
        tokio::join!(changes, working);
    }

    /// Types into what has the focus, and looks whether all of it is there.
    async fn type_on(&self, field: &str, typed: &mut String, rng: &mut SeededRng) {
        let letters: String = (0..rng.between(1, 6)).map(|_| rng.one_of(&['a', 'e', 'k', 'n', 'r', 's'])).collect();
        if typed.len() + letters.len() > MOST_LETTERS || rng.one_chance_in(5) {
            self.visitor.press("Backspace").await;
            typed.pop();
        } else {
            self.visitor.type_keys(&letters).await;
            typed.push_str(&letters);
        }
        let script = "const field = document.querySelector(arguments[0]); return [field?.value, field === document.activeElement]";
        let shown = self.visitor.execute(script, &[json!(field)]).await;
        assert_eq!(shown, json!([typed, true]), "what was typed, and the focus");
    }
}

/// A note on a visit, in the sheet beside the board, while that visit moves.
async fn type_a_note(desk: &Desk, goal: u64) {
    let Desk { visitor, visits, .. } = desk;
    let link = format!(".board a[href$='visit={}']", number_of(&desk.person, &visits[0]).await);
    visitor.execute("document.querySelector(arguments[0]).focus()", &[json!(link)]).await;
    visitor.press("Enter").await;
    visitor.wait_for(".boardwrap.open #note-content").await;
    (**visitor).click("[data-part=sheet] details:has(#note-content) > summary").await;
    (**visitor).click("#note-content").await;
    let mut typed = String::new();
    desk.while_changing(goal, 11, async |rng| desk.type_on("#note-content", &mut typed, rng).await).await;
    visitor.wait_until("it says that it is old", "return !document.querySelector('[data-stale]').hidden").await;
    (**visitor).click("[data-part=sheet] form[action$='/note'] button").await;
    visitor.wait_for_text("The note was saved.").await;
    let id = desk.salon.customer("Asha").await.id().as_str().to_owned();
    let notes = desk.person.get(&format!("/api/customers/{id}/notes")).await.expect_ok();
    assert_eq!(notes["notes"][0]["content"], Value::from(typed));
}

/// A search, in the dialog over the board.
async fn type_a_search(desk: &Desk, goal: u64) {
    desk.visitor.press_with("Control", "k").await;
    desk.visitor.wait_for("dialog[data-part=search][open]").await;
    let mut typed = String::new();
    let field = "dialog[open] [name=q]";
    desk.while_changing(goal, 22, async |rng| {
        // The field has room for a hundred letters.
        if typed.len() > 80 {
            desk.visitor.fill("q", "").await;
            typed.clear();
        }
        desk.type_on(field, &mut typed, rng).await;
    })
    .await;
    // The first one empties the field.
    desk.visitor.press("Escape").await;
    desk.visitor.press("Escape").await;
    desk.visitor.wait_until_gone("dialog[open]").await;
}

/// Numbers that are selected, to be copied, while they change.
async fn select_the_tallies(desk: &Desk, goal: u64) {
    let visitor = &desk.visitor;
    let select = "
        document.activeElement?.blur();
        getSelection().selectAllChildren(document.querySelector('.tallies'));
        return getSelection().toString();";
    let selected = visitor.execute(select, &[]).await;
    assert!(selected.as_str().is_some_and(|text| text.contains("to come")), "{selected}");
    desk.while_changing(goal, 33, async |_| {
        assert_eq!(visitor.execute("return getSelection().toString()", &[]).await, selected);
        tokio::time::sleep(Duration::from_millis(30)).await;
    })
    .await;
    post_booking_action(&desk.other, &desk.visits[0], "arrive").await.expect_ok();
    visitor.wait_until("it says that it is old", "return !document.querySelector('[data-stale]').hidden").await;
    visitor.execute("getSelection().removeAllRanges()", &[]).await;
    let counted = "return document.querySelector('.tallies').textContent.includes('1 here')";
    visitor.wait_until("the numbers are new", counted).await;
    visitor.wait_until("nothing is old", "return document.querySelector('[data-stale]').hidden").await;
    post_booking_action(&desk.other, &desk.visits[0], "undo").await.expect_ok();
}

/// A menu that is open in a list that changes all the time.
async fn keep_a_menu_open(desk: &Desk, goal: u64) {
    let (visitor, open) = (&desk.visitor, "details.pop:not(.bell)[open]");
    (**visitor).click(".phead details.pop:not(.bell) > summary").await;
    desk.while_changing(goal, 44, async |_| {
        assert_eq!(visitor.count(open).await, 1, "the menu is open");
        tokio::time::sleep(Duration::from_millis(30)).await;
    })
    .await;
    visitor.press("Escape").await;
    visitor.wait_until_gone(open).await;
}

async fn keep_everything(goal: u64) {
    let desk = Desk::open().await;
    type_a_search(&desk, goal).await;
    select_the_tallies(&desk, goal).await;
    keep_a_menu_open(&desk, goal).await;
    println!("{} refreshes", desk.refreshes().await);
    type_a_note(&desk, goal).await;
}

#[test]
fn what_is_typed_opened_or_selected_outlives_changes_by_others() {
    run(Engine::Sqlite, async || keep_everything(20).await);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_thousand_refreshes_take_nothing_away_on_sqlite() {
    run_within(Duration::from_mins(10), Engine::Sqlite, async || keep_everything(250).await);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_thousand_refreshes_take_nothing_away_on_postgres() {
    run_within(Duration::from_mins(10), Engine::Postgres, async || keep_everything(250).await);
}
