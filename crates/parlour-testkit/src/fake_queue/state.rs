//! What the queue holds, and what it does wrong.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use parlour_integrations::clock::Clock;

use super::message::{Message, Schedule};

pub const TOKEN: &str = "a token of the fake queue";

/// What the queue does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueueFault {
    None,
    /// Takes the request and never answers.
    NeverAnswers,
    /// Answers with this status.
    Status(u16),
    Redirecting,
    /// 200, and a page of somebody's network.
    HtmlPage,
    /// 200, and more than anybody wants to read.
    HugeBody,
}

#[derive(Debug)]
pub(super) struct SharedQueue {
    pub(super) http: reqwest::Client,
    pub(super) state: Mutex<QueueState>,
}

#[derive(Debug)]
pub(super) struct QueueState {
    pub(super) fault: QueueFault,
    /// How far this queue's clock is ahead of the world's.
    pub(super) seconds_ahead: i64,
    pub(super) key: String,
    /// Everything that was ever taken, in order.
    pub(super) published: Vec<Message>,
    /// What is still to be delivered.
    pub(super) waiting: Vec<Message>,
    pub(super) dead_letters: Vec<Message>,
    pub(super) schedules: BTreeMap<String, Schedule>,
    pub(super) requested: usize,
}

impl SharedQueue {
    pub(super) fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    pub(super) fn now(&self) -> i64 {
        Clock::real_unix_seconds() + self.seconds_ahead
    }

    pub(super) fn enqueue(&mut self, message: Message) {
        self.published.push(message.clone());
        self.waiting.push(message);
    }
}
