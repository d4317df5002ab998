//! People and access: who has which role, who is invited, and whose sessions end.

mod list;
mod user;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Owner;
use parlour_http::state::HttpState;
use parlour_web_admin::desk::page_above;

pub(crate) use self::list::invitation_word;
pub(crate) use self::user::{has_mail, told_by_owner};

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/users", get(list::show))
        .route("/users/new", get(user::show_new).merge(post(user::invite)))
        .route("/users/{id}", get(user::show).merge(post(user::change_role)))
        .route("/users/{id}/sign-out", post(user::sign_out).merge(get(page_above::<Owner, 1>)))
        .route("/users/{id}/withdraw", post(user::withdraw).merge(get(page_above::<Owner, 1>)))
}
