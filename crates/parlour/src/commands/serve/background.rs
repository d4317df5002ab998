//! The background tasks: the job queue with its schedules, and the dispatcher that sends queued messages.

use std::sync::Arc;
use std::time::Duration;

use parlour_worker::dispatch;
use parlour_worker::queue::{Delivery, QueueCounters, QueueWorker};
use parlour_worker::worker_context::WorkerContext;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::commands::integrations;
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
    pub(super) fn prepare(opened: &OpenedApp, worker: &WorkerContext) -> anyhow::Result<Self> {
        let external = integrations::build_external_queue(&opened.settings, &worker.integrations.admin_url)?;
        let delivery = external.map_or_else(Delivery::in_process, Delivery::External);
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
    /// Waits this long for running jobs. A job that takes longer is cancelled and runs again in the next process.
    pub(super) async fn stop(mut self, time_limit: Duration) {
        self.stop.cancel();
        let all_ended = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(time_limit, all_ended).await.is_err() {
            tracing::warn!("some jobs did not finish in time; they will run again");
        }
    }
}
