//! The customer directory, and changes of customers.

pub(super) mod contact;
pub(super) mod records;
pub(super) mod tags;

use std::num::NonZeroI64;

use parlour_app::customers as use_cases;
use parlour_domain::customer::DirectorySort;
use parlour_domain::ids::UserId;
use parlour_http::shapes::customers::{MAX_GEMS, NewCustomerBody, NoshowRecordBody, new_customer};
use parlour_store::customers::customer_records::{self, CustomerDetail, LikelyDuplicate};
use parlour_store::customers::directory::{self, DirectoryEntry, DirectoryFilter};
use parlour_store::customers::profiles::Profile;
use parlour_store::gems::gems_accounts::GemsSummary;

use crate::prelude::*;

/// The most likely duplicates that are listed.
const MAX_DUPLICATES: i64 = 20;

#[derive(Serialize, ToSchema)]
pub(crate) struct DirectoryPage {
    customers: Vec<DirectoryEntry>,
}

/// The directory of customers
///
/// Users with the role customer and a profile. Sorted from the highest to the lowest value, or by name from A to Z.
/// Customers without a value come last; equal ones are sorted by id.
#[utoipa::path(
    get, path = "/api/customers", tag = "Customers", security(("session" = ["receptionist"])),
    params(DirectoryQuery),
    responses((status = 200, body = PagedEnvelope<DirectoryPage>)),
)]
pub(crate) async fn list(caller: ReadAs<Receptionist>) -> HttpResult {
    let DirectoryQuery { q, sort, tag, page } = caller.parse_query().await?;
    let filter = DirectoryFilter::new(&q.unwrap_or_default(), tag.filter(|tag| !tag.is_empty()));
    let sort = sort.unwrap_or(DirectorySort::Ltv);
    let read = move |conn: &mut Conn<'_>, _: &UserId| directory::page(conn, &filter, sort, page.size, page.offset());
    caller.answer_page(page, read, |customers| DirectoryPage { customers }).await
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomerView {
    customer: CustomerDetail,
    /// Other customers with the same phone, by name: perhaps the same person, or a family member.
    likely_duplicates: Vec<LikelyDuplicate>,
}

pub(super) fn view(conn: &mut Conn<'_>, customer: CustomerDetail) -> Result<CustomerView, HttpError> {
    let likely_duplicates = customer_records::list_likely_duplicates(conn, &customer.id, MAX_DUPLICATES)?;
    Ok(CustomerView { customer, likely_duplicates })
}

/// A customer
#[utoipa::path(
    get, path = "/api/customers/{id}", tag = "Customers", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<CustomerView>)),
)]
pub(crate) async fn show(caller: ReadAs<Receptionist>, PathId(id): PathId<UserId>) -> HttpResult {
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        conn.in_snapshot(|conn| {
            let found = customer_records::find_customer_detail(conn, &id)?;
            view(conn, found.ok_or_else(|| HttpError::not_found("This customer"))?)
        })
    };
    ok(caller.read(read).await?)
}

request_shape! {
    pub(crate) struct DirectoryQuery {
        /// A part of the name, phone or e-mail; case does not matter
        q: Option<TrimmedText<120>>,
        /// `ltv` by default
        sort: Option<DirectorySort>,
        /// The slug of a tag
        tag: Option<AnyText>,
        page: Flat<ListPage>,
    }

    pub(crate) struct MergeBody {
        /// The customer who stays.
        into_id: UserId,
    }

    pub(crate) struct GemsBody {
        /// Gems to add; negative to remove. Not 0.
        gems_amount: Int<{ -MAX_GEMS }, MAX_GEMS>,
        /// Shown to the customer.
        reason: Text<500>,
    }
}

/// Add a customer at the desk
///
/// Without a sign-in. A customer who later signs in with this e-mail address, verified, finds this record.
#[utoipa::path(
    post, path = "/api/customers", tag = "Customers", security(("session" = ["receptionist"])),
    request_body = NewCustomerBody,
    responses((status = 201, body = Envelope<CustomerView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn create(caller: Receptionist, body: RequestBody) -> HttpResult {
    let new = new_customer(body.read::<NewCustomerBody>()?, caller.state.today())?;
    let added = caller.write(move |tx, context| {
        let customer = use_cases::add(tx, context, &new)?;
        view(tx, customer)
    });
    created(added.await?)
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CustomerProfileView {
    customer: Profile,
}

/// Override a customer's no-show count
#[utoipa::path(
    patch, path = "/api/customers/{id}", tag = "Customers", security(("session" = ["manager"])),
    request_body = Option<NoshowRecordBody>,
    responses((status = 200, body = Envelope<CustomerProfileView>)),
)]
pub(crate) async fn set_noshow_record(caller: Manager, PathId(id): PathId<UserId>, body: RequestBody) -> HttpResult {
    let patch = body.parse::<NoshowRecordBody>()?.into();
    let customer = caller.write(move |tx, context| Ok(use_cases::set_noshow_record(tx, context, &id, patch)?)).await?;
    ok(CustomerProfileView { customer })
}

/// Merge a customer into another
///
/// For two records of one person. Bookings, invoices, memberships, gems, notes, tags, notifications and sign-ins move
/// to the other record, counts are added, and no personal data is left under the first id. This cannot be undone.
#[utoipa::path(
    post, path = "/api/customers/{id}/merge", tag = "Customers", security(("session" = ["manager"])),
    request_body = MergeBody,
    responses((status = 200, body = Envelope<CustomerView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn merge(caller: Manager, PathId(from): PathId<UserId>, body: RequestBody) -> HttpResult {
    let MergeBody { into_id: into } = body.parse()?;
    let merged = caller.write(move |tx, context| {
        let customer = use_cases::merge(tx, context, &from, &into)?;
        view(tx, customer)
    });
    ok(merged.await?)
}

#[derive(Serialize, ToSchema)]
pub(crate) struct GemsSummaryView {
    summary: GemsSummary,
}

/// Grant a customer gems, or take some
///
/// They never expire and do not count as earned.
#[utoipa::path(
    post, path = "/api/customers/{id}/gems", tag = "Customers", security(("session" = ["manager"])),
    request_body = GemsBody,
    responses((status = 200, body = Envelope<GemsSummaryView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn adjust_gems(caller: Manager, PathId(id): PathId<UserId>, body: RequestBody) -> HttpResult {
    let (mut fields, partial) = body.read::<GemsBody>()?;
    let amount = partial.gems_amount.and_then(NonZeroI64::new);
    if partial.gems_amount == Some(0) {
        fields.add_error::<()>("gemsAmount", "must not be 0");
    }
    let (amount, reason) = fields.build(|| amount.zip(partial.reason))?;
    let summary =
        caller.write(move |tx, context| Ok(use_cases::adjust_gems(tx, context, &id, amount, &reason)?)).await?;
    ok(GemsSummaryView { summary })
}

/// Refuses an unknown customer with 404.
pub(super) fn check_customer_exists(conn: &mut Conn<'_>, customer: &UserId) -> Result<(), HttpError> {
    match customer_records::customer_exists(conn, customer) {
        Ok(true) => Ok(()),
        Ok(false) => Err(HttpError::not_found("This customer")),
        Err(error) => Err(error.into()),
    }
}
