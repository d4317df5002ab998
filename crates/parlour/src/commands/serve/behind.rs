//! The part that nobody calls: the queue, its schedules, and whoever sends what was written.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use parlour_app::backstage::Backstage;
use parlour_app::dispatch;
use parlour_app::queue::{Delivery, OwnDelivery, Queue, Tally};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::site::Doors;
use crate::commands::Opened;
use crate::commands::outside::{self, built_in_key};

/// Ready to begin.
pub(super) struct Behind {
    backstage: Backstage,
    queue: Arc<Queue>,
}

/// At work.
pub(super) struct AtWork {
    stop: CancellationToken,
    loops: JoinSet<()>,
}

impl Behind {
    pub(super) async fn prepare(
        opened: &Opened,
        backstage: &Backstage,
        doors: Option<&Doors>,
    ) -> anyhow::Result<Self> {
        let admin_url = &backstage.outside.admin_url;
        let delivery = if let Some(queue) = outside::external_queue(&opened.settings, admin_url)? {
            Delivery::External(queue)
        } else {
            let (http, target) = if let Some(doors) = doors {
                doors.way_to_admin()?
            } else {
                let to = Url::parse(admin_url).context("PARLOUR_ADMIN_URL cannot be read")?;
                (outside::plain_client(&to)?, admin_url.clone())
            };
            Delivery::Own(OwnDelivery::new(http, target, built_in_key(&opened.app).await?))
        };
        Ok(Self { backstage: backstage.clone(), queue: Arc::new(Queue::new(backstage.clone(), delivery)) })
    }

    pub(super) fn tally(&self) -> Arc<Tally> {
        self.queue.tally()
    }

    pub(super) fn start(self) -> AtWork {
        let (stop, mut loops) = (CancellationToken::new(), JoinSet::new());
        loops.spawn(self.queue.run(stop.clone().cancelled_owned()));
        loops.spawn(dispatch::run(self.backstage, stop.clone().cancelled_owned()));
        AtWork { stop, loops }
    }
}

impl AtWork {
    /// What is under way has this long to end; what does not is begun again by whoever comes next.
    pub(super) async fn stop(mut self, patience: Duration) {
        self.stop.cancel();
        let ending = async { while self.loops.join_next().await.is_some() {} };
        if tokio::time::timeout(patience, ending).await.is_err() {
            tracing::warn!("some work is not finished; it will be done again");
        }
    }
}
