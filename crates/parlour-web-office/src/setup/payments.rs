//! The fifth step: the UPI account with a code to try, and whether e-mails arrive.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use askama::Template;
use http::StatusCode;
use parlour_app::branches::{self as use_cases, BranchPatch};
use parlour_app::request_context::RequestContext;
use parlour_domain::auth::role::Role;
use parlour_domain::billing::upi::is_upi_id;
use parlour_domain::integration::Integration;
use parlour_domain::setup::{Setup, SetupStep};
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::request::{FormValues, Name, ValueRule};
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_store::branches::branch_records::{self, Branch, UpiAccount};
use parlour_store::{DbError, Tx};
use parlour_texts::{SetupPaymentsTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, no_fields};
use parlour_web::page::see_other;
use parlour_web_admin::checkout::UpiRequest;
use parlour_web_admin::concurrent_edits::{
    HiddenField, SavedField, hidden_fields, merge_with_saved, text_fields, with_saved_values,
};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_worker::integrations::{record_probe_result, send_test};

use super::around::{Around, path_after, step_path};
use super::branch::{find_branch_and_setup, lock_primary, to_first_step};
use super::refusal::SetupRefusal;

#[derive(Template)]
#[template(path = "setup/payments.html")]
struct PaymentsStep {
    frame: DeskFrame,
    around: Around,
    form: FormState,
    first_shown: Vec<HiddenField>,
    /// The branch whose account it is, where there are several.
    branch: Option<String>,
    /// The code for the account that is saved.
    upi: Option<UpiRequest>,
    has_mail: bool,
    email: Option<String>,
    /// Developers find there which setting switches e-mail on.
    sees_integrations: bool,
    /// Why the e-mail was not sent.
    mail_error: Option<String>,
}

impl PaymentsStep {
    fn text(&self) -> SetupPaymentsTexts {
        self.frame.texts.setup_payments()
    }
}

/// What the form asks for.
#[derive(Debug)]
struct NewAccount {
    id: String,
    payee: Option<String>,
}

#[derive(Debug)]
struct PaymentsRead {
    setup: Setup,
    branch: Branch,
    account: Option<UpiAccount>,
}

/// The fields of the form with what they hold now.
fn fields_of(branch: &Branch) -> Vec<SavedField> {
    let fields = [("upiId", &branch.upi_id), ("upiName", &branch.upi_name)];
    text_fields(fields.map(|(name, value)| (name, value.clone().unwrap_or_default())))
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.setup_payments();
    if name == "upiName" { text.payee() } else { text.account() }
}

/// `/setup/payments`
pub(super) async fn show(page: DeskPage<Owner>) -> HttpResult {
    render(&page, FormState::default(), None).await
}

/// One button saves and stays, to show the code; the other one goes on.
pub(super) async fn submit(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    let stays = !form.text("stay").is_empty();
    let next = if stays { step_path(SetupStep::Payments) } else { path_after(SetupStep::Payments) };
    let (typed, texts) = (form.values.clone(), page.texts);
    let saved = page.form(&form, label).write(parse(&typed, texts).map(drop), move |tx, context, ()| {
        save(tx, context, &typed, texts)?;
        Ok::<_, SetupRefusal>(next.to_owned())
    });
    saved.await?.answer(Flash::SetupSaved, |state| render(&page, state, None)).await
}

/// `/setup/payments/email`: to the owner's own address. What came of it is kept with the state of the service.
/// A second tap sends nothing. The e-mail cannot be sent while the database is written, so the key is stored before it.
pub(super) async fn send_email(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    let is_first = Arc::new(AtomicBool::new(false));
    let carried_out = Arc::clone(&is_first);
    let begun = page.form(&form, no_fields).write(Ok(()), move |_, _, ()| {
        carried_out.store(true, Ordering::Relaxed);
        Ok::<_, DbError>(step_path(SetupStep::Payments).to_owned())
    });
    let path = begun.await?.into_path()?;
    if !is_first.load(Ordering::Relaxed) {
        return Ok(see_other(&path, Some(Flash::SetupEmailOnce)));
    }
    let sent = send_test(page.state.worker(), page.state.integrations(), Integration::Mail, page.user()).await;
    let error = match sent {
        None => page.texts.setup_payments().no_mail().to_owned(),
        Some(finding) => {
            let error = finding.clone().err();
            let record = page
                .caller
                .write(move |tx, context| Ok(record_probe_result(tx, context, Integration::Mail, &finding)?));
            record.await?;
            match error {
                None => return Ok(see_other(&path, Some(Flash::SetupEmailSent))),
                Some(error) => page.texts.setup_payments().mail_failed(&error),
            }
        }
    };
    let mut form = FormState::default();
    form.status = StatusCode::CONFLICT;
    render(&page, form, Some(error)).await
}

async fn read(page: &DeskPage<Owner>) -> Result<Option<PaymentsRead>, HttpError> {
    let read = page.caller.read(|conn, _| {
        let Some((branch, setup)) = find_branch_and_setup(conn)? else { return Ok(None) };
        let account = branch_records::find_upi_account(conn, &branch.id)?;
        Ok(Some(PaymentsRead { setup, branch, account }))
    });
    read.await
}

fn parse(typed: &FormValues, texts: Texts) -> Result<NewAccount, FieldErrors> {
    let mut fields = typed.fields();
    fields.require_present("upiId");
    let id = fields.optional("upiId", |typed| {
        let sentence = || FieldError::Sentence(texts.setup_payments().not_an_account().to_owned());
        if is_upi_id(typed) { Ok(typed.to_owned()) } else { Err(sentence()) }
    });
    let payee = <Name<80> as ValueRule>::read(&mut fields, "upiName");
    fields.finish(|| Some(NewAccount { id: id?, payee }))
}

fn save(tx: &mut Tx<'_>, context: &RequestContext, typed: &FormValues, texts: Texts) -> Result<(), SetupRefusal> {
    let branch = lock_primary(tx)?;
    let NewAccount { id, payee } = parse(&merge_with_saved(typed, &fields_of(&branch), texts, label)?, texts)?;
    if (branch.upi_id.as_ref(), branch.upi_name.as_ref()) != (Some(&id), payee.as_ref()) {
        let patch = BranchPatch { upi_id: Some(Some(id)), upi_name: Some(payee), ..BranchPatch::default() };
        use_cases::change(tx, context, &branch.id, &patch)?;
    }
    Ok(())
}

/// The step with what was typed, or with what is saved.
async fn render(page: &DeskPage<Owner>, typed: FormState, mail_error: Option<String>) -> HttpResult {
    let Some(read) = read(page).await? else { return Ok(to_first_step()) };
    let form = with_saved_values(typed, &fields_of(&read.branch));
    let text = page.texts.setup_payments();
    let status = form.status;
    let code = |account: &UpiAccount| UpiRequest::to_try(account, &read.branch.code, page.texts);
    let template = PaymentsStep {
        frame: page.desk_frame(text.title(), Place::Setup),
        around: Around::new(&read.setup, Some(SetupStep::Payments), page.texts),
        first_shown: hidden_fields(&form),
        branch: (page.salon.all_branches().count() > 1).then(|| read.branch.name.clone()),
        upi: read.account.as_ref().and_then(code),
        has_mail: page.state.worker().integrations.mail.is_some(),
        email: page.signed_in_user.email.clone(),
        sees_integrations: page.role() >= Role::Developer,
        mail_error,
        form,
    };
    page.show_with(status, &template)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_needed_and_the_payee_is_not() {
        let parsed = |form: &str| parse(&FormValues::decode(form.as_bytes()), Texts::ENGLISH);
        let account = parsed("upiId=+aangan@okbank&upiName=").unwrap();
        assert_eq!((account.id.as_str(), account.payee), ("aangan@okbank", None));
        for form in ["", "upiId=", "upiId=aangan", "upiId=a+b@upi"] {
            let wrong: Vec<String> = parsed(form).unwrap_err().iter().map(|(name, _)| name.to_owned()).collect();
            assert_eq!(wrong, ["upiId"], "{form}");
        }
    }
}
