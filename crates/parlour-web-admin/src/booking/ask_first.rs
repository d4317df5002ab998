//! What the desk may do although something speaks against it: it is asked first.

use chrono::NaiveDate;
use parlour_app::availability::{NotFreeReason, Obstacle};
use parlour_domain::ist::Timestamp;

use crate::closing::PastClosing;
use parlour_texts::Texts;
use parlour_web::format;

/// What speaks against an act.
#[derive(Debug, Clone)]
pub(crate) enum AskFirst {
    /// Somebody is not free at the new time, or the branch is closed or closes before the end.
    Move { obstacles: Vec<Obstacle>, past_closing: Option<PastClosing> },
    /// Nobody can have missed a visit that has not begun.
    NotBegunYet { begins_at: Timestamp, today: NaiveDate },
}

impl AskFirst {
    /// What speaks against it, one sentence each.
    pub(super) fn sentences(&self, texts: Texts) -> String {
        match self {
            Self::Move { obstacles, past_closing } => {
                let obstacles = obstacles.iter().map(|obstacle| sentence(obstacle, texts));
                let past_closing = past_closing.map(|past_closing| past_closing.sentence(texts));
                obstacles.chain(past_closing).collect::<Vec<_>>().join(" ")
            }
            Self::NotBegunYet { begins_at, today } => {
                let day = format::near_day(begins_at.ist_date(), *today, texts);
                texts.ask_first().not_begun_yet(&day, &format::time(begins_at.ist_time(), texts))
            }
        }
    }

    /// The button that does it all the same.
    pub(super) fn button(&self, texts: Texts) -> &'static str {
        match self {
            Self::Move { .. } => texts.ask_first().move_anyway(),
            Self::NotBegunYet { .. } => texts.ask_first().no_show_anyway(),
        }
    }
}

fn sentence(obstacle: &Obstacle, texts: Texts) -> String {
    let (text, name) = (texts.ask_first(), &obstacle.staff_name);
    match (obstacle.reason, obstacle.busy_until) {
        (NotFreeReason::Busy, Some(until)) => text.busy_until(name, &format::time(until, texts)),
        (NotFreeReason::Busy, None) => text.busy(name),
        (NotFreeReason::Blocked, _) => text.blocked(name),
        (NotFreeReason::OnLeave, _) => text.on_leave(name),
        (NotFreeReason::Holiday, _) => text.holiday().to_owned(),
        _ if obstacle.is_on_break => text.on_break(name),
        _ => text.not_at_work(name),
    }
}
