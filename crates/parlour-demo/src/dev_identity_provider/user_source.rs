//! The users that the sign-in page lists: those of the database.

use std::sync::Arc;

use parlour_app::App;
use parlour_store::users::user_records;

use super::{DevUser, DevUserSource};

/// Everyone the development provider offers to sign in as.
pub fn dev_user_source(app: &App) -> DevUserSource {
    const CUSTOMERS_SHOWN: i64 = 8;
    let db = app.db.clone();
    Arc::new(move || {
        let db = db.clone();
        Box::pin(async move {
            let found = db.read(|conn| user_records::list_for_sign_in_page(conn, CUSTOMERS_SHOWN)).await;
            let found = found.map(|mut users| {
                // Stable: within a role they stay in the order of their names.
                users.sort_by_key(|user| std::cmp::Reverse(user.role));
                users
            });
            found
                .unwrap_or_else(|error| {
                    tracing::warn!(%error, "the sign-in page cannot list users");
                    Vec::new()
                })
                .into_iter()
                .filter_map(|user| {
                    let email = user.email?.as_str().to_owned();
                    Some(DevUser { name: user.name, email, role: user.role.to_string() })
                })
                .collect()
        })
    })
}
