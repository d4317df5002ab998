//! Steps of a history: bookings are asked for, agreed on, moved and called off.

use parlour_testkit::actions::bookings::{
    cancel_booking, cancel_booking_with, patch_booking, post_booking, post_booking_action, replace_booking_services,
    reschedule_booking,
};
use parlour_testkit::actions::checkout::complete_booking;
use serde_json::json;

use super::actions::BookedBy;
use super::random_history::{History, date_of, time_text};
use super::random_values::service_ids;

impl History {
    pub(super) async fn book_as_customer(&mut self) {
        let (mut request, mut body) = self.random_request();
        request.preference = self.random_preference();
        if let Some(staff) = request.preference.staff {
            body["staffId"] = self.model.staff[staff].id.into();
        }
        if let Some(gender) = request.preference.gender {
            body["staffGender"] = gender.into();
        }
        let expected = self.model.book(&request, BookedBy::Customer);
        let reply = post_booking(&self.customers[request.customer], &body).await;
        self.compare_new_booking(&format!("customer books {body}"), &expected, &reply);
    }

    pub(super) async fn book_at_desk(&mut self) {
        let (request, mut body) = self.random_request();
        body["customerId"] = self.customers[request.customer].id().as_str().into();
        let staff = (!self.dice.one_chance_in(3)).then(|| self.random_staff());
        if let Some(staff) = staff {
            body["staffId"] = self.model.staff[staff].id.into();
        }
        let expected = self.model.book(&request, BookedBy::Desk(staff));
        let reply = post_booking(&self.desk, &body).await;
        self.compare_new_booking(&format!("desk books {body}"), &expected, &reply);
    }

    pub(super) async fn decide_booking(&mut self, action: &str) {
        let (booking_index, staff) = (self.random_booking_index(), self.random_staff());
        let (_, id) = self.booking(booking_index);
        let body = json!({ "action": action, "staffId": self.model.staff[staff].id, "againstWish": true });
        let expected = match action {
            "approve" => self.model.approve(booking_index, staff),
            _ => self.model.assign(booking_index, staff),
        };
        let reply = patch_booking(&self.desk, &id, &body).await;
        self.compare(&format!("visit {booking_index}: {body}"), &expected, &reply);
    }

    pub(super) async fn reschedule_booking_randomly(&mut self) {
        let (booking_index, when) = (self.random_booking_index(), self.random_start());
        let (booking, id) = self.booking(booking_index);
        let owner = self.customers[booking.customer].clone();
        let is_desk = self.dice.one_chance_in(2);
        let (expected, person) = if is_desk {
            (self.model.place(booking_index, when, None), &self.desk)
        } else {
            (self.model.move_by_customer(booking_index, when), &owner)
        };
        let (date, time) = (date_of(when.day).to_string(), time_text(when.start));
        let reply = reschedule_booking(person, &id, &date, &time).await;
        self.compare(
            &format!("visit {booking_index}: moved to {date} {time}, by the desk {is_desk}"),
            &expected,
            &reply,
        );
    }

    pub(super) async fn change_services_randomly(&mut self) {
        let booking_index = self.random_booking_index();
        let (booking, id) = self.booking(booking_index);
        let kind = booking.kind;
        let services = self.random_services(kind);
        let expected = self.model.change_services(booking_index, &services);
        let ids = service_ids(&services);
        let reply = replace_booking_services(&self.desk, &id, &json!(ids)).await;
        self.compare(&format!("visit {booking_index}: now {ids:?}"), &expected, &reply);
    }

    pub(super) async fn cancel_or_reject(&mut self) {
        let booking_index = self.random_booking_index();
        let (booking, id) = self.booking(booking_index);
        let owner = self.customers[booking.customer].clone();
        let way = self.dice.one_of(&["by the customer", "by the desk", "by the desk", "rejected", "rejected"]);
        let (expected, reply) = match way {
            "by the customer" => (self.model.cancel(booking_index), cancel_booking(&owner, &id).await),
            "by the desk" => {
                let body = json!({ "reason": "Ill" });
                (self.model.cancel_at_desk(booking_index), cancel_booking_with(&self.desk, &id, &body).await)
            }
            _ => {
                let body = json!({ "action": "reject", "rejectionReason": "Full" });
                (self.model.reject(booking_index), patch_booking(&self.desk, &id, &body).await)
            }
        };
        self.compare(&format!("visit {booking_index}: called off, {way}"), &expected, &reply);
    }

    pub(super) async fn arrive_start_complete_or_miss(&mut self) {
        let booking_index = self.random_booking_index();
        let (_, id) = self.booking(booking_index);
        let act = self.dice.one_of(&["arrive", "start", "noshow", "complete"]);
        let expected = match act {
            "arrive" => self.model.arrive(booking_index),
            "start" => self.model.start(booking_index),
            "noshow" => self.model.miss(booking_index),
            _ => self.model.complete(booking_index),
        };
        let reply = if act == "complete" {
            complete_booking(&self.desk, &id, &json!({ "paymentMethod": "cash" })).await
        } else {
            post_booking_action(&self.desk, &id, act).await
        };
        self.compare(&format!("visit {booking_index}: {act}"), &expected, &reply);
    }
}
