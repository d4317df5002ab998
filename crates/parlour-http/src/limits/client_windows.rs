//! The clients with their own window, ordered by their last accepted request, so that the next one to remove is always
//! first.

use std::collections::HashMap;

use parlour_domain::rate_limit::Quota;

use super::client_address::ClientKey;
use super::window::{Window, WindowOutcome};

#[derive(Debug, Default)]
pub(super) struct ClientWindows {
    slot_of: HashMap<ClientKey, usize>,
    slots: Vec<Slot>,
    free_slots: Vec<usize>,
    first: Option<usize>,
    last: Option<usize>,
}

#[derive(Debug)]
struct Slot {
    client: ClientKey,
    window: Window,
    before: Option<usize>,
    after: Option<usize>,
}

impl ClientWindows {
    pub(super) fn len(&self) -> usize {
        self.slot_of.len()
    }

    /// `None` when this client has no window here.
    pub(super) fn count_request(&mut self, client: ClientKey, quota: Quota, now_ms: i64) -> Option<WindowOutcome> {
        let slot = *self.slot_of.get(&client)?;
        let outcome = self.slots[slot].window.count_request(quota, now_ms);
        if outcome.allowed && self.last != Some(slot) {
            self.unlink(slot);
            self.link_last(slot);
        }
        Some(outcome)
    }

    /// Adds a window for a new client and counts its first request.
    pub(super) fn insert(&mut self, client: ClientKey, quota: Quota, now_ms: i64) -> WindowOutcome {
        let mut window = Window::with_capacity_for(quota);
        let outcome = window.count_request(quota, now_ms);
        let new_slot = Slot { client, window, before: None, after: None };
        let slot = if let Some(slot) = self.free_slots.pop() {
            self.slots[slot] = new_slot;
            slot
        } else {
            self.slots.push(new_slot);
            self.slots.len() - 1
        };
        self.slot_of.insert(client, slot);
        self.link_last(slot);
        outcome
    }

    /// Removes the first client if its window has expired.
    pub(super) fn evict_first_if_expired(&mut self, quota: Quota, now_ms: i64) -> bool {
        let Some(slot) = self.first.filter(|slot| self.slots[*slot].window.has_expired(quota, now_ms)) else {
            return false;
        };
        self.unlink(slot);
        self.slot_of.remove(&self.slots[slot].client);
        self.slots[slot].window = Window::default();
        self.free_slots.push(slot);
        true
    }

    /// Keeps the order: a clock that was set back makes timestamps equal, but never swaps them.
    pub(super) fn limit_stamps_to_now(&mut self, now_ms: i64) {
        for slot in &mut self.slots {
            slot.window.limit_stamps_to_now(now_ms);
        }
    }

    fn unlink(&mut self, slot: usize) {
        let Slot { before, after, .. } = self.slots[slot];
        match before {
            Some(before) => self.slots[before].after = after,
            None => self.first = after,
        }
        match after {
            Some(after) => self.slots[after].before = before,
            None => self.last = before,
        }
    }

    fn link_last(&mut self, slot: usize) {
        self.slots[slot].before = self.last;
        self.slots[slot].after = None;
        match self.last {
            Some(last) => self.slots[last].after = Some(slot),
            None => self.first = Some(slot),
        }
        self.last = Some(slot);
    }
}
