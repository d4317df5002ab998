//! The directory of customers, and what the desk does to an entry.

use std::num::NonZeroI64;

use axum::extract::{RawQuery, State};
use chrono::NaiveDate;
use parlour_app::customers::{self as acts, NewCustomer, Overruling};
use parlour_domain::customer::{DirectorySort, Gender};
use parlour_domain::email::Email;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_domain::text::{at_most, filled};
use parlour_store::Conn;
use parlour_store::customers::{self, CustomerDetail, LikelyDuplicate};
use parlour_store::directory::{self, DirectoryEntry, Wanted};
use parlour_store::gems::GemsSummary;
use parlour_store::profiles::Profile;
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::customer::{born, gender};
use crate::error::ApiError;
use crate::fields::{Fields, id, one_of};
use crate::id_path::Named;
use crate::openapi::Failed;
use crate::paging::ListPage;
use crate::respond::{Answered, Envelope, PagedEnvelope, answer, created, ok, ok_page};
use crate::signed_in::{Manager, Reading, Receptionist};
use crate::web::Web;

const MOST_GEMS: i64 = 1_000_000;
/// More than a family has.
const MOST_DUPLICATES: i64 = 20;
/// More than anybody could book in a lifetime.
const MOST_NOSHOWS: i64 = 100_000;

#[derive(Serialize, ToSchema)]
pub(crate) struct Directory {
    customers: Vec<DirectoryEntry>,
}

/// The directory of customers
///
/// Everyone with the role customer who has a profile. Sorted from the most to the least, by name from A to Z; those
/// without a value come last, and of equals the one with the smaller id first.
#[utoipa::path(
    get, path = "/api/customers", tag = "Customers", security(("session" = ["receptionist"])),
    params(
        ("q" = Option<String>, Query, max_length = 120,
            description = "Found in name, phone or e-mail, whatever the case"),
        ("sort" = inline(Option<DirectorySort>), Query, description = "`ltv` by default"),
        ("tag" = Option<String>, Query, description = "The slug of a tag"),
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<Directory>)),
)]
pub(crate) async fn list(
    State(web): State<Web>,
    asker: Reading<Receptionist>,
    RawQuery(query): RawQuery,
) -> Answered {
    let (wanted, sort, page) = asker.understood(&web, question(query.as_deref())).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        let found =
            conn.in_one_state(|conn| directory::page(conn, &wanted, sort, page.size, page.skipped()))?;
        Ok(found)
    };
    let (customers, count) = asker.read(&web, read).await?;
    ok_page(Directory { customers }, page, count)
}

fn question(query: Option<&str>) -> Result<(Wanted, DirectorySort, ListPage), ApiError> {
    let mut fields = Fields::of_query(query);
    let search = fields.optional("q", |text| at_most(text.trim(), 120)).unwrap_or_default();
    let sorts = "ltv, visits, last_visit, name, gems or noshows";
    let sort = fields.optional("sort", one_of(DirectorySort::parse, sorts)).unwrap_or(DirectorySort::Ltv);
    let tag = fields.optional("tag", |text| Ok::<_, String>(text.to_owned())).filter(|tag| !tag.is_empty());
    let page = ListPage::of(&mut fields);
    fields.build(|| Some((Wanted::new(&search, tag), sort, page)))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomerView {
    customer: CustomerDetail,
    /// Others with the same phone, by name: the same person once more, or a family.
    likely_duplicates: Vec<LikelyDuplicate>,
}

fn view(conn: &mut Conn<'_>, customer: CustomerDetail) -> Result<CustomerView, ApiError> {
    let likely_duplicates = customers::likely_duplicates(conn, &customer.id, MOST_DUPLICATES)?;
    Ok(CustomerView { customer, likely_duplicates })
}

/// A customer
#[utoipa::path(
    get, path = "/api/customers/{id}", tag = "Customers", security(("session" = ["receptionist"])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<CustomerView>)),
)]
pub(crate) async fn show(State(web): State<Web>, asker: Reading<Receptionist>, Named(id): Named) -> Answered {
    let id = UserId::new(id);
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        conn.in_one_state(|conn| {
            let found = customers::detail(conn, &id)?;
            view(conn, found.ok_or_else(|| ApiError::not_found("This customer"))?)
        })
    };
    ok(asker.read(&web, read).await?)
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `newcomer` reads field by field")]
pub(crate) struct NewCustomerBody {
    #[schema(min_length = 1, max_length = 120)]
    name: String,
    /// An Indian mobile, with `+91` or `0` in front or not.
    #[schema(pattern = r"^(\+91|0)?[6-9][0-9]{9}$")]
    phone: String,
    email: Option<String>,
    gender: Option<Gender>,
    /// In the past.
    date_of_birth: Option<NaiveDate>,
}

/// Add a customer who walked in or called
///
/// Without sign-in; whoever later signs in with the e-mail, verified, finds what the desk has written here.
#[utoipa::path(
    post, path = "/api/customers", tag = "Customers", security(("session" = ["receptionist"])),
    request_body = NewCustomerBody,
    responses((status = 201, body = Envelope<CustomerView>), (status = 409, response = Failed)),
)]
pub(crate) async fn create(State(web): State<Web>, asker: Receptionist, body: Body) -> Answered {
    let new = newcomer(body.fields()?, web.app().clock.now().ist_date())?;
    let added = asker.act(&web, move |tx, occasion| {
        let customer = acts::add(tx, occasion, &new)?;
        view(tx, customer)
    });
    Ok(answer(created(added.await?)?))
}

fn newcomer(mut fields: Fields, today: NaiveDate) -> Result<NewCustomer, ApiError> {
    let name = fields.required("name", |text| filled(text, 120));
    let phone = fields.required("phone", Phone::parse);
    let email = fields.optional("email", no_or(Email::parse)).flatten();
    let gender = fields.optional("gender", gender());
    let date_of_birth = fields.optional("dateOfBirth", born(today));
    fields.build(|| Some(NewCustomer { name: name?, phone: phone?, email, gender, date_of_birth }))
}

/// A form that is left empty says nothing.
fn no_or<T, E>(parse: impl Fn(&str) -> Result<T, E>) -> impl Fn(&str) -> Result<Option<T>, E> {
    move |text| if text.trim().is_empty() { Ok(None) } else { parse(text).map(Some) }
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `overrule` reads field by field")]
pub(crate) struct OverruleBody {
    #[schema(minimum = 0, maximum = 100_000)]
    noshow_count: Option<i64>,
    booking_requires_approval: Option<bool>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CustomerProfileView {
    customer: Profile,
}

/// Overrule what was counted of a customer
#[utoipa::path(
    patch, path = "/api/customers/{id}", tag = "Customers", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = Option<OverruleBody>,
    responses((status = 200, body = Envelope<CustomerProfileView>)),
)]
pub(crate) async fn overrule(
    State(web): State<Web>,
    asker: Manager,
    Named(id): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let wish = Overruling {
        noshow_count: fields.optional_int("noshowCount", 0..=MOST_NOSHOWS),
        booking_requires_approval: fields.optional_bool("bookingRequiresApproval"),
    };
    let wish = fields.build(|| Some(wish))?;
    let id = UserId::new(id);
    let customer = asker.act(&web, move |tx, occasion| Ok(acts::overrule(tx, occasion, &id, wish)?)).await?;
    ok(CustomerProfileView { customer })
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `merge` reads field by field")]
pub(crate) struct MergeBody {
    /// The customer who stays.
    #[schema(min_length = 1)]
    into_id: String,
}

/// Merge a customer into another
///
/// For two records of one person. Bookings, invoices, memberships, gems, notes, tags, notices and sign-ins become the
/// other's, counts add up, and nothing personal is left under the first id. It cannot be undone.
#[utoipa::path(
    post, path = "/api/customers/{id}/merge", tag = "Customers", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = MergeBody,
    responses((status = 200, body = Envelope<CustomerView>), (status = 409, response = Failed)),
)]
pub(crate) async fn merge(
    State(web): State<Web>,
    asker: Manager,
    Named(from): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let into = fields.required("intoId", id(UserId::new));
    let into = fields.build(|| into)?;
    let from = UserId::new(from);
    let merged = asker.act(&web, move |tx, occasion| {
        let customer = acts::merge(tx, occasion, &from, &into)?;
        view(tx, customer)
    });
    ok(merged.await?)
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `give_gems` reads field by field")]
pub(crate) struct GemsBody {
    /// Not 0; negative to take some.
    #[schema(minimum = -1_000_000, maximum = 1_000_000)]
    gems_amount: i64,
    /// The customer reads it.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct GemsSummaryView {
    summary: GemsSummary,
}

/// Give a customer gems, or take some
///
/// They never expire, and nobody has earned them.
#[utoipa::path(
    post, path = "/api/customers/{id}/gems", tag = "Customers", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = GemsBody,
    responses((status = 200, body = Envelope<GemsSummaryView>), (status = 409, response = Failed)),
)]
pub(crate) async fn give_gems(
    State(web): State<Web>,
    asker: Manager,
    Named(id): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let amount = fields.required_int("gemsAmount", -MOST_GEMS..=MOST_GEMS);
    if amount == Some(0) {
        fields.refuse::<()>("gemsAmount", "must not be 0");
    }
    let reason = fields.required("reason", |text| filled(text, 500));
    let (amount, reason) = fields.build(|| amount.and_then(NonZeroI64::new).zip(reason))?;
    let id = UserId::new(id);
    let summary =
        asker.act(&web, move |tx, occasion| Ok(acts::give_gems(tx, occasion, &id, amount, &reason)?)).await?;
    ok(GemsSummaryView { summary })
}

/// For the lists of what belongs to a customer.
pub(super) fn known(conn: &mut Conn<'_>, customer: &UserId) -> Result<(), ApiError> {
    match customers::exists(conn, customer) {
        Ok(true) => Ok(()),
        Ok(false) => Err(ApiError::not_found("This customer")),
        Err(error) => Err(error.into()),
    }
}
