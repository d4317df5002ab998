//! What the salon shows and has stored, compared with the model.

use std::collections::BTreeSet;

use parlour_db::{DbError, params};
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_testkit::actions::availability::get_availability;
use parlour_testkit::actions::bookings::get_booking;
use parlour_testkit::fixtures::small_salon::PUNE;
use serde_json::{Value, json};

use super::free_time::is_all;
use super::lines::{BookingLength, Line, ServiceKind, in_fives};
use super::model::{BookingStatus, MINUTES_PER_DAY, OccupiedTime, StaffPreference};
use super::random_history::{History, date_of, time_text};
use super::random_values::service_ids;

/// Five minutes of somebody that are not free: who, since the first midnight, and until when they are held.
type OccupiedCell = (String, i64, Option<i64>);

impl History {
    /// The slots of a day, for a question by chance.
    pub(super) async fn compare_day(&mut self, day: i64) {
        let mut query = format!("date={}", date_of(day));
        let mut length = BookingLength::HALF_HOUR;
        let mut preference = StaffPreference::default();
        if self.dice.one_chance_in(2) {
            let services;
            (services, length, preference.kind) = self.random_question();
            query = format!("{query}&serviceIds={services}");
        } else if self.dice.one_chance_in(3) {
            preference.kind = Some(ServiceKind::Salon);
            query.push_str("&serviceType=salon");
        }
        let more = self.random_preference();
        if let Some(staff) = more.staff.filter(|staff| self.model.staff[*staff].is_here) {
            preference.staff = Some(staff);
            query = format!("{query}&staffId={}", self.model.staff[staff].id);
        }
        if let Some(gender) = more.gender {
            preference.gender = Some(gender);
            query = format!("{query}&staffGender={gender}");
        }
        let expected: Vec<(String, bool)> =
            self.model.slots(day, length, preference).iter().map(|(start, can)| (time_text(*start), *can)).collect();
        let reply = get_availability(&self.salon, &query).await;
        let data = reply.expect_ok();
        let slots = data["slots"].as_array().unwrap().iter();
        let seen: Vec<(String, bool)> = slots
            .map(|slot| (slot["startTime"].as_str().unwrap().to_owned(), slot["available"].as_bool().unwrap()))
            .collect();
        self.assert_same(&query, &expected, &seen);
    }

    /// Services, how long they take, and their kind.
    fn random_question(&mut self) -> (String, BookingLength, Option<ServiceKind>) {
        let kind = self.dice.one_of(&[ServiceKind::Salon, ServiceKind::Salon, ServiceKind::Spa]);
        let services = self.random_services(kind);
        let lines: Vec<Line> = services.iter().map(|service| Line::of(service, None)).collect();
        (service_ids(&services).join(","), BookingLength::of(&lines), Some(kind))
    }

    /// Free days, who is free, and one of the latest bookings.
    pub(super) async fn compare_desk_reads(&mut self, day: i64) {
        match self.dice.below(3) {
            0 => self.compare_free_days(day).await,
            1 => self.compare_free_staff(day).await,
            _ if self.model.bookings.is_empty() => {}
            _ => {
                let booking_index = self.random_booking_index();
                self.compare_booking(booking_index).await;
            }
        }
    }

    async fn compare_free_days(&mut self, from: i64) {
        let days = self.dice.between(1, 4);
        let mut query = format!("branchId={PUNE}&from={}&days={days}", date_of(from));
        let (mut length, mut preference) = (BookingLength::HALF_HOUR, StaffPreference::default());
        if self.dice.one_chance_in(2) {
            let services;
            (services, length, preference.kind) = self.random_question();
            query = format!("{query}&serviceIds={services}");
        }
        if self.dice.one_chance_in(3) {
            let staff = self.dice.one_of(&[0, 1, 2]);
            preference.staff = Some(staff);
            query = format!("{query}&staffId={}", self.model.staff[staff].id);
        }
        let free_day = |day: i64| {
            let slots = self.model.slots(day, length, preference);
            let mut free = slots.into_iter().filter(|(_, can)| *can).map(|(start, _)| time_text(start)).peekable();
            let first_free = free.peek().cloned();
            json!({ "date": date_of(day), "firstFree": first_free, "freeCount": free.count() })
        };
        let expected: Value = (from..from + days).map(free_day).collect();
        let seen = self.desk.get(&format!("/api/desk/availability?{query}")).await.expect_ok()["days"].clone();
        self.assert_same(&query, &expected, &seen);
    }

    async fn compare_free_staff(&mut self, day: i64) {
        let start = 600 + 5 * self.dice.between(0, 110);
        let (services, length, kind) = self.random_question();
        let mut expected: Vec<(&str, Option<&str>)> = [1, 0, 2]
            .map(|staff| (self.model.staff[staff].id, self.not_free_reason(staff, (day, start), length, kind)))
            .to_vec();
        expected.sort_by_key(|(_, reason)| reason.is_some());
        let query =
            format!("branchId={PUNE}&date={}&startTime={}&serviceIds={services}", date_of(day), time_text(start));
        let data = self.desk.get(&format!("/api/desk/free-staff?{query}")).await.expect_ok();
        let member = |member: &Value| json!([member["id"], member["free"], member["reason"]]);
        let seen: Value = data["staff"].as_array().unwrap().iter().map(member).collect();
        let expected: Value = expected.iter().map(|(id, reason)| json!([id, reason.is_none(), reason])).collect();
        self.assert_same(&query, &expected, &seen);
    }

    fn not_free_reason(
        &self,
        staff: usize,
        (day, start): (i64, i64),
        length: BookingLength,
        kind: Option<ServiceKind>,
    ) -> Option<&'static str> {
        let (model, somebody) = (&self.model, &self.model.staff[staff]);
        let (from, until) = in_fives(start, length.minutes());
        let is_blocked = model
            .blocked(staff, day)
            .iter()
            .enumerate()
            .any(|(minute, is_blocked)| *is_blocked && (from..until).contains(&i64::try_from(minute).unwrap()));
        if kind.is_some_and(|kind| kind != somebody.kind) {
            Some("other_service_type")
        } else if model.holidays.contains(&day) {
            Some("holiday")
        } else if somebody.leave.contains(&day) {
            Some("on_leave")
        } else if !is_all(&model.at_work(staff, day), from, until) {
            Some("not_at_work")
        } else if is_blocked {
            Some("blocked")
        } else {
            (!is_all(&model.unoccupied(staff, day, usize::MAX), from, until)).then_some("busy")
        }
    }

    /// A booking as the desk reads it.
    pub(super) async fn compare_booking(&mut self, booking_index: usize) {
        let (booking, id) = self.booking(booking_index);
        let staff_id = |staff: usize| self.model.staff[staff].id;
        let line = |line: &Line| json!([line.service, line.staff.map(staff_id), line.duration]);
        let lines: Value = booking.lines.iter().map(line).collect();
        let offer = self.model.open_offer(booking_index);
        let offer = offer.map(|offer| {
            json!([date_of(offer.when.day), format!("{}:00", time_text(offer.when.start)), staff_id(offer.staff)])
        });
        let expected = json!({
            "status": status_text(booking.status), "bookingDate": date_of(booking.when.day),
            "startTime": format!("{}:00", time_text(booking.when.start)), "services": lines, "offeredTime": offer,
            "hasArrived": booking.has_arrived,
        });
        let shown = get_booking(&self.desk, &id).await.expect_ok()["booking"].clone();
        let line = |line: &Value| json!([line["serviceId"], line["staffId"], line["durationMinutes"]]);
        let lines: Value = shown["services"].as_array().unwrap().iter().map(line).collect();
        let offered = &shown["offeredTime"];
        let offer =
            offered.is_object().then(|| json!([offered["bookingDate"], offered["startTime"], offered["staffId"]]));
        let seen = json!({
            "status": shown["status"], "bookingDate": shown["bookingDate"], "startTime": shown["startTime"],
            "services": lines, "offeredTime": offer, "hasArrived": shown["arrivedAt"].is_string(),
        });
        self.assert_same(&format!("visit {booking_index}"), &expected, &seen);
    }

    /// What is stored of everybody's time: neither more nor less than bookings, offers and blocks need.
    pub(super) async fn compare_occupied_times(&mut self) {
        let mut expected: BTreeSet<OccupiedCell> = BTreeSet::new();
        let bookings = self.model.bookings.iter().flat_map(|booking| &booking.occupied);
        let blocked = self.model.blocks.iter().map(|block| OccupiedTime {
            staff: block.time.staff,
            day: block.day,
            from: block.time.from,
            until: block.time.until,
            expires: None,
            is_offer: false,
        });
        for time in bookings.copied().chain(blocked).filter(|time| self.model.is_held(time)) {
            let cells = (time.from..time.until).step_by(5);
            let staff = self.model.staff[time.staff].id;
            expected.extend(cells.map(|minute| (staff.to_owned(), time.day * MINUTES_PER_DAY + minute, time.expires)));
        }
        let seen = self.stored_cells().await;
        self.assert_same("what is stored", &expected, &seen);
    }

    async fn stored_cells(&self) -> BTreeSet<OccupiedCell> {
        let now = self.salon.now();
        let read = self.salon.app.db.read(move |conn| -> Result<Vec<StoredTime>, DbError> {
            conn.all(
                "select staff_id, first_slot_at, last_slot_at, expires_at from occupied_times
                 where expires_at is null or expires_at > $1",
                params![now],
            )
        });
        let first_midnight = Timestamp::ist_midnight(date_of(0));
        let minute = |at: Timestamp| at.millis_since(first_midnight) / MINUTE_MS;
        let mut cells = BTreeSet::new();
        for (staff, first, last, expires_at) in read.await.unwrap() {
            for cell in (minute(first)..=minute(last)).step_by(5) {
                cells.insert((staff.clone(), cell, expires_at.map(minute)));
            }
        }
        cells
    }
}

/// Whose, the starts of the first and the last five minutes, and until when.
type StoredTime = (String, Timestamp, Timestamp, Option<Timestamp>);

fn status_text(status: BookingStatus) -> &'static str {
    match status {
        BookingStatus::Pending => "pending",
        BookingStatus::Confirmed => "confirmed",
        BookingStatus::InProgress => "in_progress",
        BookingStatus::Completed => "completed",
        BookingStatus::Cancelled => "cancelled",
        BookingStatus::NoShow => "no_show",
        BookingStatus::Rejected => "rejected",
    }
}
