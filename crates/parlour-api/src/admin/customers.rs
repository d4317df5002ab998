//! The directory of customers, and what the desk does to an entry.

use std::num::NonZeroI64;

use axum::extract::{RawQuery, State};
use chrono::NaiveDate;
use parlour_app::customers as use_cases;
use parlour_app::customers::{BookingOverride, NewCustomer};
use parlour_domain::customer::{DirectorySort, Gender};
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_domain::text::{limited_text, required_text};
use parlour_http::body::RequestBody;
use parlour_http::error::HttpError;
use parlour_http::fields::{Fields, id, one_of};
use parlour_http::paging::ListPage;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, PagedEnvelope, ok, ok_page, stored_created, to_response};
use parlour_http::sessions::{Manager, ReadAs, Receptionist};
use parlour_http::state::HttpState;
use parlour_store::Conn;
use parlour_store::customers::customer_records::{self, CustomerDetail, LikelyDuplicate};
use parlour_store::customers::directory::{self, DirectoryEntry, DirectoryFilter};
use parlour_store::customers::profiles::Profile;
use parlour_store::gems::gems_accounts::GemsSummary;
use serde::Serialize;
use utoipa::ToSchema;

use crate::customer::{date_of_birth_parser, gender};
use crate::openapi::ErrorResponse;

const MAX_GEMS: i64 = 1_000_000;
/// More than a family has.
const MAX_DUPLICATES: i64 = 20;
/// More than anybody could book in a lifetime.
const MAX_NOSHOWS: i64 = 100_000;

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
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    RawQuery(query): RawQuery,
) -> HttpResult {
    let (filter, sort, page) = caller.authorize_field_errors(&state, parse_query(query.as_deref())).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        let found =
            conn.in_snapshot(|conn| directory::page(conn, &filter, sort, page.size, page.offset()))?;
        Ok(found)
    };
    let (customers, count) = caller.read(&state, read).await?;
    ok_page(Directory { customers }, page, count)
}

fn parse_query(query: Option<&str>) -> Result<(DirectoryFilter, DirectorySort, ListPage), HttpError> {
    let mut fields = Fields::from_query(query);
    let search = fields.optional("q", |text| limited_text(text.trim(), 120)).unwrap_or_default();
    let sorts = "ltv, visits, last_visit, name, gems or noshows";
    let sort = fields.optional("sort", one_of(DirectorySort::parse, sorts)).unwrap_or(DirectorySort::Ltv);
    let tag = fields.optional("tag", |text| Ok::<_, String>(text.to_owned())).filter(|tag| !tag.is_empty());
    let page = ListPage::from_fields(&mut fields);
    fields.build(|| Some((DirectoryFilter::new(&search, tag), sort, page)))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomerView {
    customer: CustomerDetail,
    /// Others with the same phone, by name: the same person once more, or a family.
    likely_duplicates: Vec<LikelyDuplicate>,
}

fn view(conn: &mut Conn<'_>, customer: CustomerDetail) -> Result<CustomerView, HttpError> {
    let likely_duplicates = customer_records::list_likely_duplicates(conn, &customer.id, MAX_DUPLICATES)?;
    Ok(CustomerView { customer, likely_duplicates })
}

/// A customer
#[utoipa::path(
    get, path = "/api/customers/{id}", tag = "Customers", security(("session" = ["receptionist"])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<CustomerView>)),
)]
pub(crate) async fn show(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    PathId(id): PathId,
) -> HttpResult {
    let id = UserId::new(id);
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        conn.in_snapshot(|conn| {
            let found = customer_records::find_customer_detail(conn, &id)?;
            view(conn, found.ok_or_else(|| HttpError::not_found("This customer"))?)
        })
    };
    ok(caller.read(&state, read).await?)
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
    responses((status = 201, body = Envelope<CustomerView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn create(
    State(state): State<HttpState>,
    caller: Receptionist,
    body: RequestBody,
) -> HttpResult {
    let new = parse_new_customer(body.fields()?, state.app().clock.now().ist_date())?;
    let added = caller.write(&state, move |tx, context| {
        let customer = use_cases::add(tx, context, &new)?;
        view(tx, customer)
    });
    Ok(to_response(stored_created(added.await?)?))
}

fn parse_new_customer(mut fields: Fields, today: NaiveDate) -> Result<NewCustomer, HttpError> {
    let name = fields.required("name", |text| required_text(text, 120));
    let phone = fields.required("phone", Phone::parse);
    let email = fields.optional("email", empty_as_none(EmailAddress::parse)).flatten();
    let gender = fields.optional("gender", gender());
    let date_of_birth = fields.optional("dateOfBirth", date_of_birth_parser(today));
    fields.build(|| Some(NewCustomer { name: name?, phone: phone?, email, gender, date_of_birth }))
}

/// A form that is left empty says nothing.
fn empty_as_none<T, E>(parse: impl Fn(&str) -> Result<T, E>) -> impl Fn(&str) -> Result<Option<T>, E> {
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
pub(crate) async fn set_booking_override(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let booking_override = BookingOverride {
        noshow_count: fields.optional_int("noshowCount", 0..=MAX_NOSHOWS),
        booking_requires_approval: fields.optional_bool("bookingRequiresApproval"),
    };
    let booking_override = fields.build(|| Some(booking_override))?;
    let id = UserId::new(id);
    let customer = caller
        .write(&state, move |tx, context| {
            Ok(use_cases::set_booking_override(tx, context, &id, booking_override)?)
        })
        .await?;
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
    responses((status = 200, body = Envelope<CustomerView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn merge(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(from): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let into = fields.required("intoId", id(UserId::new));
    let into = fields.build(|| into)?;
    let from = UserId::new(from);
    let merged = caller.write(&state, move |tx, context| {
        let customer = use_cases::merge(tx, context, &from, &into)?;
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
    responses((status = 200, body = Envelope<GemsSummaryView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn grant_gems(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let amount = fields.required_int("gemsAmount", -MAX_GEMS..=MAX_GEMS);
    if amount == Some(0) {
        fields.add_error::<()>("gemsAmount", "must not be 0");
    }
    let reason = fields.required("reason", |text| required_text(text, 500));
    let (amount, reason) = fields.build(|| amount.and_then(NonZeroI64::new).zip(reason))?;
    let id = UserId::new(id);
    let summary = caller
        .write(&state, move |tx, context| Ok(use_cases::grant_gems(tx, context, &id, amount, &reason)?))
        .await?;
    ok(GemsSummaryView { summary })
}

/// For the lists of what belongs to a customer.
pub(super) fn check_customer_exists(conn: &mut Conn<'_>, customer: &UserId) -> Result<(), HttpError> {
    match customer_records::customer_exists(conn, customer) {
        Ok(true) => Ok(()),
        Ok(false) => Err(HttpError::not_found("This customer")),
        Err(error) => Err(error.into()),
    }
}
