//! The users of the database, for the sign-in page.

use std::sync::Arc;

use parlour_app::App;
use parlour_store::users::user_records;

use super::provider::{DevUser, DevUserSource};

/// Returns the users that the development provider lists.
pub fn dev_user_source(app: &App) -> DevUserSource {
    const CUSTOMERS_SHOWN: i64 = 8;
    let db = app.db.clone();
    Arc::new(move || {
        let db = db.clone();
        Box::pin(async move {
            let found = db.read(|conn| user_records::list_for_sign_in_page(conn, CUSTOMERS_SHOWN)).await;
            let found = found.map(|mut users| {
                // A stable sort: users of one role stay sorted by name.
                users.sort_by_key(|user| std::cmp::Reverse(user.role));
                users
            });
            found
                .unwrap_or_else(|error| {
                    tracing::warn!(%error, "cannot list the users of the sign-in page");
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
