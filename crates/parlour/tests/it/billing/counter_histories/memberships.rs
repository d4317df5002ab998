//! Memberships are sold and used; sessions are reversed.

use parlour_testkit::actions::bookings::get_booking;
use parlour_testkit::actions::counter::reverse_session;
use parlour_testkit::actions::invoices::shown_invoice;
use parlour_testkit::actions::memberships::{
    massage_session, membership_detail, post_membership, record_session, ten_hour_sale,
};
use parlour_testkit::checks::json::text_field;
use parlour_testkit::fixtures::small_salon::PUNE;
use serde_json::{Value, json};

use super::history::{BRANCHES, History, main_method, with_references};
use super::model::{Bill, Membership, Session};

impl History {
    pub(super) async fn sell_membership(&mut self) {
        let customers: Vec<usize> = (0..4).collect();
        let books = &self.books;
        let is_free = |customer: &usize| books.active_membership(*customer).is_none();
        let Some(customer) = Self::pick(&mut self.rng, &customers, is_free) else { return };
        let (price, minutes) = (self.rng.between(100, 2_000_000), self.rng.between(100, 600));
        let (payments, sent) = self.random_payments(price);
        let mut body = ten_hour_sale(&self.customers[customer]);
        let fields = body.as_object_mut().unwrap();
        fields.remove("paymentMethod");
        fields.insert("payments".to_owned(), json!(sent));
        fields.insert("pricePaise".to_owned(), json!(price));
        fields.insert("hoursMinutes".to_owned(), json!(minutes));
        let branch = self.rng.one_of(&[None, Some(BRANCHES[0]), Some(BRANCHES[1])]);
        if let Some(branch) = branch {
            fields.insert("branchId".to_owned(), json!(branch));
        }
        println!("customer {customer} buys {minutes} minutes for {price} in {branch:?}");
        let sold = post_membership(&self.desk, &body).await.expect_created();
        let id = text_field(&sold["membership"], "id").to_owned();
        let shown = shown_invoice(&self.desk, text_field(&sold["invoice"], "id")).await;
        assert_eq!(shown["payments"], json!(with_references(&sent)));
        assert_eq!((&shown["paymentMethod"], &shown["gemsEarned"]), (&json!(main_method(&payments)), &json!(0)));
        assert_eq!(shown["branchId"], branch.unwrap_or(PUNE));
        // A membership is never rounded, also in Goa.
        let mut paper = self.read_new_paper(&shown, Bill { subtotal: price, ..Bill::default() });
        (paper.branch, paper.customer, paper.payments) = (branch.unwrap_or(PUNE), customer, payments);
        paper.membership = Some(self.books.memberships.len());
        self.books.papers.push(paper);
        self.books.memberships.push(Membership { id, customer, minutes, is_active: true });
        self.count("membership sale");
    }

    pub(super) async fn record_session(&mut self) {
        let books = &self.books;
        let left = |membership: usize| books.memberships[membership].minutes - books.used_minutes(membership);
        let all: Vec<usize> = (0..books.memberships.len()).collect();
        let is_usable = |at: &usize| books.memberships[*at].is_active && left(*at) > 0;
        let Some(membership) = Self::pick(&mut self.rng, &all, is_usable) else { return };
        let left = left(membership);
        let minutes = self.rng.between(1, left.min(90));
        let id = self.books.memberships[membership].id.clone();
        println!("membership {membership} is used for {minutes} minutes");
        let recorded = record_session(&self.desk, &id, &massage_session(minutes)).await.expect_created();
        assert_eq!(recorded["remainingMinutes"], left - minutes);
        let booking = text_field(&recorded["booking"], "id").to_owned();
        let slip = text_field(&recorded["invoice"], "id").to_owned();
        self.books.sessions.push(Session { membership, booking, slip, minutes, visit: None, is_reversed: false });
        self.books.customers[self.books.memberships[membership].customer].visits += 1;
        self.count("record a session");
    }

    pub(super) async fn reverse_session(&mut self) {
        let memberships = &self.books.memberships;
        let can_be_reversed = |one: &Session| !one.is_reversed && memberships[one.membership].is_active;
        let Some(at) = Self::pick(&mut self.rng, &self.books.sessions, can_be_reversed) else { return };
        let Session { membership, booking, slip, visit, .. } = &self.books.sessions[at];
        let (membership, booking, slip, visit) = (*membership, booking.clone(), slip.clone(), *visit);
        let id = self.books.memberships[membership].id.clone();
        println!("session {at} of membership {membership} is reversed; it was visit {visit:?}");
        reverse_session(&self.desk, &id, &booking).await.expect_error(403, "FORBIDDEN");
        reverse_session(&self.manager, &id, &booking).await.expect_ok();
        reverse_session(&self.manager, &id, &booking).await.expect_error(409, "CONFLICT");
        self.books.sessions[at].is_reversed = true;
        self.books.customers[self.books.memberships[membership].customer].visits -= 1;
        let used = membership_detail(&self.desk, &id).await["usedHoursMinutes"].clone();
        assert_eq!(used, self.books.used_minutes(membership));
        assert_ne!(shown_invoice(&self.desk, &slip).await["voidedAt"], Value::Null);
        let shown = get_booking(&self.desk, &booking).await.expect_ok()["booking"].clone();
        match visit {
            None => assert_eq!(shown["status"], "cancelled"),
            Some(visit) => {
                let visit = &mut self.books.visits[visit];
                (visit.is_session, visit.was_reopened) = (false, true);
                assert_eq!((&shown["status"], &shown["isMembershipSession"]), (&json!("in_progress"), &json!(false)));
                assert_eq!(shown["bookingNumber"], visit.number.as_str());
                assert_eq!(shown["spaMembershipId"], Value::Null);
                assert_eq!(shown["totalAmountPaise"], visit.subtotal());
            }
        }
        self.count("reverse a session");
    }
}
