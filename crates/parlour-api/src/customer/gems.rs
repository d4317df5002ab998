//! The customer's gems.

use axum::extract::{FromRequestParts, Request};
use parlour_app::gems::open_account;
use parlour_domain::ids::UserId;
use parlour_http::paging::FeedPage;
use parlour_http::respond::{FeedEnvelope, ok_feed};
use parlour_store::gems::gems_accounts::{self, GemsSummary, GemsTransaction, RedeemableService};

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct GemsView {
    summary: GemsSummary,
    /// Newest first.
    transactions: Vec<GemsTransaction>,
    /// Services that gems can pay for.
    redeemable: Vec<RedeemableService>,
}

/// My gems
///
/// The account is created at the first request. Expired gems are shown until the nightly job removes them, but pay for
/// nothing.
#[utoipa::path(
    get, path = "/api/gems", tag = "Gems", security(("session" = ["customer"])),
    params(
        ("page" = Option<i64>, Query, minimum = 1, description = "An invalid value is read as 1"),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100,
            description = "An invalid value is read as 20, a greater one as 100"),
    ),
    responses((status = 200, body = FeedEnvelope<GemsView>)),
)]
pub(crate) async fn show(caller: ReadAs<Customer>, request: Request) -> HttpResult {
    let page = FeedPage::from_query(request.uri().query());
    let read = move |conn: &mut Conn<'_>, user: &UserId| Ok(view(conn, user, page)?);
    let view = if let Some(view) = caller.read(read).await? {
        view
    } else {
        ensure_account(&caller.state, request).await?;
        let missing = || DbError::Statement("a loyalty account that was just opened is missing".into());
        caller.read(read).await?.ok_or_else(missing)?
    };
    let shown = view.transactions.len();
    ok_feed(view, page, shown)
}

/// `None` if the customer has no account.
fn view(conn: &mut Conn<'_>, user: &UserId, page: FeedPage) -> Result<Option<GemsView>, DbError> {
    conn.in_snapshot(|conn| {
        let Some(summary) = gems_accounts::find_summary(conn, user)? else { return Ok(None) };
        let transactions = gems_accounts::list_transactions(conn, user, page.offset(), page.size)?;
        Ok(Some(GemsView { summary, transactions, redeemable: gems_accounts::list_redeemable_services(conn)? }))
    })
}

async fn ensure_account(state: &HttpState, request: Request) -> Result<(), HttpError> {
    let caller = Customer::from_request_parts(&mut request.into_parts().0, state).await?;
    let user = caller.user().clone();
    caller.write(move |tx, context| Ok(open_account(tx, context, &user)?)).await
}
