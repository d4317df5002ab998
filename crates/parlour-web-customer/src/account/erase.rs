//! Erasing all of one's own data. It needs a recent sign-in and one's e-mail address, typed.

use askama::Template;
use http::StatusCode;
use parlour_app::profile::{EraseRefusal, erase};
use parlour_domain::auth::session::is_recent_sign_in;
use parlour_http::form::FormBody;
use parlour_http::request::FormValues;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::FormRefusal;
use parlour_store::customers::erasure;

use parlour_texts::Texts;
use parlour_web::account::sign_out::signed_out_response;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::{Frame, SignedInPage, Tab};

#[derive(Template)]
#[template(path = "erase.html")]
pub(crate) struct ErasePage {
    pub(crate) frame: Frame,
    pub(crate) form: FormState,
    /// Why it is not possible now.
    pub(crate) obstacle: Option<String>,
    pub(crate) needs_sign_in: bool,
    pub(crate) confirm_hint: String,
}

/// The label of the only field.
fn label(_: &str, texts: Texts) -> &'static str {
    texts.person_fields().confirm()
}

pub(super) async fn show(page: SignedInPage) -> HttpResult {
    let user = page.caller.user().clone();
    let has_membership = page.caller.read(move |conn, _| Ok(erasure::has_active_membership(conn, &user)?)).await?;
    let form = if has_membership {
        let text = page.texts.erase_account().membership_active();
        FormState::refused_as(&FormValues::default(), StatusCode::OK, text)
    } else {
        FormState::default()
    };
    let needs_sign_in = !is_recent_sign_in(page.caller.session.signed_in_at, page.now());
    show_with(&page, form, needs_sign_in)
}

/// Without the form's key: nothing about its sender may be stored when it is done.
pub(super) async fn submit(page: SignedInPage, form: FormBody) -> HttpResult {
    let session = page.caller.session.clone();
    let confirmed = form.text("confirm").to_owned();
    let erased = page.form(&form, label).write_without_key(Ok(confirmed), move |tx, context, confirmed| {
        erase(tx, context, &session, confirmed)?;
        Ok::<_, EraseRefusal>("/".to_owned())
    });
    let erased = erased.await?;
    if let Err(FormRefusal::ByUseCase(EraseRefusal::SignInTooOld)) = &erased.result {
        let mut form = FormState::typed(&form.values);
        form.status = StatusCode::CONFLICT;
        return show_with(&page, form, true);
    }
    match erased.into_path_or_state()? {
        Ok(_) => Ok(signed_out_response(&page.state, Flash::Erased)),
        Err(form) => show_with(&page, form, false),
    }
}

/// What refuses the form as a whole is shown instead of it.
fn show_with(page: &SignedInPage, mut form: FormState, needs_sign_in: bool) -> HttpResult {
    let text = page.texts.erase_account();
    let email = page.signed_in_user.email.as_deref();
    let no_email = || email.is_none().then(|| text.no_email().to_owned());
    let template = ErasePage {
        frame: page.frame(text.title(), Tab::Me),
        obstacle: form.refusal.take().or_else(no_email),
        needs_sign_in,
        confirm_hint: text.confirm_hint(email.unwrap_or_default()),
        form,
    };
    page.render_with(template.form.status, &template)
}
