//! The messages between a client of Postgres and its server. They are read and written on the thread that waits for one.

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Duration;

use postgres::Notification;
use tokio::runtime::Runtime;
use tokio_postgres::{AsyncMessage, Client, Config, Error};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long the server may take to hear that the connection ends.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Reads what the server has sent and writes what is meant for it.
type PollMessage = Box<dyn FnMut(&mut Context<'_>) -> Poll<Option<Result<AsyncMessage, Error>>> + Send>;

pub(super) struct PgMessages {
    runtime: Runtime,
    poll_message: PollMessage,
    has_failed: bool,
    notifications: VecDeque<Notification>,
}

impl PgMessages {
    /// Blocks; call it off the async runtime.
    pub(super) fn open(runtime: Runtime, config: &Config, tls: MakeRustlsConnect) -> Result<(Client, Self), Error> {
        let (client, mut connection) = runtime.block_on(config.connect(tls))?;
        let poll_message: PollMessage = Box::new(move |context| connection.poll_message(context));
        Ok((client, Self { runtime, poll_message, has_failed: false, notifications: VecDeque::new() }))
    }

    /// Whether no more messages come.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    pub(super) fn block_on<T>(&mut self, future: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let Self { runtime, poll_message, has_failed, notifications } = self;
        let mut future = pin!(future);
        runtime.block_on(poll_fn(|context| {
            if let Err(error) = exchange(poll_message, notifications, context) {
                *has_failed = true;
                return Poll::Ready(Err(error));
            }
            future.as_mut().poll(context)
        }))
    }

    /// Writes what is meant for the server, as far as that is possible without waiting.
    pub(super) fn write(&mut self) -> Result<(), Error> {
        let Self { runtime, poll_message, has_failed, notifications } = self;
        let written = runtime.block_on(poll_fn(|context| Poll::Ready(exchange(poll_message, notifications, context))));
        *has_failed |= written.is_err();
        written
    }

    /// Waits for notifications; none if the time is over or the connection is lost.
    pub(super) fn wait_for_notifications(&mut self, limit: Duration) -> Vec<Notification> {
        let Self { runtime, poll_message, has_failed, notifications } = self;
        let received = poll_fn(|context| {
            *has_failed = *has_failed || exchange(poll_message, notifications, context).is_err();
            if *has_failed || !notifications.is_empty() { Poll::Ready(()) } else { Poll::Pending }
        });
        // What was received is returned, also if the time is over.
        let _ = runtime.block_on(async { tokio::time::timeout(limit, received).await });
        notifications.drain(..).collect()
    }
}

/// The client was dropped before: the server is told that the connection ends.
impl Drop for PgMessages {
    fn drop(&mut self) {
        if self.has_failed {
            return;
        }
        let Self { runtime, poll_message, .. } = self;
        let closed = poll_fn(|context| {
            loop {
                match poll_message(context) {
                    Poll::Ready(Some(Ok(_))) => {}
                    Poll::Ready(Some(Err(_)) | None) => return Poll::Ready(()),
                    Poll::Pending => return Poll::Pending,
                }
            }
        });
        // Otherwise the server notices by itself.
        let _ = runtime.block_on(async { tokio::time::timeout(CLOSE_TIMEOUT, closed).await });
    }
}

/// Reads and writes as much as is possible without waiting.
fn exchange(
    poll_message: &mut PollMessage,
    notifications: &mut VecDeque<Notification>,
    context: &mut Context<'_>,
) -> Result<(), Error> {
    loop {
        match poll_message(context) {
            Poll::Ready(Some(Ok(AsyncMessage::Notification(notification)))) => notifications.push_back(notification),
            Poll::Ready(Some(Ok(_))) => {}
            Poll::Ready(Some(Err(error))) => return Err(error),
            Poll::Ready(None) | Poll::Pending => return Ok(()),
        }
    }
}
