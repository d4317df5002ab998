//! Erasing a customer who never signed in, and so cannot do it themselves.

use askama::Template;
use http::StatusCode;
use parlour_app::customers as use_cases;
use parlour_domain::ids::UserId;
use parlour_http::error::HttpError;
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::customers::customer_records::{self, CustomerDetail};
use parlour_store::users::user_records;

use super::links::customer_path;
use crate::desk::{DeskFrame, DeskPage, Place, refused_status};
use parlour_texts::CustomersTexts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::see_other;

#[derive(Template)]
#[template(path = "customers/erase.html")]
struct ErasePage {
    frame: DeskFrame,
    text: CustomersTexts,
    path: String,
    name: String,
    has_phone: bool,
    signs_in: bool,
    form: FormState,
}

/// `/customers/{id}/erase`
pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId<UserId>) -> HttpResult {
    render(&page, StatusCode::OK, &id, FormState::default()).await
}

pub(super) async fn submit(page: DeskPage<Manager>, PathId(id): PathId<UserId>, body: FormBody) -> HttpResult {
    let fields = body.fields();
    let confirmed = fields.form_text("confirm").to_owned();
    let customer = id.clone();
    // Without the form's key: what is kept for it would be erased too.
    let erased = page.caller.write(move |tx, context| Ok(use_cases::erase(tx, context, &customer, &confirmed)?));
    let error = match erased.await {
        Ok(()) => return Ok(see_other("/customers", Some(Flash::CustomerErased))),
        Err(error) => error,
    };
    let Some(status) = refused_status(&error) else { return Err(error) };
    render(&page, status, &id, FormState::refused(&fields, &["confirm"], &error)).await
}

async fn render(page: &DeskPage<Manager>, status: StatusCode, id: &UserId, form: FormState) -> HttpResult {
    let customer = id.clone();
    let read = page.caller.read(move |conn, _| {
        let detail: Option<CustomerDetail> = customer_records::find_customer_detail(conn, &customer)?;
        let detail = detail.ok_or_else(|| HttpError::not_found("This customer"))?;
        Ok((detail, user_records::has_identity(conn, &customer)?))
    });
    let (detail, signs_in) = read.await?;
    let text = page.texts.customers();
    page.show_with(
        status,
        &ErasePage {
            frame: page.desk_frame(text.erase_title(), Place::Customers),
            text,
            path: customer_path(id),
            name: detail.name,
            has_phone: detail.phone.is_some(),
            signs_in,
            form,
        },
    )
}
