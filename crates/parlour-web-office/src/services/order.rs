//! The order of the services of a category, as a script sends it after a row was dragged.

use parlour_app::services::{self as use_cases, ServiceRefusal};
use parlour_domain::ids::ServiceId;
use parlour_http::form::FormBody;
use parlour_http::request::TextList;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_web::flash::Flash;
use parlour_web::form::no_fields;
use parlour_web::page::see_other;
use parlour_web_admin::desk::DeskPage;

use super::list::ListView;

/// More than any category has.
const MAX_SERVICES: usize = 1_000;

request_shape! {
    struct OrderForm {
        id: TextList<ServiceId, 1, MAX_SERVICES>,
    }
}

pub(super) async fn save(page: DeskPage<Manager>, form: FormBody) -> HttpResult {
    let next = ListView::of_page(&page, None).path();
    let saved = page.form(&form, no_fields).write(form.parse(), move |tx, context, OrderForm { id }| {
        let listed: Vec<ServiceId> = id.iter().map(|(_, service)| service.clone()).collect();
        use_cases::reorder(tx, context, &listed)?;
        Ok::<_, ServiceRefusal>(next.clone())
    });
    Ok(see_other(&saved.await?.into_path()?, Some(Flash::ServicesOrdered)))
}
