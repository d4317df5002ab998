//! `parlour demo`, and `serve --demo`.

use std::time::Instant;

use anyhow::bail;
use parlour_app::demo::{DemoRefusal, fill};

use super::{Opened, block_on};
use crate::settings::Settings;
use crate::settings::values::Environment;

pub(super) fn run() -> anyhow::Result<()> {
    let settings = Settings::from_process()?;
    if settings.environment == Environment::Production {
        bail!("PARLOUR_ENV: production has no place for a demo salon");
    }
    let opened = Opened::with(settings)?;
    let started = Instant::now();
    block_on(fill_now(&opened))??;
    println!("The demo salon has moved in ({:.1} s).", started.elapsed().as_secs_f64());
    Ok(())
}

/// For `serve --demo`: a salon that has moved in before stays as it is.
pub(super) async fn fill_if_empty(opened: &Opened) -> Result<(), DemoRefusal> {
    match fill_now(opened).await {
        Err(DemoRefusal::NotEmpty) => Ok(()),
        filled => filled,
    }
}

async fn fill_now(opened: &Opened) -> Result<(), DemoRefusal> {
    let occasion = opened.occasion();
    opened.app.db.write(move |tx| fill(tx, &occasion)).await
}
