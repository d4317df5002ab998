//! Erasing all of one's own data. It needs a recent sign-in and one's e-mail address, typed.

use askama::Template;
use http::StatusCode;
use parlour_app::profile::{EraseRefusal, erase};
use parlour_domain::auth::session::is_recent_sign_in;
use parlour_http::error::HttpError;
use parlour_http::idempotency::FormBody;
use parlour_http::respond::HttpResult;
use parlour_store::customers::erasure;

use parlour_web::account::sign_out::signed_out;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::{Frame, SignedInPage, Tab};

#[derive(Template)]
#[template(path = "erase.html")]
pub(crate) struct ErasePage {
    pub(crate) frame: Frame,
    pub(crate) form: FormState,
    /// Why it is not possible now.
    pub(crate) obstacle: Option<&'static str>,
    pub(crate) needs_sign_in: bool,
    pub(crate) confirm_hint: String,
}

pub(super) async fn show(page: SignedInPage) -> HttpResult {
    let user = page.caller.user().clone();
    let has_membership = page.caller.read(move |conn, _| Ok(erasure::has_active_membership(conn, &user)?)).await?;
    let obstacle = has_membership.then_some(page.texts.erase_account().membership_active());
    let needs_sign_in = !is_recent_sign_in(page.caller.session.signed_in_at, page.now());
    render(&page, StatusCode::OK, FormState::default(), obstacle, needs_sign_in)
}

pub(super) async fn submit(page: SignedInPage, body: FormBody) -> HttpResult {
    let typed = body.fields();
    let confirmed = typed.form_text("confirm").to_owned();
    let session = page.caller.session.clone();
    // A refusal stays what it is, so that the page can say it in its own texts.
    let erased = page.caller.write(move |tx, context| match erase(tx, context, &session, &confirmed) {
        Ok(()) => Ok(Ok(())),
        Err(EraseRefusal::Db(error)) => Err(error.into()),
        Err(refusal) => Ok(Err(refusal)),
    });
    let texts = page.texts.erase_account();
    let obstacle = match erased.await? {
        Ok(()) => return Ok(signed_out(&page.state, Flash::Erased)),
        Err(refusal @ EraseRefusal::NotConfirmed) => {
            let form = FormState::refused(&typed, &["confirm"], &HttpError::from(refusal));
            return render(&page, StatusCode::UNPROCESSABLE_ENTITY, form, None, false);
        }
        Err(EraseRefusal::SignInTooOld) => {
            return render(&page, StatusCode::CONFLICT, FormState::default(), None, true);
        }
        Err(EraseRefusal::MembershipActive) => texts.membership_active(),
        Err(EraseRefusal::LastOwner) => texts.last_owner(),
        Err(EraseRefusal::Db(error)) => return Err(error.into()),
    };
    render(&page, StatusCode::CONFLICT, FormState::default(), Some(obstacle), false)
}

fn render(
    page: &SignedInPage,
    status: StatusCode,
    form: FormState,
    obstacle: Option<&'static str>,
    needs_sign_in: bool,
) -> HttpResult {
    let texts = page.texts.erase_account();
    let email = page.signed_in.email.as_deref();
    page.render_with(
        status,
        &ErasePage {
            frame: page.frame(texts.title(), Tab::Me),
            form,
            obstacle: obstacle.or_else(|| email.is_none().then_some(texts.no_email())),
            needs_sign_in,
            confirm_hint: texts.confirm_hint(email.unwrap_or_default()),
        },
    )
}
