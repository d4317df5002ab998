//! What a customer's gems are, where they came from and what they can pay for.

use axum::extract::{FromRequestParts, Request, State};
use parlour_app::gems::open;
use parlour_domain::ids::UserId;
use parlour_store::gems::{self, GemsSummary, GemsTransaction, RedeemableService};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::paging::FeedPage;
use crate::respond::{Answered, FeedEnvelope, ok_feed};
use crate::signed_in::{Customer, Reading};
use crate::web::Web;

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
/// The account is opened when it is first asked for. Gems past their time show until the night takes them away, but
/// pay for nothing.
#[utoipa::path(
    get, path = "/api/gems", tag = "Gems", security(("session" = ["customer"])),
    params(
        ("page" = Option<i64>, Query, minimum = 1, description = "1 where it makes no sense"),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100,
            description = "20 where it makes no sense, 100 where it is more"),
    ),
    responses((status = 200, body = FeedEnvelope<GemsView>)),
)]
pub(crate) async fn show(State(web): State<Web>, asker: Reading<Customer>, request: Request) -> Answered {
    let page = FeedPage::of_query(request.uri().query());
    let read = move |conn: &mut Conn<'_>, user: &UserId| Ok(view(conn, user, page)?);
    let view = if let Some(view) = asker.read(&web, read).await? {
        view
    } else {
        open_account(&web, request).await?;
        let missing = || DbError::Statement("a loyalty account that was just opened is missing".into());
        asker.read(&web, read).await?.ok_or_else(missing)?
    };
    let shown = view.transactions.len();
    ok_feed(view, page, shown)
}

/// None where there is no account.
fn view(conn: &mut Conn<'_>, user: &UserId, page: FeedPage) -> Result<Option<GemsView>, DbError> {
    conn.in_one_state(|conn| {
        let Some(summary) = gems::summary(conn, user)? else { return Ok(None) };
        let transactions = gems::transactions(conn, user, page.skipped(), page.size)?;
        Ok(Some(GemsView { summary, transactions, redeemable: gems::redeemable(conn)? }))
    })
}

async fn open_account(web: &Web, request: Request) -> Result<(), ApiError> {
    let asker = Customer::from_request_parts(&mut request.into_parts().0, web).await?;
    let user = asker.user().clone();
    asker.act(web, move |tx, occasion| Ok(open(tx, occasion, &user)?)).await
}
