//! `/setup`: the steps with their state, where each is found again.

use askama::Template;
use parlour_domain::setup::{SetupStep, SetupStepState};
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_texts::SetupTexts;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

use super::around::{READY_PATH, step_path, step_words};
use super::branch::find_shown_setup;

#[derive(Template)]
#[template(path = "setup/overview.html")]
struct SetupPage {
    frame: DeskFrame,
    steps: Vec<StepRow>,
    is_finished: bool,
    /// The first step that waits, or the end.
    next: &'static str,
}

struct StepRow {
    path: &'static str,
    name: &'static str,
    about: &'static str,
    state: &'static str,
    is_done: bool,
}

impl StepRow {
    fn new(step: SetupStep, state: SetupStepState, text: SetupTexts) -> Self {
        let (name, about) = step_words(step, text);
        let word = match state {
            SetupStepState::Todo => text.todo(),
            SetupStepState::Done => text.done(),
            SetupStepState::Skipped => text.skipped(),
        };
        Self { path: step_path(step), name, about, state: word, is_done: state == SetupStepState::Done }
    }
}

impl SetupPage {
    fn text(&self) -> SetupTexts {
        self.frame.texts.setup()
    }
}

/// `/setup`
pub(super) async fn show(page: DeskPage<Owner>) -> HttpResult {
    let setup = page.caller.read(|conn, _| Ok(find_shown_setup(conn)?)).await?;
    let text = page.texts.setup();
    let row = |step: &SetupStep| StepRow::new(*step, setup.steps.state(*step), text);
    page.show(&SetupPage {
        frame: page.desk_frame(text.title(), Place::Setup),
        steps: SetupStep::ALL.iter().map(row).collect(),
        is_finished: setup.is_finished,
        next: setup.steps.todo().next().map_or(READY_PATH, step_path),
    })
}
