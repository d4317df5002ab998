//! What stands around every step: the list of the steps with their state.

use parlour_domain::setup::{Setup, SetupStep, SetupStepState};
use parlour_texts::{SetupTexts, Texts};

/// The end of the setup.
pub(super) const READY_PATH: &str = "/setup/ready";

pub(super) fn step_path(step: SetupStep) -> &'static str {
    match step {
        SetupStep::Salon => "/setup/salon",
        SetupStep::Hours => "/setup/hours",
        SetupStep::Services => "/setup/services",
        SetupStep::Team => "/setup/team",
        SetupStep::Payments => "/setup/payments",
    }
}

/// The step that opens the first branch.
pub(super) fn first_step_path() -> &'static str {
    step_path(SetupStep::Salon)
}

/// The page after a step.
pub(super) fn path_after(step: SetupStep) -> &'static str {
    let next = SetupStep::ALL.iter().skip_while(|known| **known != step).nth(1);
    next.map_or(READY_PATH, |next| step_path(*next))
}

/// The name of a step, and what it is about.
pub(super) fn step_words(step: SetupStep, text: SetupTexts) -> (&'static str, &'static str) {
    match step {
        SetupStep::Salon => (text.salon(), text.salon_text()),
        SetupStep::Hours => (text.hours(), text.hours_text()),
        SetupStep::Services => (text.services(), text.services_text()),
        SetupStep::Team => (text.team(), text.team_text()),
        SetupStep::Payments => (text.payments(), text.payments_text()),
    }
}

/// The list of the steps beside one of them, or beside the end.
#[derive(Debug)]
pub(super) struct Around {
    pub(super) steps: Vec<StepEntry>,
    /// `Step 2 of 5`; the end is no step.
    pub(super) place: String,
    /// The page before.
    pub(super) back: &'static str,
    /// The name of the step, as forms send it; none at the end.
    pub(super) step: &'static str,
    /// Whether the step waits and may be left for later.
    pub(super) can_wait: bool,
}

#[derive(Debug)]
pub(super) struct StepEntry {
    /// None for the end.
    pub(super) number: Option<usize>,
    pub(super) path: &'static str,
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) is_now: bool,
    pub(super) is_done: bool,
}

impl StepEntry {
    /// The class of the entry.
    pub(super) fn class(&self) -> &'static str {
        match (self.is_now, self.is_done) {
            (true, _) => "now",
            (false, true) => "done",
            (false, false) => "next",
        }
    }
}

impl Around {
    /// `current` is none at the end.
    pub(super) fn new(setup: &Setup, current: Option<SetupStep>, texts: Texts) -> Self {
        let text = texts.setup();
        let entry = |(index, step): (usize, &SetupStep)| {
            let (name, about) = step_words(*step, text);
            StepEntry {
                number: Some(index + 1),
                path: step_path(*step),
                name,
                about,
                is_now: current == Some(*step),
                is_done: setup.steps.state(*step) == SetupStepState::Done,
            }
        };
        let mut steps: Vec<StepEntry> = SetupStep::ALL.iter().enumerate().map(entry).collect();
        steps.push(StepEntry {
            number: None,
            path: READY_PATH,
            name: text.ready(),
            about: text.ready_text(),
            is_now: current.is_none(),
            is_done: false,
        });
        let now = steps.iter().position(|step| step.is_now).unwrap_or_default();
        let back = now.checked_sub(1).and_then(|before| steps.get(before)).map_or("/setup", |step| step.path);
        let is_todo = |step| setup.steps.state(step) == SetupStepState::Todo;
        Self {
            place: current.map_or_else(|| text.ready().to_owned(), |_| text.place(now + 1, SetupStep::ALL.len())),
            steps,
            back,
            step: current.map_or("", SetupStep::as_str),
            can_wait: current.is_some_and(|step| step != SetupStep::Salon && is_todo(step)),
        }
    }
}

#[cfg(test)]
mod tests {
    use parlour_domain::setup::SetupFacts;

    use super::*;

    #[test]
    fn each_step_leads_to_the_next_and_the_last_to_the_end() {
        let after: Vec<&str> = SetupStep::ALL.iter().map(|step| path_after(*step)).collect();
        assert_eq!(after, ["/setup/hours", "/setup/services", "/setup/team", "/setup/payments", "/setup/ready"]);
        let around = |step| Around::new(&Setup::new(SetupFacts::default(), &[], false), step, Texts::ENGLISH);
        assert_eq!(around(Some(SetupStep::Payments)).place, "Step 5 of 5");
        assert_eq!(around(None).place, Texts::ENGLISH.setup().ready());
    }
}
