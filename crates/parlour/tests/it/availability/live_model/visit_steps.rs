//! Steps of a history: what the desk does around a visit, blocks and opening hours.

use axum::http::Method;
use parlour_testkit::actions::bookings::post_booking_action;
use parlour_testkit::actions::visits::{accept_time, decline_time, place_booking, put_lines_with};
use parlour_testkit::fixtures::small_salon::PUNE;
use serde_json::{Value, json};

use super::lines::{BusyTime, RequestedLine};
use super::model::{CLOSING_MINUTE, Hours, OPENING_MINUTE, Refusal};
use super::random_history::{History, date_of, time_text};
use super::random_values::{index_in_week, week_body};

const OPENING_TIMES: [Hours; 5] =
    [Some((OPENING_MINUTE, CLOSING_MINUTE)), Some((690, 1020)), Some((735, 1210)), Some((480, 1425)), None];

impl History {
    pub(super) async fn undo_randomly(&mut self) {
        let booking_index =
            self.random_booking_index_where(|history, index| !history.model.bookings[index].acts.is_empty());
        let (_, id) = self.booking(booking_index);
        let expected = self.model.undo(booking_index);
        let reply = post_booking_action(&self.desk, &id, "undo").await;
        self.compare(&format!("visit {booking_index}: the last act is taken back"), &expected, &reply);
    }

    pub(super) async fn change_lines_randomly(&mut self) {
        let booking_index =
            self.random_booking_index_where(|history, index| history.model.bookings[index].status.is_open());
        let (booking, id) = self.booking(booking_index);
        let kind = booking.kind;
        let lines = self.random_lines(kind);
        let line_body = |line: &RequestedLine| {
            let mut body = json!({ "serviceId": line.service.id });
            if let Some(staff) = line.staff {
                body["staffId"] = self.model.staff[staff].id.into();
            }
            if let Some(duration) = line.duration {
                body["durationMinutes"] = duration.into();
            }
            body
        };
        let body: Value = lines.iter().map(line_body).collect();
        let expected = self.model.change_lines(booking_index, &lines);
        let reply = put_lines_with(&self.desk, &id, &json!({ "lines": &body, "againstWish": true })).await;
        self.compare(&format!("visit {booking_index}: lines {body}"), &expected, &reply);
    }

    pub(super) async fn place_randomly(&mut self) {
        let booking_index =
            self.random_booking_index_where(|history, index| history.model.bookings[index].status.is_upcoming());
        let when = self.random_start();
        let (_, id) = self.booking(booking_index);
        let staff = self.dice.one_chance_in(2).then(|| self.random_staff());
        let mut body = json!({ "bookingDate": date_of(when.day), "startTime": time_text(when.start) });
        if let Some(staff) = staff {
            body["staffId"] = self.model.staff[staff].id.into();
            body["againstWish"] = true.into();
        }
        let expected = self.model.place(booking_index, when, staff);
        let reply = place_booking(&self.desk, &id, &body).await;
        self.compare(&format!("visit {booking_index}: placed {body}"), &expected, &reply);
    }

    pub(super) async fn offer_time_randomly(&mut self) {
        let booking_index = self.random_pending_index();
        let (when, staff) = (self.random_start(), self.random_staff());
        let (_, id) = self.booking(booking_index);
        let expected = self.model.offer_time(booking_index, when, staff);
        let (date, time) = (date_of(when.day).to_string(), time_text(when.start));
        let staff_id = self.model.staff[staff].id;
        let body = json!({ "bookingDate": &date, "startTime": &time, "staffId": staff_id, "againstWish": true });
        let reply = self.desk.post(&format!("/api/bookings/{id}/offer-time"), &body).await;
        self.compare(&format!("visit {booking_index}: offered {date} {time} with {staff_id}"), &expected, &reply);
    }

    fn random_pending_index(&mut self) -> usize {
        self.random_booking_index_where(|history, index| {
            history.model.bookings[index].status == super::model::BookingStatus::Pending
        })
    }

    pub(super) async fn answer_offer_randomly(&mut self) {
        let booking_index =
            self.random_booking_index_where(|history, index| history.model.bookings[index].offer.is_some());
        let (booking, id) = self.booking(booking_index);
        let owner = self.customers[booking.customer].clone();
        let accepts = !self.dice.one_chance_in(3);
        let (expected, reply) = if accepts {
            (self.model.accept_time(booking_index), accept_time(&owner, &id).await)
        } else {
            (self.model.decline_time(booking_index), decline_time(&owner, &id).await)
        };
        self.compare(&format!("visit {booking_index}: the offer is accepted: {accepts}"), &expected, &reply);
    }

    pub(super) async fn block_randomly(&mut self) {
        let (when, staff) = (self.random_start(), self.random_staff());
        let from = when.start.min(1260);
        let until = from + self.dice.one_of(&[0, 5, 7, 30, 30, 60, 120]);
        let body = json!({
            "staffId": self.model.staff[staff].id, "date": date_of(when.day), "startTime": time_text(from),
            "endTime": time_text(until),
        });
        let expected = self.model.block(when.day, BusyTime { staff, from, until });
        let reply = self.desk.post("/api/desk/blocks", &body).await;
        self.compare(&format!("blocked {body}"), &expected, &reply);
        if expected.is_ok() {
            let id = reply.expect_created()["block"]["id"].as_str().unwrap().to_owned();
            self.model.blocks.last_mut().expect("it was added").id = id;
        }
    }

    /// Once more later, when there is nothing to give back.
    pub(super) async fn unblock_randomly(&mut self) {
        if self.model.blocks.is_empty() {
            return self.block_randomly().await;
        }
        let which = usize::try_from(self.dice.below(u64::try_from(self.model.blocks.len()).unwrap())).unwrap();
        let block = self.model.blocks.remove(which);
        let path = format!("/api/desk/blocks/{}", block.id);
        let reply = self.desk.send(Method::DELETE, &path, "").await;
        self.compare(&format!("{block:?} is given back"), &Ok(()), &reply);
        let again = self.desk.send(Method::DELETE, &path, "").await;
        self.compare("once more", &Err(Refusal::Code("NOT_FOUND")), &again);
    }

    /// One of the next days opens at another time, or not at all; or all weekdays are the same again.
    pub(super) async fn change_hours(&mut self) {
        let day = self.random_day();
        self.model.week = if self.model.week.is_some() && self.dice.one_chance_in(3) {
            None
        } else {
            let mut week = self.model.week.unwrap_or([OPENING_TIMES[0]; 7]);
            week[index_in_week(day)] = self.dice.one_of(&OPENING_TIMES);
            Some(week)
        };
        let body = json!({ "hours": week_body(self.model.week) });
        self.log.push(format!("the branch is open {body}"));
        self.owner.patch(&format!("/api/branches/{PUNE}"), &body).await.expect_ok();
    }
}
