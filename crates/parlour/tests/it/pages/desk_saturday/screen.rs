//! A receptionist at a screen: what she clicks and types, and what she sees without doing anything.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use parlour_testkit::Person;
use parlour_testkit::chromium::Chromium;
use parlour_testkit::fixtures::busy_saturday::time_text;
use serde_json::{Value, json};

use crate::pages::desk_board::number_of;

/// What somebody else did must be there by then, even on a machine that builds meanwhile.
const SEEN_WITHIN: Duration = Duration::from_secs(5);

/// Where a visit stands: whom it is with, its minute, and the class of its status.
pub(super) type Place<'a> = (&'a str, i64, &'a str);

pub(super) struct Screen {
    pub(super) page: Chromium,
    url: String,
    person: Person,
    /// How long it took until changes by others were there.
    pub(super) waits: Mutex<Vec<Duration>>,
}

fn rupees(paise: i64) -> String {
    format!("{}.{:02}", paise / 100, paise % 100)
}

impl Screen {
    pub(super) async fn start(page: Chromium, url: String, person: &Person) -> Self {
        page.sign_in_as(person).await;
        // What is refused on purpose, and what is asked while nobody answers.
        page.ignore_console(|text| text.contains("409") || text.contains("ERR_") || text.contains("504"));
        Self { page, url, person: person.clone(), waits: Mutex::default() }
    }

    /// The link of a visit on the board.
    async fn link_of(&self, id: &str) -> String {
        format!("a[href$='visit={}']", number_of(&self.person, id).await)
    }

    /// The selector of a visit on the board, which begins at ten in steps of five minutes.
    async fn placed(&self, id: &str, (staff, start, class): Place<'_>) -> String {
        format!("#s-{staff} li.r{} > {}.{class}", (start - 600) / 5, self.link_of(id).await)
    }

    pub(super) async fn open(&self, path: &str) {
        self.page.go(&format!("{}{path}", self.url)).await;
    }

    /// Does something that leads to another page, and waits for that.
    pub(super) async fn go_on(&self, act: impl AsyncFnOnce()) {
        self.page.execute("document.documentElement.dataset.left = '1'", &[]).await;
        act().await;
        let script = "return document.readyState === 'complete' && !document.documentElement.dataset.left";
        self.page.wait_until("another page", script).await;
    }

    pub(super) async fn click(&self, css: &str) {
        self.go_on(async || self.page.click(css).await).await;
    }

    pub(super) async fn to_board(&self) {
        // A receipt is without the frame of the other pages.
        self.click("nav.side [data-part=side] a[href^='/board'], a.btn[href='/board']").await;
    }

    /// This appears by itself.
    pub(super) async fn sees_element(&self, css: &str) {
        let started = Instant::now();
        self.page.wait_for(css).await;
        self.note_wait(css, started);
    }

    pub(super) async fn sees_no_more(&self, css: &str) {
        let started = Instant::now();
        self.page.wait_until_gone(css).await;
        self.note_wait(css, started);
    }

    pub(super) async fn sees_true(&self, what: &str, script: &str) {
        let started = Instant::now();
        self.page.wait_until(what, script).await;
        self.note_wait(what, started);
    }

    fn note_wait(&self, what: &str, started: Instant) {
        let wait = started.elapsed();
        assert!(wait < SEEN_WITHIN, "{what} came after {wait:?}");
        self.waits.lock().unwrap().push(wait);
    }

    /// A visit stands there by itself, and nowhere else.
    pub(super) async fn sees(&self, id: &str, place: Place<'_>) {
        self.sees_element(&self.placed(id, place).await).await;
        assert_eq!(self.page.count(&format!(".board {}", self.link_of(id).await)).await, 1, "{id} stands twice");
    }

    /// The numbers in the head of the board: to come, here, done, no-show.
    pub(super) async fn sees_tallies(&self, tallies: [usize; 4]) {
        let script = format!(
            "return [...document.querySelectorAll('.tallies b')].map(b => b.textContent).join() === '{}'",
            tallies.map(|count| count.to_string()).join(",")
        );
        self.sees_true(&format!("tallies {tallies:?}"), &script).await;
    }

    /// Opens a visit beside the board, by keys.
    pub(super) async fn open_sheet(&self, id: &str) {
        let link = format!(".board {}", self.link_of(id).await);
        self.page.wait_for(&link).await;
        self.page.wait_until("a board that listens", "return !!customElements.get('day-board')").await;
        self.page.execute("document.querySelector(arguments[0]).focus()", &[json!(link)]).await;
        self.page.press("Enter").await;
        self.page.wait_for(&format!(".boardwrap.open [data-part=sheet] form[action^='/bookings/{id}/']")).await;
    }

    /// Presses the button of a form of the sheet, which may have to be opened.
    pub(super) async fn press_in_sheet(&self, id: &str, act: &str) {
        let form = format!("[data-part=sheet] form[action='/bookings/{id}/{act}']");
        self.unfold(&form).await;
        self.click(&format!("{form} button[type=submit]")).await;
    }

    async fn unfold(&self, form: &str) {
        self.page.wait_for(form).await;
        let script = "return document.querySelector(arguments[0]).closest('details:not([open])') !== null";
        if self.page.execute(script, &[json!(form)]).await == true {
            let inner = form.trim_start_matches("[data-part=sheet] ");
            self.page.click(&format!("[data-part=sheet] details:has({inner}) > summary")).await;
        }
    }

    pub(super) async fn close_sheet(&self) {
        self.page.press("Escape").await;
        self.page.wait_until_gone(".boardwrap.open").await;
    }

    /// Somebody is there and is begun with.
    pub(super) async fn begin(&self, id: &str, place: Place<'_>) {
        self.open_sheet(id).await;
        self.press_in_sheet(id, "arrive").await;
        self.press_in_sheet(id, "start").await;
        self.page.wait_for(&self.placed(id, place).await).await;
        self.close_sheet().await;
    }

    /// By the small buttons on the visit.
    pub(super) async fn press_quick(&self, id: &str, act: &str) {
        let link = format!(".board {}", self.link_of(id).await);
        self.page.wait_until("a board that listens", "return !!customElements.get('day-board')").await;
        self.page.execute("document.querySelector(arguments[0]).focus()", &[json!(link)]).await;
        self.click(&format!("{link} ~ form.quick [data-to*='/{act}']")).await;
    }

    /// Moves a visit on the board by keys, to so many steps of five minutes and columns further.
    pub(super) async fn move_by_keys(&self, id: &str, rows: i64, columns: i64) {
        let link = format!(".board {}", self.link_of(id).await);
        self.page.wait_until("a board that listens", "return !!customElements.get('day-board')").await;
        self.page.execute("document.querySelector(arguments[0]).focus()", &[json!(link)]).await;
        self.page.press("m").await;
        let across = if columns < 0 { "ArrowLeft" } else { "ArrowRight" };
        let down = if rows < 0 { "ArrowUp" } else { "ArrowDown" };
        for (key, count) in [(across, columns), (down, rows)] {
            for _ in 0..count.abs() {
                self.page.press(key).await;
            }
        }
        self.page.wait_for("form[data-place]:not([hidden])").await;
        self.go_on(async || self.page.press("Enter").await).await;
        self.page.wait_for_text("The visit was moved.").await;
    }

    /// In how many columns further somebody's visits are shown.
    pub(super) async fn columns_between(&self, from: &str, to: &str) -> i64 {
        let script = "
            const columns = [...document.querySelectorAll('.board .col')].map(column => column.id);
            return columns.indexOf('s-' + arguments[1]) - columns.indexOf('s-' + arguments[0]);";
        self.page.execute(script, &[json!(from), json!(to)]).await.as_i64().unwrap()
    }

    /// By the form of the sheet, and nobody is told.
    pub(super) async fn move_quietly(&self, id: &str, start: i64) {
        let form = format!("[data-part=sheet] form[action='/bookings/{id}/move']");
        self.unfold(&form).await;
        let script = "
            const form = document.querySelector(arguments[0]);
            form.elements.namedItem('startTime').value = arguments[1];";
        self.page.execute(script, &[json!(form), json!(time_text(start))]).await;
        self.page.click(&format!("{form} [name=tellCustomer]")).await;
        self.click(&format!("{form} button[type=submit]")).await;
    }

    /// Fills in the page of a new visit as far as the services.
    async fn fill_in_visit(&self, customer: (&str, &str), services: &[&str]) {
        self.page.wait_for("[data-filter]:not([hidden])").await;
        self.page.type_text("#f-customer", customer.0).await;
        self.page.wait_for(&format!("[name=customer][value='{}']", customer.1)).await;
        self.page.tick("customer", customer.1).await;
        for service in services {
            self.page.tick("s", service).await;
        }
    }

    async fn submit_visit(&self) -> String {
        self.click("form[data-booking] button.main").await;
        let path = self.page.path().await;
        let id = path.strip_prefix("/bookings/").filter(|id| *id != "new");
        let Some(id) = id else { panic!("{path}: {}", self.page.text().await) };
        id.to_owned()
    }

    /// Somebody calls, and gets a time. The id of the visit.
    pub(super) async fn book(&self, customer: (&str, &str), (staff, start): (&str, i64), services: &[&str]) -> String {
        self.click(".phead a.main[href^='/bookings/new']").await;
        self.fill_in_visit(customer, services).await;
        self.page.tick("staff", staff).await;
        let time = time_text(start);
        self.page.wait_for(&format!("[name=staff][value='{staff}']:checked")).await;
        self.page.tick("time", &time).await;
        self.page.wait_for(&format!("[name=time][value='{time}']:checked")).await;
        self.submit_visit().await
    }

    /// Somebody comes in from the street, for somebody who is free.
    pub(super) async fn walk_in(&self, customer: (&str, &str), staff: &str, services: &[&str]) -> String {
        self.click(".phead a[href*='walkin=1']").await;
        self.fill_in_visit(customer, services).await;
        self.page.tick("staff", staff).await;
        self.submit_visit().await
    }

    /// Nobody is free: they wait until the given time, for whoever has time then.
    pub(super) async fn walk_in_later(&self, customer: (&str, &str), start: i64, services: &[&str]) -> String {
        self.click(".phead a[href*='walkin=1']").await;
        self.fill_in_visit(customer, services).await;
        self.page.tick("time", &time_text(start)).await;
        self.submit_visit().await
    }

    /// Takes the money for a visit that is open in its sheet or on its page. What is paid is given as the API has it.
    pub(super) async fn check_out(&self, id: &str, checkout: &Value) {
        self.click(&format!(".sf button[name=then], a[href='/bookings/{id}/checkout']")).await;
        self.pay(checkout).await;
        self.page.wait_for_path(&format!("/bookings/{id}/receipt")).await;
    }

    async fn pay(&self, checkout: &Value) {
        let payments = checkout["payments"].as_array().unwrap();
        if let Some(tip) = checkout["tips"].as_array().and_then(|tips| tips.first()) {
            self.page.fill("tip", &rupees(tip["amountPaise"].as_i64().unwrap())).await;
            self.page.choose("tipMethod", tip["method"].as_str().unwrap()).await;
        }
        let method = if payments.len() == 1 { payments[0]["method"].as_str().unwrap() } else { "split" };
        self.page.click(&format!(".pay label:has([value={method}])")).await;
        if payments.len() > 1 {
            for (at, payment) in payments.iter().enumerate() {
                let row = format!("[data-when=split] .row:nth-of-type({})", at + 1);
                let method = payment["method"].as_str().unwrap();
                self.page.click(&format!("{row} [name=partMethod] option[value={method}]")).await;
                let amount = rupees(payment["amountPaise"].as_i64().unwrap());
                self.page.type_text(&format!("{row} [name=partAmount]"), &amount).await;
            }
        }
        self.click("form[data-checkout] .sf button.main").await;
    }
}
