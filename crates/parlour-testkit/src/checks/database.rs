//! Reading and changing rows without the API.

use parlour_app::App;
use parlour_store::{DbError, Tx};

/// Runs `change` in one write transaction; panics when it fails.
pub async fn write_transaction(
    app: &App,
    change: impl Fn(&mut Tx<'_>) -> Result<(), DbError> + Send + 'static,
) {
    app.db.write(change).await.expect("the change is made");
}
