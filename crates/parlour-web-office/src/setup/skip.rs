//! `/setup/skip`: a step is left for later.

use parlour_app::setup as use_cases;
use parlour_domain::setup::SetupStep;
use parlour_http::form::FormBody;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_web::form::no_fields;
use parlour_web::page::see_other;
use parlour_web_admin::desk::DeskPage;

use super::around::path_after;
use super::refusal::SetupRefusal;

request_shape! {
    struct SkipForm {
        step: SetupStep,
    }
}

/// On to the next step.
pub(super) async fn submit(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    let skipped = page.form(&form, no_fields).write(form.parse::<SkipForm>(), |tx, context, SkipForm { step }| {
        use_cases::skip(tx, context, *step)?;
        Ok::<_, SetupRefusal>(path_after(*step).to_owned())
    });
    Ok(see_other(&skipped.await?.into_path()?, None))
}
