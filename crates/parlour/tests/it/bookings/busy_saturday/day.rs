//! The salon on that day, and the visits as the desk has them in mind.

use parlour_testkit::actions::bookings::{
    approve_booking, assign_staff, create_booking, haircut_request_at, post_booking, post_booking_action,
};
use parlour_testkit::actions::checkout::complete_booking;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::actions::visits::{accept_time, offer_time, place_booking};
use parlour_testkit::checks::json::text_field;
use parlour_testkit::fixtures::busy_saturday::{
    CashBook, KAVYA, MEENA, PlannedVisit, ROHAN, SATURDAY, Services, VisitState, minutes_of, time_text, total_paise,
};
use parlour_testkit::fixtures::live_salon::{insert_daily_shifts, insert_stylist, live_salon_at};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, THERAPIST};
use parlour_testkit::{Person, TestSalon};
use serde_json::{Value, json};

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
    pub(super) invoice: Option<String>,
    pub(super) checkout: Value,
}

impl Visit {
    fn minutes(&self) -> i64 {
        minutes_of(self.services)
    }
}

pub(super) struct Day {
    pub(super) salon: TestSalon,
    pub(super) desk: Person,
    pub(super) manager: Person,
    pub(super) customers: Vec<Person>,
    pub(super) visits: Vec<Visit>,
    pub(super) book: CashBook,
    pub(super) now: i64,
}

impl Day {
    /// Eight in the morning; nobody is there yet.
    pub(super) async fn begin() -> Self {
        let salon = live_salon_at("2027-03-06 08:00").await;
        for stylist in [KAVYA, MEENA, ROHAN] {
            insert_stylist(&salon, stylist, "female").await;
        }
        for staff in [KAVYA, MEENA, ROHAN, THERAPIST] {
            insert_daily_shifts(&salon, staff, "10:00", "19:00").await;
        }
        let (desk, manager) = (receptionist(&salon).await, manager(&salon).await);
        let mut customers = Vec::new();
        for number in 0..20 {
            customers.push(salon.customer(&format!("guest{number}")).await);
        }
        let (visits, book) = (Vec::new(), CashBook::default());
        Self { salon, desk, manager, customers, visits, book, now: 8 * 60 }
    }

    pub(super) fn clock_to(&mut self, minute: i64) {
        self.salon.advance_seconds((minute - self.now) * 60);
        self.now = minute;
    }

    /// The next customer in turn.
    fn next_customer(&self) -> usize {
        self.visits.len() % self.customers.len()
    }

    fn request(start: i64, staff: &str, services: &[&str]) -> Value {
        let mut body = haircut_request_at(SATURDAY, &time_text(start));
        body["serviceType"] = if staff == THERAPIST { "spa" } else { "salon" }.into();
        body["serviceIds"] = json!(services);
        body
    }

    fn note(&mut self, id: String, staff: &'static str, start: i64, services: Services) -> usize {
        let customer = self.next_customer();
        let (state, invoice, checkout) = (VisitState::Expected, None, Value::Null);
        self.visits.push(Visit { id, customer, staff, start, services, state, invoice, checkout });
        self.visits.len() - 1
    }

    /// By telephone, with somebody.
    pub(super) async fn book(&mut self, staff: &'static str, start: i64, services: Services) -> usize {
        let mut body = Self::request(start, staff, services);
        body["customerId"] = self.customers[self.next_customer()].id().as_str().into();
        body["staffId"] = staff.into();
        let id = create_booking(&self.desk, &body).await;
        self.note(id, staff, start, services)
    }

    /// In the app; the desk says yes.
    pub(super) async fn request_and_approve(&mut self, staff: &'static str, start: i64, services: Services) -> usize {
        let mut body = Self::request(start, staff, services);
        body["staffId"] = staff.into();
        let id = create_booking(&self.customers[self.next_customer()], &body).await;
        approve_booking(&self.desk, &id, staff).await.expect_ok();
        self.note(id, staff, start, services)
    }

    /// In the app; the desk has another time, and the customer takes it.
    pub(super) async fn request_and_take_another_time(&mut self, visit: PlannedVisit, offered: i64) {
        let PlannedVisit { staff, start: asked, services, .. } = visit;
        let customer = self.customers[self.next_customer()].clone();
        let id = create_booking(&customer, &Self::request(asked, staff, services)).await;
        offer_time(&self.desk, &id, (SATURDAY, &time_text(offered)), staff).await.expect_ok();
        // Nobody else gets it meanwhile.
        let mut other = Self::request(offered, staff, services);
        other["customerId"] = self.customers[0].id().as_str().into();
        other["staffId"] = staff.into();
        post_booking(&self.desk, &other).await.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
        let accepted = accept_time(&customer, &id).await.expect_ok()["booking"].clone();
        assert_eq!((&accepted["status"], &accepted["startTime"]), (&json!("confirmed"), &json!("13:00:00")));
        self.note(id, staff, offered, services);
    }

    /// Somebody comes in from the street and is begun with at once.
    pub(super) async fn walk_in(&mut self, staff: &'static str, services: Services) {
        let mut body = Self::request(self.now, staff, services);
        body["customerId"] = self.customers[self.next_customer()].id().as_str().into();
        body["staffId"] = staff.into();
        body["isWalkin"] = true.into();
        let id = create_booking(&self.desk, &body).await;
        let visit = self.note(id, staff, self.now, services);
        self.start(visit).await;
    }

    async fn start(&mut self, visit: usize) {
        let id = self.visits[visit].id.clone();
        let arrived = post_booking_action(&self.desk, &id, "arrive").await.expect_ok()["booking"].clone();
        assert_eq!(arrived["arrivedAt"], json!(self.salon.now()));
        let begun = post_booking_action(&self.desk, &id, "start").await.expect_ok()["booking"].clone();
        assert_eq!(begun["status"], "in_progress");
        self.visits[visit].state = VisitState::Begun;
    }

    /// Those whose time has come, and who are there.
    pub(super) async fn start_those_who_came(&mut self) {
        for visit in 0..self.visits.len() {
            if self.visits[visit].start == self.now && self.visits[visit].state == VisitState::Expected {
                self.start(visit).await;
            }
        }
    }

    pub(super) fn index_of(&self, staff: &str, start: i64) -> usize {
        let found = self.visits.iter().position(|visit| visit.staff == staff && visit.start == start);
        found.unwrap_or_else(|| panic!("{staff} has nothing at {}", time_text(start)))
    }

    /// Somebody is late. They are begun with now, and nobody is told of it.
    pub(super) async fn late_customer_comes(&mut self, visit: usize) {
        let body = json!({ "bookingDate": SATURDAY, "startTime": time_text(self.now), "tellCustomer": false });
        place_booking(&self.desk, &self.visits[visit].id, &body).await.expect_ok();
        self.visits[visit].start = self.now;
        self.start(visit).await;
    }

    pub(super) async fn mark_missing(&mut self, visit: usize) {
        post_booking_action(&self.desk, &self.visits[visit].id, "noshow").await.expect_ok();
    }

    /// The no-show turns up after all, and there is time.
    pub(super) async fn missing_customer_comes(&mut self, visit: usize) {
        let undone = post_booking_action(&self.desk, &self.visits[visit].id, "undo").await.expect_ok();
        assert_eq!(undone["booking"]["status"], "confirmed");
        self.start(visit).await;
    }

    /// Everybody who is ready pays.
    pub(super) async fn bill_those_who_are_ready(&mut self) {
        for visit in 0..self.visits.len() {
            let Visit { state, start, staff, services, .. } = self.visits[visit];
            if state == VisitState::Begun && start + self.visits[visit].minutes() <= self.now {
                let checkout = self.book.next_checkout(total_paise(services), staff);
                self.bill(visit, checkout).await;
            }
        }
    }

    pub(super) async fn bill(&mut self, visit: usize, checkout: Value) {
        let Visit { id, services, .. } = self.visits[visit].clone();
        let done = complete_booking(&self.desk, &id, &checkout).await.expect_ok();
        assert_eq!(done["invoice"]["totalPaise"], total_paise(services), "{services:?}");
        let visit = &mut self.visits[visit];
        visit.invoice = Some(text_field(&done["invoice"], "id").to_owned());
        (visit.state, visit.checkout) = (VisitState::Billed, checkout);
    }

    /// Who is free for a wash then, by the desk's own list.
    pub(super) async fn free_for_a_wash(&self, start: i64) -> Vec<String> {
        let path = format!(
            "/api/desk/free-staff?branchId={PUNE}&date={SATURDAY}&startTime={}&serviceIds=service-wash",
            time_text(start)
        );
        let data = self.desk.get(&path).await.expect_ok();
        let free = data["staff"].as_array().unwrap().iter().filter(|member| member["free"] == true);
        free.map(|member| text_field(member, "id").to_owned()).collect()
    }

    /// A visit goes to somebody else at the same time, or to the first free time in the evening.
    pub(super) async fn move_to_somebody_else(&mut self, visit: usize, from: &str) {
        let Visit { id, start, .. } = self.visits[visit].clone();
        for to in [start, 18 * 60, 18 * 60 + 30] {
            let free = self.free_for_a_wash(to).await;
            let Some(staff) = [STYLIST, KAVYA, ROHAN]
                .into_iter()
                .find(|staff| *staff != from && free.iter().any(|free| free == staff))
            else {
                continue;
            };
            if to == start {
                assign_staff(&self.desk, &id, staff).await.expect_ok();
            } else {
                let body = json!({ "bookingDate": SATURDAY, "startTime": time_text(to), "staffId": staff });
                place_booking(&self.desk, &id, &body).await.expect_ok();
            }
            (self.visits[visit].staff, self.visits[visit].start) = (staff, to);
            return;
        }
        panic!("nobody is free for {id}");
    }
}
