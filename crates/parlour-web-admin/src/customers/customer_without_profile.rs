//! Somebody of whom little is known: their data was erased, their record was merged into another, or they have signed in
//! and not told anything of themselves yet.

use askama::Template;
use axum::response::{IntoResponse, Redirect};
use parlour_domain::ids::UserId;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::customers::former_customers::{FormerCustomer, find_former_customer};
use parlour_store::users::user_records::{self, User};

use super::bookings::{CustomerBookings, CustomerBookingsRead};
use super::links::customer_path;
use super::tab::{Tab, TabBody, TabLink};
use super::tabs::{self, Invoices};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::CustomersTexts;

#[derive(Template)]
#[template(path = "customers/customer_without_profile.html")]
struct CustomerWithoutProfilePage {
    frame: DeskFrame,
    text: CustomersTexts,
    name: String,
    email: Option<String>,
    /// What is the matter.
    about: String,
    /// Where a booking is booked; not for those who were erased.
    book: Option<String>,
    tabs: Vec<TabLink>,
    body: TabBody,
}

/// Who it is.
enum Person {
    Former(FormerCustomer),
    WithoutProfile(User),
}

/// Name, the bookings and invoices that are there. After a merge, to the record that has them now.
pub(super) async fn show(page: &DeskPage<Receptionist>, id: &UserId, tab: Tab) -> HttpResult {
    let (customer, older) = (id.clone(), page.parameter("older"));
    let read = page.caller.read(move |conn, _| {
        let person = match find_former_customer(conn, &customer)? {
            Some(former) => Some(Person::Former(former)),
            None => user_records::by_id(conn, &customer)?.map(Person::WithoutProfile),
        };
        let person = person.ok_or_else(|| HttpError::not_found("This customer"))?;
        let bookings = CustomerBookingsRead::find(conn, &customer, older.as_deref())?;
        Ok((person, bookings, tabs::read_invoices(conn, &customer, older.as_deref())?))
    });
    let (person, mut bookings, invoices) = read.await?;
    page.translate_names(&mut bookings).await?;
    let text = page.texts.customers();
    let (name, email, about, book) = match person {
        Person::Former(FormerCustomer { merged_into: Some(into), .. }) => {
            return Ok(Redirect::to(&customer_path(&into)).into_response());
        }
        Person::Former(former) => {
            let day = page.texts.format_date(former.anonymised_at.ist_date());
            (text.erased_title().to_owned(), None, text.erased_on(&day), None)
        }
        Person::WithoutProfile(user) => {
            let email = user.email.map(|email| email.as_str().to_owned());
            (user.name, email, text.no_profile().to_owned(), Some(format!("/bookings/new?customer={id}")))
        }
    };
    let shows_invoices = tab == Tab::Invoices;
    let link = |tab: Tab, text: &str, is_current| TabLink { path: tab.path(id), text: text.to_owned(), is_current };
    page.show(&CustomerWithoutProfilePage {
        frame: page.desk_frame(name.clone(), Place::Customers),
        text,
        name,
        email,
        about,
        book,
        tabs: vec![
            link(Tab::Bookings, text.one().tab_visits(), !shows_invoices),
            link(Tab::Invoices, text.one().tab_invoices(), shows_invoices),
        ],
        body: if shows_invoices {
            TabBody::Invoices(Invoices::new(invoices, page.parameter("older").is_some(), id, page.texts))
        } else {
            TabBody::Bookings(CustomerBookings::new(&bookings, id, page.text_context()))
        },
    })
}
