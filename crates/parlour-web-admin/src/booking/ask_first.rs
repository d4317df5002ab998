//! What the desk may do although something speaks against it: it is asked first.

use parlour_app::availability::{NotFreeReason, Obstacle};
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::ids::BranchId;
use parlour_store::bookings::desk_requests::OwnVisit;
use parlour_texts::Texts;

use crate::closing::PastClosing;
use crate::named_visit::{NamedVisit, name_of};
use parlour_web::format;

/// What speaks against an act, and the visit as it would be.
#[derive(Debug, Clone)]
pub(crate) enum AskFirst {
    Plan {
        act: PlanAct,
        visit: Box<NamedVisit>,
        against: Against,
    },
    /// The customer asked for somebody of another gender.
    Wish {
        wished: WishedGender,
        visit: Box<NamedVisit>,
        /// Whether one person is named who would do it.
        names_person: bool,
    },
    /// The visit is on another day than today.
    OtherDay {
        act: DayAct,
        visit: Box<NamedVisit>,
    },
    /// Nobody can have missed a visit that has not begun.
    NotBegunYet {
        visit: Box<NamedVisit>,
    },
}

/// Who does a visit, or when.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PlanAct {
    Book,
    Move,
    Approve,
    Assign,
}

/// What is done on the day of a visit.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DayAct {
    Arrive,
    Start,
}

/// What speaks against a plan.
#[derive(Debug, Clone, Default)]
pub(crate) struct Against {
    /// Somebody is not free then, or the branch is closed.
    pub(crate) obstacles: Vec<Obstacle>,
    pub(crate) past_closing: Option<PastClosing>,
    pub(crate) has_passed: bool,
    /// The money of today is closed, and the visit would be today.
    pub(crate) is_day_closed: bool,
    /// What else the customer has at that time.
    pub(crate) own_visits: Vec<OwnVisit>,
    /// It would be nobody's, and wait as a request.
    pub(crate) is_nobodys: bool,
}

impl Against {
    pub(super) fn is_nothing(&self) -> bool {
        self.obstacles.is_empty()
            && self.past_closing.is_none()
            && !self.has_passed
            && !self.is_day_closed
            && self.own_visits.is_empty()
            && !self.is_nobodys
    }

    /// One sentence each, none of them twice.
    fn sentences(&self, visit: &NamedVisit, texts: Texts) -> String {
        let text = texts.ask_first();
        let obstacles = self.obstacles.iter().map(|obstacle| obstacle_sentence(obstacle, texts));
        let own =
            self.own_visits.iter().map(|own| own_visit_sentence(own, (visit.customer_name(), visit.branch()), texts));
        let others = [
            self.past_closing.map(|past_closing| past_closing.sentence(texts)),
            self.has_passed.then(|| text.passed().to_owned()),
            self.is_day_closed.then(|| text.day_closed().to_owned()),
            self.is_nobodys.then(|| text.nobodys().to_owned()),
        ];
        let mut sentences: Vec<String> = Vec::new();
        for sentence in obstacles.chain(own).chain(others.into_iter().flatten()) {
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences.join(" ")
    }
}

impl AskFirst {
    /// What speaks against it.
    pub(crate) fn reasons(&self, texts: Texts) -> String {
        let text = texts.ask_first();
        match self {
            Self::Plan { visit, against, .. } => against.sentences(visit, texts),
            Self::Wish { wished: WishedGender::Female, .. } => texts.desk_wish().against_woman().to_owned(),
            Self::Wish { wished: WishedGender::Male, .. } => texts.desk_wish().against_man().to_owned(),
            Self::OtherDay { visit, .. } => text.other_day(&visit.when(texts)),
            Self::NotBegunYet { visit } => text.not_begun_yet(&visit.name(texts), &visit.when(texts)),
        }
    }

    /// What would be done.
    pub(super) fn heading(&self, texts: Texts) -> String {
        let text = texts.ask_first();
        match self {
            Self::Plan { act, visit, .. } => {
                let (name, place) = (visit.name(texts), visit.place(texts));
                match act {
                    PlanAct::Book => text.book_question(&name, &place),
                    PlanAct::Move => text.move_question(&name, &place),
                    PlanAct::Approve => text.approve_question(&name, &place),
                    PlanAct::Assign => text.assign_question(&name, &visit.when(texts), &visit.people()),
                }
            }
            Self::Wish { visit, names_person: true, .. } => {
                text.wish_question(&visit.people(), &visit.name(texts), &visit.when(texts))
            }
            Self::Wish { visit, .. } => text.wish_lines_question(&visit.name(texts), &visit.when(texts)),
            Self::OtherDay { act: DayAct::Arrive, visit } => text.arrive_question(&visit.name(texts)),
            Self::OtherDay { act: DayAct::Start, visit } => text.start_question(&visit.name(texts)),
            Self::NotBegunYet { visit } => text.no_show_question(&visit.name(texts)),
        }
    }

    /// The button that does it all the same.
    pub(super) fn button(&self, texts: Texts) -> &'static str {
        let text = texts.ask_first();
        match self {
            Self::Plan { act: PlanAct::Book, .. } => text.book_anyway(),
            Self::Plan { act: PlanAct::Move, .. } => text.move_anyway(),
            Self::Plan { act: PlanAct::Approve, .. } => text.approve_anyway(),
            Self::Plan { act: PlanAct::Assign, .. } => text.assign_anyway(),
            Self::Wish { .. } => texts.desk_wish().anyway(),
            Self::OtherDay { act: DayAct::Arrive, .. } => text.arrive_anyway(),
            Self::OtherDay { act: DayAct::Start, .. } => text.start_anyway(),
            Self::NotBegunYet { .. } => text.no_show_anyway(),
        }
    }
}

/// What else a customer has at the time of a visit at this branch.
pub(crate) fn own_visit_sentence(own: &OwnVisit, (customer, branch): (&str, &BranchId), texts: Texts) -> String {
    let (text, time) = (texts.ask_first(), format::time_range(own.start_time, own.end_time, texts));
    if own.branch_id == *branch {
        text.own_visit(customer, &time)
    } else {
        text.own_visit_at(customer, &time, &own.branch_name)
    }
}

fn obstacle_sentence(obstacle: &Obstacle, texts: Texts) -> String {
    let (text, name) = (texts.ask_first(), &obstacle.staff_name);
    match (obstacle.reason, &obstacle.visit) {
        (NotFreeReason::Busy, Some(visit)) => {
            let customer = name_of(&visit.customer_name, visit.guest_name.as_deref(), texts);
            text.has_visit(name, &customer, &format::time_range(visit.start_time, visit.end_time, texts))
        }
        (NotFreeReason::Busy, None) => text.busy(name),
        (NotFreeReason::Blocked, _) => text.blocked(name),
        (NotFreeReason::OnLeave, _) => text.on_leave(name),
        (NotFreeReason::Holiday, _) => text.holiday().to_owned(),
        _ if obstacle.is_on_break => text.on_break(name),
        _ => text.not_at_work(name),
    }
}
