//! The steps in which an owner sets up a new salon.

use serde::Serialize;
use utoipa::ToSchema;

use crate::string_enum::string_enum;

string_enum! {
    SetupStep {
        /// Name, address and number of the first branch.
        Salon = "salon",
        Hours = "hours",
        Services = "services",
        Team = "team",
        Payments = "payments",
    }
}

string_enum! {
    SetupStepState {
        Todo = "todo",
        Done = "done",
        Skipped = "skipped",
    }
}

/// What there is of a salon.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a step of its own")]
pub struct SetupFacts {
    pub has_branch: bool,
    /// Whether somebody has saved opening hours, be it those that a new branch has anyway.
    pub has_saved_hours: bool,
    /// Whether customers find a service in the catalogue.
    pub has_service: bool,
    /// Whether somebody can be booked.
    pub has_staff: bool,
    pub has_upi_id: bool,
}

impl SetupFacts {
    fn is_done(self, step: SetupStep) -> bool {
        match step {
            SetupStep::Salon => self.has_branch,
            SetupStep::Hours => self.has_saved_hours,
            SetupStep::Services => self.has_service,
            SetupStep::Team => self.has_staff,
            SetupStep::Payments => self.has_upi_id,
        }
    }

    /// Whether the salon can take bookings. Without that nobody has finished.
    pub fn is_enough(self) -> bool {
        self.has_branch && self.has_service && self.has_staff
    }
}

/// How far the setup of a salon has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Setup {
    pub steps: SetupSteps,
    /// An owner has finished, or the salon was set up in another way: it has a branch, a service and an active staff
    /// member.
    pub is_finished: bool,
}

/// The state of each step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct SetupSteps {
    /// Done with the first branch. It cannot be skipped.
    pub salon: SetupStepState,
    /// Done once opening hours were saved.
    pub hours: SetupStepState,
    /// Done with an active service.
    pub services: SetupStepState,
    /// Done with an active staff member.
    pub team: SetupStepState,
    /// Done with a UPI account of a branch.
    pub payments: SetupStepState,
}

impl SetupSteps {
    pub fn state(self, step: SetupStep) -> SetupStepState {
        match step {
            SetupStep::Salon => self.salon,
            SetupStep::Hours => self.hours,
            SetupStep::Services => self.services,
            SetupStep::Team => self.team,
            SetupStep::Payments => self.payments,
        }
    }

    /// Those that wait to be done or skipped, in their order.
    pub fn todo(self) -> impl Iterator<Item = SetupStep> {
        SetupStep::ALL.iter().copied().filter(move |step| self.state(*step) == SetupStepState::Todo)
    }
}

impl Setup {
    pub fn new(facts: SetupFacts, skipped: &[SetupStep], was_finished: bool) -> Self {
        let state = |step| {
            if facts.is_done(step) {
                SetupStepState::Done
            } else if skipped.contains(&step) {
                SetupStepState::Skipped
            } else {
                SetupStepState::Todo
            }
        };
        let steps = SetupSteps {
            salon: state(SetupStep::Salon),
            hours: state(SetupStep::Hours),
            services: state(SetupStep::Services),
            team: state(SetupStep::Team),
            payments: state(SetupStep::Payments),
        };
        Self { steps, is_finished: was_finished || facts.is_enough() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_is_done_was_not_skipped() {
        let facts = SetupFacts { has_branch: true, has_upi_id: true, ..SetupFacts::default() };
        let setup = Setup::new(facts, &[SetupStep::Team, SetupStep::Payments], false);
        assert_eq!(
            SetupStep::ALL.iter().map(|step| setup.steps.state(*step).as_str()).collect::<Vec<_>>(),
            ["done", "todo", "todo", "skipped", "done"]
        );
        assert_eq!(setup.steps.todo().collect::<Vec<_>>(), [SetupStep::Hours, SetupStep::Services]);
        assert!(!setup.is_finished);
    }

    #[test]
    fn a_salon_that_takes_bookings_is_set_up() {
        let facts = SetupFacts { has_branch: true, has_service: true, has_staff: true, ..SetupFacts::default() };
        assert!(Setup::new(facts, &[], false).is_finished);
        for missing in [
            SetupFacts { has_branch: false, ..facts },
            SetupFacts { has_service: false, ..facts },
            SetupFacts { has_staff: false, ..facts },
        ] {
            assert!(!Setup::new(missing, SetupStep::ALL, false).is_finished, "{missing:?}");
            assert!(Setup::new(missing, &[], true).is_finished, "{missing:?}");
        }
    }
}
