//! Erasing a customer who never signed in, and so cannot do it themselves.

use askama::Template;
use parlour_app::customers as use_cases;
use parlour_app::customers::EraseCustomerRefusal;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::customers::profiles;
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
    /// Why this person is not erased here.
    problem: Option<&'static str>,
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
        let user = user_records::by_id(conn, &customer)?.ok_or_else(|| HttpError::not_found("This customer"))?;
        let has_phone = profiles::find_by_user(conn, &customer)?.is_some_and(|profile| profile.phone.is_some());
        Ok((user, has_phone, user_records::has_identity(conn, &customer)?))
    });
    let (user, has_phone, signs_in) = read.await?;
    let text = page.texts.customers();
    let problem = match user.role {
        Role::Customer => signs_in.then(|| text.erase_signed_in()),
        _ => Some(page.texts.refusal().erase_team()),
    };
    page.show_with(
        form.status,
        &ErasePage {
            frame: page.desk_frame(text.erase_title(), Place::Customers),
            text,
            path: customer_path(id),
            name: user.name,
            has_phone,
            problem,
            form,
        },
    )
}
