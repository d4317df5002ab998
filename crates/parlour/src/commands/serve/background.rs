//! The background tasks: the job queue with its schedules, and the dispatcher that sends queued messages.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use parlour_app::dispatch;
use parlour_app::queue::{BuiltInDelivery, Delivery, QueueCounters, QueueWorker};
use parlour_app::worker_context::WorkerContext;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::server::BoundListeners;
use crate::commands::integrations::{self, load_built_in_queue_key};
use crate::commands::opened_app::OpenedApp;

/// Background tasks that are not started yet.
pub(super) struct BackgroundTasks {
    worker: WorkerContext,
    queue: Arc<QueueWorker>,
}

/// Background tasks that run until they are stopped.
pub(super) struct RunningBackgroundTasks {
    stop: CancellationToken,
    tasks: JoinSet<()>,
}

impl BackgroundTasks {
    pub(super) async fn prepare(
        opened: &OpenedApp,
        worker: &WorkerContext,
        listeners: Option<&BoundListeners>,
    ) -> anyhow::Result<Self> {
        let admin_url = &worker.integrations.admin_url;
        let delivery = if let Some(queue) = integrations::build_external_queue(&opened.settings, admin_url)? {
            Delivery::External(queue)
        } else {
            let (http, target) = if let Some(listeners) = listeners {
                listeners.client_for_admin_app()?
            } else {
                let url = Url::parse(admin_url).context("PARLOUR_ADMIN_URL is not a valid URL")?;
                (integrations::http_client_for(&url)?, admin_url.clone())
            };
            Delivery::BuiltIn(BuiltInDelivery::new(http, target, load_built_in_queue_key(&opened.app).await?))
        };
        Ok(Self { worker: worker.clone(), queue: Arc::new(QueueWorker::new(worker.clone(), delivery)) })
    }

    pub(super) fn counters(&self) -> Arc<QueueCounters> {
        self.queue.counters()
    }

    pub(super) fn start(self) -> RunningBackgroundTasks {
        let (stop, mut tasks) = (CancellationToken::new(), JoinSet::new());
        tasks.spawn(self.queue.run(stop.clone().cancelled_owned()));
        tasks.spawn(dispatch::run(self.worker, stop.clone().cancelled_owned()));
        RunningBackgroundTasks { stop, tasks }
    }
}

impl RunningBackgroundTasks {
    /// Stops the tasks and waits until they end, at most `time_limit`. An unfinished job is run again later.
    pub(super) async fn stop(mut self, time_limit: Duration) {
        self.stop.cancel();
        let all_ended = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(time_limit, all_ended).await.is_err() {
            tracing::warn!("background tasks did not finish in time; unfinished jobs will run again");
        }
    }
}
