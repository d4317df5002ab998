//! The built binary as a process: started, asked, stopped and killed as an operator would.

mod actor;
mod command_output;
mod demo_salon;
mod http_client;
mod installation;
mod running;

use std::time::{Duration, Instant};

use parlour_domain::auth::app_kind::AppKind;

pub use actor::Actor;
pub use command_output::CommandOutput;
pub use http_client::{http_client, http_client_builder, send_and_read};
pub use installation::Installation;
pub use running::ParlourProcess;

pub const BOTH_APPS: [AppKind; 2] = [AppKind::Customer, AppKind::Admin];

/// What somebody looks for is mostly there soon, and each look may be a request.
const FIRST_PAUSE: Duration = Duration::from_millis(5);
const LONGEST_PAUSE: Duration = Duration::from_millis(40);

/// Looks again and again until there is something to see.
pub async fn eventually<T, Attempt>(within: Duration, mut attempt: impl FnMut() -> Attempt) -> T
where
    Attempt: Future<Output = Option<T>>,
{
    let deadline = Instant::now() + within;
    let mut pause = FIRST_PAUSE;
    loop {
        if let Some(seen) = attempt().await {
            return seen;
        }
        assert!(Instant::now() < deadline, "nothing to be seen after {} s", within.as_secs_f32());
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
