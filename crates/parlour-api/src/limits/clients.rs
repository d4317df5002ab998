//! The clients that have windows of their own, in the order of their last accepted request, so that the first
//! to be let go is always at hand and nothing is ever searched.

use std::collections::HashMap;

use parlour_domain::limits::Quota;

use super::client_address::ClientKey;
use super::window::{Outcome, Window};

#[derive(Debug, Default)]
pub(super) struct Clients {
    seat_of: HashMap<ClientKey, usize>,
    seats: Vec<Seat>,
    empty: Vec<usize>,
    first: Option<usize>,
    last: Option<usize>,
}

#[derive(Debug)]
struct Seat {
    client: ClientKey,
    window: Window,
    before: Option<usize>,
    after: Option<usize>,
}

impl Clients {
    pub(super) fn len(&self) -> usize {
        self.seat_of.len()
    }

    /// `None` when this client has no window here.
    pub(super) fn ask(&mut self, client: ClientKey, quota: Quota, now_ms: i64) -> Option<Outcome> {
        let seat = *self.seat_of.get(&client)?;
        let outcome = self.seats[seat].window.ask(quota, now_ms);
        if outcome.allowed && self.last != Some(seat) {
            self.unlink(seat);
            self.link_last(seat);
        }
        Some(outcome)
    }

    /// Gives a client that has none a window of its own, with this first request in it.
    pub(super) fn admit(&mut self, client: ClientKey, quota: Quota, now_ms: i64) -> Outcome {
        let mut window = Window::with_room(quota);
        let outcome = window.ask(quota, now_ms);
        let newcomer = Seat { client, window, before: None, after: None };
        let seat = if let Some(seat) = self.empty.pop() {
            self.seats[seat] = newcomer;
            seat
        } else {
            self.seats.push(newcomer);
            self.seats.len() - 1
        };
        self.seat_of.insert(client, seat);
        self.link_last(seat);
        outcome
    }

    /// Lets the first client go if its window has passed.
    pub(super) fn let_one_go(&mut self, quota: Quota, now_ms: i64) -> bool {
        let Some(seat) = self.first.filter(|seat| self.seats[*seat].window.has_passed(quota, now_ms)) else {
            return false;
        };
        self.unlink(seat);
        self.seat_of.remove(&self.seats[seat].client);
        self.seats[seat].window = Window::default();
        self.empty.push(seat);
        true
    }

    /// Keeps the order: a clock set back makes stamps equal, never swaps them.
    pub(super) fn set_back(&mut self, now_ms: i64) {
        for seat in &mut self.seats {
            seat.window.set_back(now_ms);
        }
    }

    fn unlink(&mut self, seat: usize) {
        let Seat { before, after, .. } = self.seats[seat];
        match before {
            Some(before) => self.seats[before].after = after,
            None => self.first = after,
        }
        match after {
            Some(after) => self.seats[after].before = before,
            None => self.last = before,
        }
    }

    fn link_last(&mut self, seat: usize) {
        self.seats[seat].before = self.last;
        self.seats[seat].after = None;
        match self.last {
            Some(last) => self.seats[last].after = Some(seat),
            None => self.first = Some(seat),
        }
        self.last = Some(seat);
    }
}
