//! The owner says what people may do.

use axum::extract::{RawQuery, State};
use parlour_app::users as acts;
use parlour_domain::ids::UserId;
use parlour_domain::role::Role;
use parlour_domain::text::at_most;
use parlour_store::Conn;
use parlour_store::user_list::{self, Wanted};
use parlour_store::users::User;
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::both::auth::Done;
use crate::error::ApiError;
use crate::fields::{Fields, one_of};
use crate::id_path::Named;
use crate::openapi::Failed;
use crate::paging::ListPage;
use crate::respond::{Answered, Envelope, PagedEnvelope, ok, ok_page};
use crate::signed_in::{Owner, Reading};
use crate::web::Web;

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
    State(web): State<Web>,
    asker: Reading<Owner>,
    RawQuery(query): RawQuery,
) -> Answered {
    let (wanted, page) = asker.understood(&web, question(query.as_deref())).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_one_state(|conn| user_list::page(conn, &wanted, page.size, page.skipped()))?)
    };
    let (users, count) = asker.read(&web, read).await?;
    ok_page(UserList { users }, page, count)
}

fn question(query: Option<&str>) -> Result<(Wanted, ListPage), ApiError> {
    let mut fields = Fields::of_query(query);
    let search = fields.optional("q", |text| at_most(text.trim(), 120)).unwrap_or_default();
    let role = fields.optional("role", role());
    let page = ListPage::of(&mut fields);
    fields.build(|| Some((Wanted::new(&search, role), page)))
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
    responses((status = 200, body = Envelope<UserView>), (status = 409, response = Failed)),
)]
pub(crate) async fn change(State(web): State<Web>, asker: Owner, Named(id): Named, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let role = fields.required("role", role());
    let role = fields.build(|| role)?;
    let id = UserId::new(id);
    let user = asker.act(&web, move |tx, occasion| Ok(acts::change_role(tx, occasion, &id, role)?)).await?;
    ok(UserView { user })
}

/// Sign somebody out everywhere
///
/// On both apps. Nobody signs out those above them.
#[utoipa::path(
    post, path = "/api/users/{id}/sign-out", tag = "Users", security(("session" = ["owner"])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn sign_out(State(web): State<Web>, asker: Owner, Named(id): Named) -> Answered {
    let id = UserId::new(id);
    asker.act(&web, move |tx, occasion| Ok(acts::sign_out(tx, occasion, &id)?)).await?;
    ok(Done { ok: true })
}
