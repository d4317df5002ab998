//! What the desk may do although something speaks against it: it is asked first.

use parlour_app::availability::{NotFreeReason, Obstacle};
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::ids::BranchId;
use parlour_store::bookings::desk_requests::OwnBooking;
use parlour_texts::Texts;

use crate::closing::PastClosing;
use crate::named_booking::{NamedBooking, name_of};

/// What speaks against an act, and the booking as it would be.
#[derive(Debug, Clone)]
pub(crate) enum AskFirst {
    Plan {
        act: PlanAct,
        booking: Box<NamedBooking>,
        against: Against,
    },
    /// The customer asked for somebody of another gender.
    Wish {
        wished: WishedGender,
        booking: Box<NamedBooking>,
        /// Whether one person is named who would do it.
        names_person: bool,
    },
    /// The booking is on another day than today.
    OtherDay {
        act: DayAct,
        booking: Box<NamedBooking>,
    },
    /// Nobody can have missed a booking that has not begun.
    NotBegunYet {
        booking: Box<NamedBooking>,
    },
}

/// Who does a booking, or when.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PlanAct {
    Book,
    Move,
    Approve,
    Assign,
}

/// What is done on the day of a booking.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DayAct {
    Arrive,
    Start,
}

/// What speaks against a plan.
#[derive(Debug, Clone, Default)]
pub(crate) struct Against {
    /// Somebody is not free then or does other services, or the branch is closed.
    pub(crate) obstacles: Vec<Obstacle>,
    pub(crate) past_closing: Option<PastClosing>,
    pub(crate) has_passed: bool,
    /// The money of today is closed, and the booking would be today.
    pub(crate) is_day_closed: bool,
    /// What else the customer has at that time.
    pub(crate) own_bookings: Vec<OwnBooking>,
    /// It would be nobody's, and wait as a request.
    pub(crate) is_nobodys: bool,
}

impl Against {
    pub(super) fn is_nothing(&self) -> bool {
        self.obstacles.is_empty()
            && self.past_closing.is_none()
            && !self.has_passed
            && !self.is_day_closed
            && self.own_bookings.is_empty()
            && !self.is_nobodys
    }

    /// One sentence each, none of them twice.
    fn sentences(&self, booking: &NamedBooking, texts: Texts) -> String {
        let text = texts.ask_first();
        let obstacles = self.obstacles.iter().map(|obstacle| obstacle_sentence(obstacle, texts));
        let own = self
            .own_bookings
            .iter()
            .map(|own| own_booking_sentence(own, (booking.customer_name(), booking.branch()), texts));
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
            Self::Plan { booking, against, .. } => against.sentences(booking, texts),
            Self::Wish { wished: WishedGender::Female, .. } => texts.desk_wish().against_woman().to_owned(),
            Self::Wish { wished: WishedGender::Male, .. } => texts.desk_wish().against_man().to_owned(),
            Self::OtherDay { booking, .. } => text.other_day(&booking.when_in_sentence(texts)),
            Self::NotBegunYet { booking } => text.not_begun_yet(&booking.name(texts), &booking.when_in_sentence(texts)),
        }
    }

    /// What would be done.
    pub(super) fn heading(&self, texts: Texts) -> String {
        let text = texts.ask_first();
        match self {
            Self::Plan { act, booking, .. } => {
                let (name, place) = (booking.name(texts), booking.place_in_sentence(texts));
                match act {
                    PlanAct::Book => text.book_question(&name, &place),
                    PlanAct::Move => text.move_question(&name, &place),
                    PlanAct::Approve => text.approve_question(&name, &place),
                    PlanAct::Assign => text.assign_question(&name, &booking.when_in_sentence(texts), &booking.people()),
                }
            }
            Self::Wish { booking, names_person: true, .. } => {
                text.wish_question(&booking.people(), &booking.name(texts), &booking.when_in_sentence(texts))
            }
            Self::Wish { booking, .. } => {
                text.wish_lines_question(&booking.name(texts), &booking.when_in_sentence(texts))
            }
            Self::OtherDay { act: DayAct::Arrive, booking } => text.arrive_question(&booking.name(texts)),
            Self::OtherDay { act: DayAct::Start, booking } => text.start_question(&booking.name(texts)),
            Self::NotBegunYet { booking } => text.no_show_question(&booking.name(texts)),
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

/// What else a customer has at the time of a booking at this branch.
pub(crate) fn own_booking_sentence(own: &OwnBooking, (customer, branch): (&str, &BranchId), texts: Texts) -> String {
    let (text, time) = (texts.ask_first(), texts.format_time_range(own.start_time, own.end_time));
    if own.branch_id == *branch {
        text.own_visit(customer, &time)
    } else {
        text.own_visit_at(customer, &time, &own.branch_name)
    }
}

fn obstacle_sentence(obstacle: &Obstacle, texts: Texts) -> String {
    let (text, name) = (texts.ask_first(), &obstacle.staff_name);
    match (obstacle.reason, &obstacle.booking) {
        (NotFreeReason::Busy, Some(booking)) => {
            let customer = name_of(&booking.customer_name, booking.guest_name.as_deref(), texts);
            text.has_visit(name, &customer, &texts.format_time_range(booking.start_time, booking.end_time))
        }
        (NotFreeReason::Busy, None) => text.busy(name),
        (NotFreeReason::Blocked, _) => text.blocked(name),
        (NotFreeReason::OnLeave, _) => text.on_leave(name),
        (NotFreeReason::Holiday, _) => text.holiday().to_owned(),
        (NotFreeReason::OtherServiceType, _) => text.other_type(name),
        _ if obstacle.is_on_break => text.on_break(name),
        _ => text.not_at_work(name),
    }
}
