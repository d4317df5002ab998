//! The end: the salon is ready, or what is still missing.

use askama::Template;
use parlour_app::setup as use_cases;
use parlour_domain::setup::{SetupStep, SetupStepState};
use parlour_http::form::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_texts::SetupReadyTexts;
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, no_fields};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

use super::around::{Around, step_path, step_words};
use super::branch::find_shown_setup;
use super::refusal::SetupRefusal;

/// Without these nobody can be booked.
const NEEDED: [SetupStep; 3] = [SetupStep::Salon, SetupStep::Services, SetupStep::Team];

#[derive(Template)]
#[template(path = "setup/ready.html")]
struct ReadyPage {
    frame: DeskFrame,
    around: Around,
    form: FormState,
    /// Path and name of the steps without which nobody can be booked.
    missing: Vec<(&'static str, &'static str)>,
    /// Path and name of the steps that wait.
    later: Vec<(&'static str, &'static str)>,
    /// What customers open.
    public_url: String,
}

impl ReadyPage {
    fn text(&self) -> SetupReadyTexts {
        self.frame.texts.setup_ready()
    }
}

/// `/setup/ready`
pub(super) async fn show(page: DeskPage<Owner>) -> HttpResult {
    show_with(&page, FormState::default()).await
}

/// The steps that wait count as left for later, and the desk begins.
pub(super) async fn submit(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    let finished = page.form(&form, no_fields).write(Ok(()), |tx, context, ()| {
        use_cases::finish(tx, context)?;
        Ok::<_, SetupRefusal>("/board".to_owned())
    });
    finished.await?.answer(Flash::SetupFinished, |state| show_with(&page, state)).await
}

async fn show_with(page: &DeskPage<Owner>, form: FormState) -> HttpResult {
    let setup = page.caller.read(|conn, _| Ok(find_shown_setup(conn)?)).await?;
    let text = page.texts.setup_ready();
    let is_open = |step: SetupStep| setup.steps.state(step) != SetupStepState::Done;
    let link = |step: SetupStep| (step_path(step), step_words(step, page.texts.setup()).0);
    let is_needed = |step: SetupStep| !setup.is_finished && NEEDED.contains(&step);
    let open: Vec<SetupStep> = SetupStep::ALL.iter().copied().filter(|step| is_open(*step)).collect();
    let (missing, later): (Vec<SetupStep>, Vec<SetupStep>) = open.into_iter().partition(|step| is_needed(*step));
    let status = form.status;
    let template = ReadyPage {
        frame: page.desk_frame(if missing.is_empty() { text.title() } else { text.not_yet() }, Place::Setup),
        around: Around::new(&setup, None, page.texts),
        later: later.into_iter().map(link).collect(),
        missing: missing.into_iter().map(link).collect(),
        public_url: page.state.worker().integrations.customer_url.clone(),
        form,
    };
    page.show_with(status, &template)
}
