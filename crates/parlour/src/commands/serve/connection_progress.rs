//! Ends connections whose client does not take what was sent to it, so that nobody holds a connection for free.
//!
//! With HTTP/1 such a client fills the buffers of its socket, and writes make no progress. With HTTP/2 it can also keep
//! the connection alive and never allow more data: then no part of a response that was given out is sent.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum_server::accept::Accept;
use http::{Request, Response, Version};
use parlour_http::pipeline::NoRoomForAnswer;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};
use tower::Service;

use super::open_requests::{OpenRequest, OpenRequests, STALLED_AFTER};
use super::sent_body::SentBody;
use super::unsent_bytes::{ConnectionRoom, Room, UnsentBytes};

/// Of what a client must take until it counts as stalled. Few enough for the slowest mobile network: 200 bytes in a second.
const MIN_PROGRESS_BYTES: usize = 4 * 1024;
/// How often an HTTP/2 connection is looked at.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Accepts connections that are ended without progress. It comes below TLS, where bytes are those on the network.
#[derive(Debug, Clone)]
pub(super) struct ProgressAcceptor<A> {
    inner: A,
    unsent: Arc<UnsentBytes>,
}

impl<A> ProgressAcceptor<A> {
    pub(super) fn new(inner: A, unsent: Arc<UnsentBytes>) -> Self {
        Self { inner, unsent }
    }
}

impl<A, S> Accept<TcpStream, S> for ProgressAcceptor<A>
where
    A: Accept<TcpStream, S, Future: Send + 'static>,
{
    type Stream = WatchedStream<A::Stream>;
    type Service = WatchedService<A::Service>;
    type Future = Pin<Box<dyn Future<Output = io::Result<(Self::Stream, Self::Service)>> + Send>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let client = stream.peer_addr().ok().map(|peer| peer.ip());
        let (accepted, unsent) = (self.inner.accept(stream, service), Arc::clone(&self.unsent));
        Box::pin(async move {
            let (stream, inner) = accepted.await?;
            let requests = Arc::new(OpenRequests::new());
            let stream = WatchedStream::new(stream, Arc::clone(&requests), STALLED_AFTER);
            let room = unsent.of_connection(client);
            Ok((stream, WatchedService { inner, requests, room }))
        })
    }
}

/// A connection that fails if its client does not take what was sent.
#[derive(Debug)]
pub(super) struct WatchedStream<T> {
    stream: T,
    blocked_write: Option<BlockedWrite>,
    requests: Arc<OpenRequests>,
    next_check: Option<Pin<Box<Sleep>>>,
    stalled_after: Duration,
}

#[derive(Debug)]
struct BlockedWrite {
    deadline: Pin<Box<Sleep>>,
    bytes_left: usize,
}

impl<T> WatchedStream<T> {
    fn new(stream: T, requests: Arc<OpenRequests>, stalled_after: Duration) -> Self {
        Self { stream, blocked_write: None, requests, next_check: None, stalled_after }
    }

    fn watch_write(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match (&written, &mut self.blocked_write) {
            (Poll::Ready(Ok(bytes)), Some(blocked)) => {
                blocked.bytes_left = blocked.bytes_left.saturating_sub(*bytes);
                if blocked.bytes_left == 0 {
                    self.blocked_write = None;
                }
                written
            }
            (Poll::Ready(_), _) => written,
            (Poll::Pending, blocked) => {
                let blocked = blocked.get_or_insert_with(|| BlockedWrite {
                    deadline: Box::pin(sleep(self.stalled_after)),
                    bytes_left: MIN_PROGRESS_BYTES,
                });
                ready!(blocked.deadline.as_mut().poll(cx));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }

    /// Whether an HTTP/2 connection is to be ended. It always waits for the next bytes of its client, so this is
    /// called again when the time of the next check has come.
    fn has_ended(&mut self, cx: &mut Context<'_>) -> bool {
        if !self.requests.is_http2() {
            return false;
        }
        let check = self.next_check.get_or_insert_with(|| Box::pin(sleep(CHECK_INTERVAL)));
        while check.as_mut().poll(cx).is_ready() {
            if self.requests.is_stalled_or_idle() {
                return true;
            }
            *check = Box::pin(sleep(CHECK_INTERVAL));
        }
        false
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for WatchedStream<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.has_ended(cx) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for WatchedStream<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch_write(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.watch_write(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Gives each request of a connection its room, and watches the answers.
#[derive(Debug, Clone)]
pub(super) struct WatchedService<S> {
    inner: S,
    requests: Arc<OpenRequests>,
    room: Arc<ConnectionRoom>,
}

impl<S, B> Service<Request<B>> for WatchedService<S>
where
    S: Service<Request<B>, Response = Response<Body>, Future: Send + 'static> + Clone + Send + 'static,
    B: Send + 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        let open = (request.version() == Version::HTTP_2).then(|| OpenRequest::new(&self.requests));
        let connection = Arc::clone(&self.room);
        if let Some(room) = connection.try_take() {
            let answering = self.inner.call(request);
            return Box::pin(async move { Ok(watch(answering.await?, room, connection, open)) });
        }
        let clone = self.inner.clone();
        let mut ready = std::mem::replace(&mut self.inner, clone);
        Box::pin(async move {
            if let Ok(room) = connection.take_for_request(head_bytes(&request)).await {
                return Ok(watch(ready.call(request).await?, room, connection, open));
            }
            request.extensions_mut().insert(NoRoomForAnswer);
            Ok(watch(ready.call(request).await?, Room::default(), connection, open))
        })
    }
}

fn head_bytes<B>(request: &Request<B>) -> usize {
    let headers = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len());
    request.uri().path().len() + request.uri().query().map_or(0, str::len) + headers.sum::<usize>()
}

fn watch(
    response: Response<Body>,
    room: Room,
    connection: Arc<ConnectionRoom>,
    open: Option<OpenRequest>,
) -> Response<Body> {
    if response.body().is_end_stream() {
        return response;
    }
    response.map(|body| Body::new(SentBody::new(body, room, connection, open)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_write_that_is_not_taken_fails() {
        let (server_side, client_side) = tokio::io::duplex(1_000);
        let requests = Arc::new(OpenRequests::new());
        let stalled_after = Duration::from_millis(100);
        let mut stream = WatchedStream::new(server_side, requests, stalled_after);
        let writing = tokio::io::AsyncWriteExt::write_all(&mut stream, &[0; 10_000]);
        let started = tokio::time::Instant::now();
        assert_eq!(writing.await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(started.elapsed() >= stalled_after);
        drop(client_side);
    }

    #[tokio::test]
    async fn a_slow_client_is_served() {
        let (server_side, mut client_side) = tokio::io::duplex(1_000);
        let requests = Arc::new(OpenRequests::new());
        let mut stream = WatchedStream::new(server_side, requests, Duration::from_secs(1));
        let reading = tokio::spawn(async move {
            let mut part = [0; 900];
            while tokio::io::AsyncReadExt::read(&mut client_side, &mut part).await.unwrap() > 0 {
                sleep(Duration::from_millis(60)).await;
            }
        });
        tokio::io::AsyncWriteExt::write_all(&mut stream, &vec![0; 30_000]).await.unwrap();
        drop(stream);
        reading.await.unwrap();
    }
}
