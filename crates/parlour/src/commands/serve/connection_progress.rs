//! Ends connections whose client does not take what was sent to it, so that nobody holds a connection for free.
//!
//! With HTTP/1 such a client fills the buffers of its socket, and writes make no progress. With HTTP/2 it can also keep
//! the connection alive and never allow more data: then the body of a response is not asked for its next part.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum_server::accept::Accept;
use futures_util::future::Either;
use http::{Request, Response, Version};
use http_body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};
use tower::Service;

/// A client must take [`MIN_PROGRESS_BYTES`] within this time.
const STALLED_AFTER: Duration = Duration::from_secs(20);
/// Few enough for the slowest mobile network: 200 bytes in a second.
const MIN_PROGRESS_BYTES: usize = 4 * 1024;
/// An HTTP/2 connection without a request is closed after this time. HTTP/1 has its own limit for the next request.
const IDLE_AFTER: Duration = Duration::from_mins(1);
/// How often an HTTP/2 connection is looked at.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// HTTP/2 asks for the next part only after it could send some of the last one.
const MAX_PART_BYTES: usize = 16 * 1024;

/// Accepts connections that are ended without progress. It comes below TLS, where bytes are those on the network.
#[derive(Debug, Clone)]
pub(super) struct ProgressAcceptor<A>(pub(super) A);

impl<A, I, S> Accept<I, S> for ProgressAcceptor<A>
where
    A: Accept<I, S, Future: Send + 'static>,
{
    type Stream = WatchedStream<A::Stream>;
    type Service = WatchedService<A::Service>;
    type Future = Pin<Box<dyn Future<Output = io::Result<(Self::Stream, Self::Service)>> + Send>>;

    fn accept(&self, stream: I, service: S) -> Self::Future {
        let accepted = self.0.accept(stream, service);
        Box::pin(async move {
            let (stream, inner) = accepted.await?;
            let requests = Arc::new(OpenRequests::new());
            let stream = WatchedStream::new(stream, Arc::clone(&requests), STALLED_AFTER);
            Ok((stream, WatchedService { inner, requests }))
        })
    }
}

/// The requests of one connection that are being answered.
#[derive(Debug)]
struct OpenRequests {
    started: Instant,
    is_http2: AtomicBool,
    count: AtomicUsize,
    /// Bodies that have given a part and were not asked for the next one yet.
    waiting_for_client: AtomicUsize,
    last_progress_ms: AtomicU64,
}

impl OpenRequests {
    fn new() -> Self {
        Self {
            started: Instant::now(),
            is_http2: AtomicBool::new(false),
            count: AtomicUsize::new(0),
            waiting_for_client: AtomicUsize::new(0),
            last_progress_ms: AtomicU64::new(0),
        }
    }

    fn note_progress(&self) {
        let elapsed = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last_progress_ms.store(elapsed, Ordering::Relaxed);
    }

    /// Whether the connection is to be ended.
    fn is_stalled_or_idle(&self) -> bool {
        let last_progress = Duration::from_millis(self.last_progress_ms.load(Ordering::Relaxed));
        let without_progress = self.started.elapsed().saturating_sub(last_progress);
        let is_idle = self.count.load(Ordering::Relaxed) == 0;
        let is_blocked = self.waiting_for_client.load(Ordering::Relaxed) > 0;
        (is_blocked && without_progress >= STALLED_AFTER) || (is_idle && without_progress >= IDLE_AFTER)
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
        if !self.requests.is_http2.load(Ordering::Relaxed) {
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

/// Counts the requests of an HTTP/2 connection and watches the bodies of their responses.
#[derive(Debug, Clone)]
pub(super) struct WatchedService<S> {
    inner: S,
    requests: Arc<OpenRequests>,
}

impl<S, B> Service<Request<B>> for WatchedService<S>
where
    S: Service<Request<B>, Response = Response<Body>, Future: Send + 'static>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Either<S::Future, Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let is_http2 = request.version() == Version::HTTP_2;
        let answering = self.inner.call(request);
        if !is_http2 {
            return Either::Left(answering);
        }
        let open = OpenRequest::new(&self.requests);
        Either::Right(Box::pin(async move {
            let response = answering.await?;
            Ok(response.map(|body| Body::new(WatchedBody { body, rest: None, open })))
        }))
    }
}

/// A request from its arrival to the end of the response's body.
#[derive(Debug)]
struct OpenRequest {
    requests: Arc<OpenRequests>,
    waits_for_client: bool,
}

impl OpenRequest {
    fn new(requests: &Arc<OpenRequests>) -> Self {
        requests.is_http2.store(true, Ordering::Relaxed);
        requests.count.fetch_add(1, Ordering::Relaxed);
        requests.note_progress();
        Self { requests: Arc::clone(requests), waits_for_client: false }
    }

    fn set_waiting(&mut self, waits_for_client: bool) {
        if waits_for_client == self.waits_for_client {
            return;
        }
        self.waits_for_client = waits_for_client;
        if waits_for_client {
            self.requests.waiting_for_client.fetch_add(1, Ordering::Relaxed);
        } else {
            self.requests.waiting_for_client.fetch_sub(1, Ordering::Relaxed);
        }
        self.requests.note_progress();
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.set_waiting(false);
        self.requests.count.fetch_sub(1, Ordering::Relaxed);
        self.requests.note_progress();
    }
}

/// The body of a response in small parts, so that a client that takes none of it is noticed.
struct WatchedBody {
    body: Body,
    /// What is left of a large part.
    rest: Option<Bytes>,
    open: OpenRequest,
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        self.open.set_waiting(false);
        let mut data = match self.rest.take() {
            Some(rest) => rest,
            None => match ready!(Pin::new(&mut self.body).poll_frame(cx)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                ended => return Poll::Ready(ended),
            },
        };
        if data.len() > MAX_PART_BYTES {
            self.rest = Some(data.split_off(MAX_PART_BYTES));
        }
        self.open.set_waiting(true);
        Poll::Ready(Some(Ok(Frame::data(data))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (inner, rest) = (self.body.size_hint(), self.rest.as_ref().map_or(0, |rest| rest.len() as u64));
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower() + rest);
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    fn watched(body: Body) -> (WatchedBody, Arc<OpenRequests>) {
        let requests = Arc::new(OpenRequests::new());
        (WatchedBody { body, rest: None, open: OpenRequest::new(&requests) }, requests)
    }

    #[tokio::test]
    async fn a_large_body_comes_in_small_parts_and_unchanged() {
        let sent: Vec<u8> = (0..100_000_u32).map(|n| n.to_le_bytes()[0]).collect();
        let (mut body, requests) = watched(Body::from(sent.clone()));
        assert_eq!(body.size_hint().exact(), Some(100_000));
        let mut received = Vec::new();
        while let Some(part) = body.frame().await {
            let part = part.unwrap().into_data().unwrap();
            assert!(part.len() <= MAX_PART_BYTES);
            received.extend_from_slice(&part);
            assert_eq!(body.size_hint().exact(), Some(100_000 - received.len() as u64));
            assert_eq!(requests.waiting_for_client.load(Ordering::Relaxed), 1);
        }
        assert_eq!(received, sent);
        drop(body);
        let counts = (&requests.count, &requests.waiting_for_client);
        assert_eq!((counts.0.load(Ordering::Relaxed), counts.1.load(Ordering::Relaxed)), (0, 0));
    }

    #[tokio::test]
    async fn a_body_that_waits_for_its_source_is_not_stalled() {
        let (sender, mut events) = tokio::sync::mpsc::channel::<Bytes>(1);
        let stream =
            futures_util::stream::poll_fn(move |cx| events.poll_recv(cx).map(|part| part.map(Ok::<_, io::Error>)));
        let (mut body, requests) = watched(Body::from_stream(stream));
        sender.send(Bytes::from_static(b"data: x\n\n")).await.unwrap();
        assert!(body.frame().await.is_some());
        assert_eq!(requests.waiting_for_client.load(Ordering::Relaxed), 1);
        assert!(futures_util::FutureExt::now_or_never(body.frame()).is_none());
        assert_eq!(requests.waiting_for_client.load(Ordering::Relaxed), 0);
    }

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
