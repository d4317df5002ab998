//! The salon on that day with its two screens, and the visits as the desk has them in mind.

use chrono::Timelike;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{BOOKINGS_PATH, create_booking, haircut_request_at, shown_booking};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::json::text_field;
use parlour_testkit::chromium::{Chromium, ChromiumOptions};
use parlour_testkit::fixtures::busy_saturday::{
    CashBook, KAVYA, MEENA, ROHAN, SATURDAY, Services, VisitState, time_text, total_paise,
};
use parlour_testkit::fixtures::live_salon::{
    clear_service_buffers, insert_daily_shifts, insert_stylist, set_availability_mode,
};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, THERAPIST, small_salon_with};
use parlour_testkit::process::{Actor, Installation, ParlourProcess};
use parlour_testkit::{Person, SalonOptions, TestSalon};
use serde_json::{Value, json};

use super::screen::Screen;
use crate::parlour_binary::PARLOUR_BINARY;

const NAMES: [&str; 20] = [
    "Asha", "Binu", "Chitra", "Deepa", "Esha", "Farah", "Gita", "Hema", "Indu", "Jaya", "Kamala", "Lata", "Mohini",
    "Nisha", "Oviya", "Priya", "Rekha", "Sushma", "Tara", "Uma",
];

pub(super) const BOARD: &str = "/board?at=branch-pune&day=2027-03-06";

#[derive(Debug, Clone)]
pub(super) struct Visit {
    pub(super) id: String,
    pub(super) customer: usize,
    pub(super) staff: &'static str,
    /// In minutes since midnight.
    pub(super) start: i64,
    pub(super) services: Services,
    pub(super) state: VisitState,
    /// Once it is billed.
    pub(super) checkout: Value,
}

/// A process that is killed, and comes again at the same address.
struct Server {
    installation: Installation,
    process: ParlourProcess,
}

pub(super) struct Day {
    pub(super) screens: [Screen; 2],
    server: Option<Server>,
    pub(super) salon: TestSalon,
    pub(super) desks: [Person; 2],
    pub(super) manager: Person,
    pub(super) customers: Vec<Person>,
    pub(super) visits: Vec<Visit>,
    pub(super) book: CashBook,
    pub(super) now: i64,
    turn: usize,
}

/// The desk finds those who have told their phone.
async fn known_customer(salon: &TestSalon, name: &str, number: usize) -> Person {
    let customer = salon.customer(name).await;
    let profile = json!({
        "phone": format!("98450123{number:02}"), "dateOfBirth": "1990-05-01", "gender": "female",
        "marketingConsent": false,
    });
    customer.post("/api/onboarding/complete", &profile).await.expect_ok();
    customer
}

fn served_beside(salon: &TestSalon) -> Server {
    let url = salon.database_url();
    let installation = Installation::new(PARLOUR_BINARY)
        .without_rate_limits()
        .with("PARLOUR_DATABASE_URL", &url)
        .with("PARLOUR_CLOCK_START", &salon.now().to_string());
    let process = installation.serve(&[]);
    let (customer, admin) = (process.address(AppKind::Customer), process.address(AppKind::Admin));
    let installation = installation
        .with("PARLOUR_CUSTOMER_ADDR", &customer.to_string())
        .with("PARLOUR_ADMIN_ADDR", &admin.to_string());
    Server { installation, process }
}

impl Day {
    /// Two receptionists have sat down; `is_killed` says whether a process serves them that can be killed.
    pub(super) async fn begin(at: &'static str, is_killed: bool) -> Self {
        let options = SalonOptions { at, listens: true, ..SalonOptions::default() };
        let salon = small_salon_with(options).await;
        clear_service_buffers(&salon).await;
        set_availability_mode(&salon, PUNE, "live").await;
        for stylist in [KAVYA, MEENA, ROHAN] {
            insert_stylist(&salon, stylist, "female").await;
        }
        for staff in [STYLIST, KAVYA, MEENA, ROHAN, THERAPIST] {
            insert_daily_shifts(&salon, staff, "10:00", "19:00").await;
        }
        salon.leaves_due_jobs("nobody reads the letters of this day");
        let desks = [receptionist(&salon).await, salon.member("Divya", Role::Receptionist).await];
        let mut customers = Vec::new();
        for (number, name) in NAMES.into_iter().enumerate() {
            customers.push(known_customer(&salon, name, number).await);
        }
        let server = is_killed.then(|| served_beside(&salon));
        let url = server
            .as_ref()
            .map_or_else(|| salon.url(AppKind::Admin).to_owned(), |server| server.process.url(AppKind::Admin, ""));
        let [first, second] = Chromium::start_two([ChromiumOptions::desktop(), ChromiumOptions::desktop()]).await;
        let screens = [Screen::start(first, url.clone(), &desks[0]).await, Screen::start(second, url, &desks[1]).await];
        let manager = manager(&salon).await;
        let now = i64::from(salon.now().ist_time().num_seconds_from_midnight() / 60);
        let (visits, book, turn) = (Vec::new(), CashBook::default(), 0);
        Self { screens, server, salon, desks, manager, customers, visits, book, now, turn }
    }

    /// Later. A process is killed meanwhile, and comes again with the clock of then.
    pub(super) fn time_passes_until(&mut self, minute: i64) {
        self.kill_server();
        self.salon.advance_seconds((minute - self.now) * 60);
        self.now = minute;
        self.restart_server();
    }

    fn kill_server(&mut self) {
        if let Some(server) = &mut self.server {
            server.process.kill();
        }
    }

    fn restart_server(&mut self) {
        if let Some(server) = &mut self.server {
            let installation = server.installation.clone();
            server.process = installation.with("PARLOUR_CLOCK_START", &self.salon.now().to_string()).serve(&[]);
        }
    }

    /// Somebody presses a button while nobody answers, comes back, and presses it again.
    pub(super) async fn server_dies_under(&mut self, screen: usize, css: &str) {
        if self.server.is_none() {
            return self.screens[screen].click(css).await;
        }
        self.kill_server();
        self.screens[screen].click(css).await;
        self.screens[screen].page.wait_until_gone(css).await;
        self.restart_server();
        let screen = &self.screens[screen];
        // The page that is kept for such a time leads to the visit; without it there is the way back.
        if screen.page.count("main.door a.main").await == 1 {
            screen.click("main.door a.main").await;
        } else {
            screen.page.back().await;
        }
        screen.page.wait_for(css).await;
        screen.click(css).await;
    }

    fn actor(&self, person: &Person) -> Actor {
        Actor::at(self.server.as_ref().map(|server| &server.process), person.clone())
    }

    /// Who acts next, and who looks on.
    pub(super) fn next_turn(&mut self) -> (usize, usize) {
        self.turn += 1;
        ((self.turn + 1) % 2, self.turn % 2)
    }

    fn next_customer(&self) -> usize {
        self.visits.len() % self.customers.len()
    }

    /// The name and id of who comes next.
    pub(super) fn caller(&self) -> (&'static str, String) {
        let number = self.next_customer();
        (NAMES[number], self.customers[number].id().as_str().to_owned())
    }

    pub(super) fn note(&mut self, id: String, staff: &'static str, start: i64, services: Services) -> usize {
        let (customer, state, checkout) = (self.next_customer(), VisitState::Expected, Value::Null);
        self.visits.push(Visit { id, customer, staff, start, services, state, checkout });
        self.visits.len() - 1
    }

    fn request(start: i64, staff: &str, services: &[&str]) -> Value {
        let mut body = haircut_request_at(SATURDAY, &time_text(start));
        body["serviceType"] = if staff == THERAPIST { "spa" } else { "salon" }.into();
        body["serviceIds"] = json!(services);
        body
    }

    /// It was booked days ago.
    pub(super) async fn booked_before(&mut self, staff: &'static str, start: i64, services: Services) -> usize {
        let mut body = Self::request(start, staff, services);
        body["customerId"] = self.customers[self.next_customer()].id().as_str().into();
        body["staffId"] = staff.into();
        let id = create_booking(&self.desks[0], &body).await;
        self.note(id, staff, start, services)
    }

    /// Somebody asks in the app, for somebody or for anybody.
    pub(super) async fn customer_asks(
        &mut self,
        staff: &'static str,
        start: i64,
        services: Services,
        wishes_them: bool,
    ) -> usize {
        let mut body = Self::request(start, staff, services);
        if wishes_them {
            body["staffId"] = staff.into();
        }
        let customer = self.actor(&self.customers[self.next_customer()]);
        let id = text_field(&customer.post(BOOKINGS_PATH, &body).await.expect_created(), "id").to_owned();
        self.note(id, staff, start, services)
    }

    /// The customer takes the other time that was offered.
    pub(super) async fn customer_takes_time(&mut self, visit: usize, start: i64) {
        let customer = self.actor(&self.customers[self.visits[visit].customer]);
        let path = format!("{BOOKINGS_PATH}/{}/accept-time", self.visits[visit].id);
        let accepted = customer.post(&path, &Value::Null).await.expect_ok()["booking"].clone();
        assert_eq!(accepted["startTime"], json!(format!("{}:00", time_text(start))));
        let stored = shown_booking(&self.desks[0], &self.visits[visit].id).await;
        let staff = text_field(&stored["services"][0], "staffId").to_owned();
        let known = [STYLIST, KAVYA, MEENA, ROHAN, THERAPIST].into_iter().find(|known| *known == staff);
        (self.visits[visit].staff, self.visits[visit].start) = (known.unwrap(), start);
    }

    /// The desk begins with somebody, and the other screen shows it.
    pub(super) async fn begin_visit(&mut self, visit: usize) {
        let (actor, onlooker) = self.next_turn();
        let Visit { id, staff, start, .. } = self.visits[visit].clone();
        self.screens[actor].begin(&id, (staff, start, "progress")).await;
        self.screens[onlooker].sees(&id, (staff, start, "progress")).await;
        self.visits[visit].state = VisitState::Begun;
    }

    /// The desk takes the money, and the other screen shows that it is done.
    pub(super) async fn bill(&mut self, visit: usize) {
        let Visit { services, staff, .. } = self.visits[visit];
        let checkout = self.book.next_checkout(total_paise(services), staff);
        self.bill_as(visit, checkout).await;
    }

    pub(super) async fn bill_as(&mut self, visit: usize, checkout: Value) {
        let (actor, onlooker) = self.next_turn();
        let Visit { id, staff, start, .. } = self.visits[visit].clone();
        let screen = &self.screens[actor];
        screen.open_sheet(&id).await;
        screen.check_out(&id, &checkout).await;
        screen.to_board().await;
        self.screens[onlooker].sees(&id, (staff, start, "done")).await;
        (self.visits[visit].state, self.visits[visit].checkout) = (VisitState::Billed, checkout);
    }
}
