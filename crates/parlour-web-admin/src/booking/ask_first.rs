//! What the desk may do although something speaks against it: it is asked first.

use parlour_app::availability::{NotFreeReason, Obstacle};

use crate::closing::PastClosing;
use crate::named_visit::NamedVisit;
use parlour_texts::Texts;
use parlour_web::format;

/// What speaks against an act, and the visit as it would be.
#[derive(Debug, Clone)]
pub(crate) enum AskFirst {
    /// Somebody is not free then, the branch is closed or closes before the end, or the time has passed.
    Plan {
        act: PlanAct,
        visit: Box<NamedVisit>,
        obstacles: Vec<Obstacle>,
        past_closing: Option<PastClosing>,
        has_passed: bool,
    },
    /// Nobody can have missed a visit that has not begun.
    NotBegunYet { visit: Box<NamedVisit> },
}

/// Who does a visit, or when.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PlanAct {
    Move,
    Approve,
    Assign,
}

impl AskFirst {
    /// What speaks against it, one sentence each, and what would be done.
    pub(super) fn sentences(&self, texts: Texts) -> String {
        let text = texts.ask_first();
        match self {
            Self::Plan { act, visit, obstacles, past_closing, has_passed } => {
                let obstacles = obstacles.iter().map(|obstacle| sentence(obstacle, texts));
                let past_closing = past_closing.map(|past_closing| past_closing.sentence(texts));
                let passed = has_passed.then(|| text.passed().to_owned());
                let name = &visit.customer_name;
                let question = match act {
                    PlanAct::Move => text.move_question(name, &visit.place(texts)),
                    PlanAct::Approve => text.approve_question(name, &visit.place(texts)),
                    PlanAct::Assign => text.assign_question(name, &visit.people()),
                };
                obstacles.chain(past_closing).chain(passed).chain([question]).collect::<Vec<_>>().join(" ")
            }
            Self::NotBegunYet { visit } => text.not_begun_yet(&visit.customer_name, &visit.when(texts)),
        }
    }

    /// The button that does it all the same.
    pub(super) fn button(&self, texts: Texts) -> &'static str {
        let text = texts.ask_first();
        match self {
            Self::Plan { act: PlanAct::Move, .. } => text.move_anyway(),
            Self::Plan { act: PlanAct::Approve, .. } => text.approve_anyway(),
            Self::Plan { act: PlanAct::Assign, .. } => text.assign_anyway(),
            Self::NotBegunYet { .. } => text.no_show_anyway(),
        }
    }
}

fn sentence(obstacle: &Obstacle, texts: Texts) -> String {
    let (text, name) = (texts.ask_first(), &obstacle.staff_name);
    match (obstacle.reason, &obstacle.visit) {
        (NotFreeReason::Busy, Some(visit)) => {
            text.has_visit(name, &visit.customer_name, &format::time_range(visit.start_time, visit.end_time, texts))
        }
        (NotFreeReason::Busy, None) => text.busy(name),
        (NotFreeReason::Blocked, _) => text.blocked(name),
        (NotFreeReason::OnLeave, _) => text.on_leave(name),
        (NotFreeReason::Holiday, _) => text.holiday().to_owned(),
        _ if obstacle.is_on_break => text.on_break(name),
        _ => text.not_at_work(name),
    }
}
