//! The owner invites people and changes roles.

use parlour_app::users as use_cases;
use parlour_app::users::Invitation;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_store::users::user_list::{self, UserFilter};
use parlour_store::users::user_records::User;

use crate::prelude::*;
use crate::shared::auth::Done;

#[derive(Serialize, ToSchema)]
pub(crate) struct UserList {
    users: Vec<User>,
}

/// All users
///
/// By name, including customers.
#[utoipa::path(
    get, path = "/api/users", tag = "Users", security(("session" = ["owner"])),
    params(UserQuery),
    responses((status = 200, body = PagedEnvelope<UserList>)),
)]
pub(crate) async fn list(caller: ReadAs<Owner>) -> HttpResult {
    let UserQuery { q, role, page } = caller.parse_query().await?;
    let filter = UserFilter::new(&q.unwrap_or_default(), role);
    let read = move |conn: &mut Conn<'_>, _: &UserId| user_list::page(conn, &filter, page.size, page.offset());
    caller.answer_page(page, read, |users| UserList { users }).await
}

request_shape! {
    pub(crate) struct UserQuery {
        /// A part of the name or e-mail; case does not matter
        q: Option<TrimmedText<120>>,
        role: Option<Role>,
        page: Flat<ListPage>,
    }

    pub(crate) struct InvitationBody {
        /// Of somebody who is not known yet.
        email: EmailAddress,
        name: Name<120>,
        /// At most your own role.
        role: Role,
    }

    pub(crate) struct RoleBody {
        /// At most your own role.
        role: Role,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct UserView {
    user: User,
}

/// Invite somebody
///
/// They are told by e-mail, and have the role from their first sign-in with this address on, which the identity provider
/// must have verified. After 14 days the invitation lapses. 409 CONFLICT if the e-mail is known already.
#[utoipa::path(
    post, path = "/api/users", tag = "Users", security(("session" = ["owner"])),
    params(IdempotencyKey),
    request_body = InvitationBody,
    responses((status = 201, body = Envelope<UserView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn invite(caller: Owner, body: KeyedBody) -> HttpResult {
    let InvitationBody { email, name, role } = body.parse()?;
    let invitation = Invitation { email, name, role };
    caller
        .write_once(&body, move |tx, context| {
            let user = use_cases::invite(tx, context, &invitation)?;
            let id = user.id.clone();
            Ok(stored_created(UserView { user })?.about(&id))
        })
        .await
}

/// Withdraw an invitation
///
/// 409 CONFLICT once it was accepted.
#[utoipa::path(
    delete, path = "/api/users/{id}", tag = "Users", security(("session" = ["owner"])),
    responses((status = 200, body = Envelope<Done>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn withdraw_invitation(caller: Owner, PathId(id): PathId<UserId>, _: NoBody) -> HttpResult {
    caller.write(move |tx, context| Ok(use_cases::withdraw_invitation(tx, context, &id)?)).await?;
    ok(Done { ok: true })
}

/// Change a user's role
///
/// Applies from the user's next request on. Nobody can change a user with a higher role, or give a role above their
/// own. The last owner stays owner. Owners may lower their own role.
#[utoipa::path(
    patch, path = "/api/users/{id}", tag = "Users", security(("session" = ["owner"])),
    request_body = RoleBody,
    responses((status = 200, body = Envelope<UserView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn change_role(caller: Owner, PathId(id): PathId<UserId>, body: RequestBody) -> HttpResult {
    let RoleBody { role } = body.parse()?;
    let user = caller.write(move |tx, context| Ok(use_cases::change_role(tx, context, &id, role)?)).await?;
    ok(UserView { user })
}

/// End all sessions of a user
///
/// On both apps. Nobody can sign out a user with a higher role.
#[utoipa::path(
    post, path = "/api/users/{id}/sign-out", tag = "Users", security(("session" = ["owner"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn sign_out(caller: Owner, PathId(id): PathId<UserId>, _: WithoutFields) -> HttpResult {
    caller.write(move |tx, context| Ok(use_cases::sign_out(tx, context, &id)?)).await?;
    ok(Done { ok: true })
}
