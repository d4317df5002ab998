//! Erasing a customer who never signed in, and so cannot do it themselves.

use askama::Template;
use parlour_app::customers as use_cases;
use parlour_app::customers::EraseCustomerRefusal;
use parlour_domain::ids::UserId;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::customers::customer_records::{self, CustomerDetail};
use parlour_store::users::user_records;

use super::labels::label;
use super::links::customer_path;
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::CustomersTexts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;

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

impl ErasePage {
    /// What must be typed, so that nobody is erased by mistake.
    fn asked(&self) -> &'static str {
        if self.has_phone { self.text.erase_phone() } else { self.text.erase_name() }
    }
}

/// `/customers/{id}/erase`
pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId<UserId>) -> HttpResult {
    render(&page, &id, FormState::default()).await
}

pub(super) async fn submit(page: DeskPage<Manager>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let (customer, confirmed) = (id.clone(), form.text("confirm").to_owned());
    // Without the form's key: what is kept for it would be erased too.
    let erased = page.form(&form, label).write_without_key(Ok(confirmed), move |tx, context, confirmed| {
        use_cases::erase(tx, context, &customer, confirmed)?;
        Ok::<_, EraseCustomerRefusal>("/customers".to_owned())
    });
    erased.await?.answer(Flash::CustomerErased, |state| render(&page, &id, state)).await
}

async fn render(page: &DeskPage<Manager>, id: &UserId, form: FormState) -> HttpResult {
    let customer = id.clone();
    let read = page.caller.read(move |conn, _| {
        let detail: Option<CustomerDetail> = customer_records::find_customer_detail(conn, &customer)?;
        let detail = detail.ok_or_else(|| HttpError::not_found("This customer"))?;
        Ok((detail, user_records::has_identity(conn, &customer)?))
    });
    let (detail, signs_in) = read.await?;
    let text = page.texts.customers();
    page.show_with(
        form.status,
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
