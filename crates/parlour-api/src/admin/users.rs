//! The owner says what people may do.

use axum::extract::{RawQuery, State};
use parlour_app::users as use_cases;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::text::limited_text;
use parlour_http::body::RequestBody;
use parlour_http::error::HttpError;
use parlour_http::fields::{Fields, one_of};
use parlour_http::paging::ListPage;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, PagedEnvelope, ok, ok_page};
use parlour_http::sessions::{Owner, ReadAs};
use parlour_http::state::HttpState;
use parlour_store::Conn;
use parlour_store::users::user_list::{self, UserFilter};
use parlour_store::users::user_records::User;
use serde::Serialize;
use utoipa::ToSchema;

use crate::openapi::ErrorResponse;
use crate::shared::auth::Done;

#[derive(Serialize, ToSchema)]
pub(crate) struct UserList {
    users: Vec<User>,
}

/// Everyone we know
///
/// By name, customers too.
#[utoipa::path(
    get, path = "/api/users", tag = "Users", security(("session" = ["owner"])),
    params(
        ("q" = Option<String>, Query, max_length = 120, description = "Found in name or e-mail, whatever the case"),
        ("role" = inline(Option<Role>), Query),
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<UserList>)),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Owner>,
    RawQuery(query): RawQuery,
) -> HttpResult {
    let (filter, page) = caller.authorize_field_errors(&state, parse_query(query.as_deref())).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_snapshot(|conn| user_list::page(conn, &filter, page.size, page.offset()))?)
    };
    let (users, count) = caller.read(&state, read).await?;
    ok_page(UserList { users }, page, count)
}

fn parse_query(query: Option<&str>) -> Result<(UserFilter, ListPage), HttpError> {
    let mut fields = Fields::from_query(query);
    let search = fields.optional("q", |text| limited_text(text.trim(), 120)).unwrap_or_default();
    let role = fields.optional("role", role());
    let page = ListPage::from_fields(&mut fields);
    fields.build(|| Some((UserFilter::new(&search, role), page)))
}

fn role() -> impl Fn(&str) -> Result<Role, String> {
    one_of(Role::parse, "customer, staff, receptionist, manager, owner or developer")
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `change` reads field by field")]
pub(crate) struct RoleBody {
    /// At most your own.
    role: Role,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct UserView {
    user: User,
}

/// Give somebody another role
///
/// From their next request on. Nobody changes those above them, or raises anyone above themselves; the last owner stays
/// owner. Owners may step down themselves.
#[utoipa::path(
    patch, path = "/api/users/{id}", tag = "Users", security(("session" = ["owner"])),
    params(("id" = String, Path)), request_body = RoleBody,
    responses((status = 200, body = Envelope<UserView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn change(
    State(state): State<HttpState>,
    caller: Owner,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let role = fields.required("role", role());
    let role = fields.build(|| role)?;
    let id = UserId::new(id);
    let user =
        caller.write(&state, move |tx, context| Ok(use_cases::change_role(tx, context, &id, role)?)).await?;
    ok(UserView { user })
}

/// Sign somebody out everywhere
///
/// On both apps. Nobody signs out those above them.
#[utoipa::path(
    post, path = "/api/users/{id}/sign-out", tag = "Users", security(("session" = ["owner"])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn sign_out(
    State(state): State<HttpState>,
    caller: Owner,
    PathId(id): PathId,
) -> HttpResult {
    let id = UserId::new(id);
    caller.write(&state, move |tx, context| Ok(use_cases::sign_out(tx, context, &id)?)).await?;
    ok(Done { ok: true })
}
