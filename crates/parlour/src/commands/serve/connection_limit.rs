//! Limits the number of open connections, in all and of one client, and the time that a connection may take to send its
//! first bytes.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum_server::accept::Accept;
use ipnet::IpNet;
use parlour_http::limits::ClientKey;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

const MAX_CONNECTIONS: usize = 10_000;
/// Open files that are reserved for databases, files and outgoing requests.
const RESERVED_FILES: usize = 96;
/// Length of the HTTP/2 connection preface. An HTTP/1 request is never shorter.
const HTTP_PREFACE_BYTES: usize = 24;

/// Returns how many connections one of the two apps may have open. Together they must leave open files for the rest of
/// the process.
pub(super) fn max_connections_per_app() -> usize {
    // Only Linux has this file; elsewhere `MAX_CONNECTIONS` is the only limit.
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    connections_for_open_files(parse_open_files_limit(&limits).unwrap_or(usize::MAX))
}

fn parse_open_files_limit(limits: &str) -> Option<usize> {
    limits.lines().find_map(|line| line.strip_prefix("Max open files"))?.split_whitespace().next()?.parse().ok()
}

fn connections_for_open_files(open_files: usize) -> usize {
    (open_files.saturating_sub(RESERVED_FILES) / 2).clamp(16, MAX_CONNECTIONS)
}

/// How many connections each client may have open.
#[derive(Debug, Clone)]
pub(super) struct ClientLimit {
    pub(super) max_connections: usize,
    /// One proxy connects for many clients.
    pub(super) trusted_proxies: Vec<IpNet>,
}

/// The open connections of each client that has one.
#[derive(Debug)]
struct ClientCounts {
    limit: ClientLimit,
    open: Mutex<HashMap<ClientKey, usize>>,
}

impl ClientCounts {
    fn permit(counts: &Arc<Self>, client: IpAddr) -> io::Result<Option<ClientPermit>> {
        let client = client.to_canonical();
        if counts.limit.trusted_proxies.iter().any(|proxies| proxies.contains(&client)) {
            return Ok(None);
        }
        let key = ClientKey::from(client);
        let mut open = counts.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(key).or_default();
        if *count >= counts.limit.max_connections {
            return Err(io::Error::other("the client has too many connections"));
        }
        *count += 1;
        Ok(Some(ClientPermit { counts: Arc::clone(counts), key }))
    }
}

#[derive(Debug)]
struct ClientPermit {
    counts: Arc<ClientCounts>,
    key: ClientKey,
}

impl Drop for ClientPermit {
    fn drop(&mut self) {
        let mut open = self.counts.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.key);
            }
        }
    }
}

#[derive(Debug)]
struct Permit {
    _any: OwnedSemaphorePermit,
    _client: Option<ClientPermit>,
}

/// Accepts a connection if a permit is free. The connection holds its permit until it is closed.
#[derive(Debug, Clone)]
pub(super) struct LimitedAcceptor<A> {
    inner: A,
    permits: Arc<Semaphore>,
    clients: Option<Arc<ClientCounts>>,
    /// Whether the last connection was refused: the limit is logged once, not for every refused connection.
    is_full: Arc<AtomicBool>,
    first_bytes_timeout: Option<Duration>,
}

impl<A> LimitedAcceptor<A> {
    pub(super) fn new(inner: A, permits: usize) -> Self {
        let permits = Arc::new(Semaphore::new(permits));
        Self { inner, permits, clients: None, is_full: Arc::default(), first_bytes_timeout: None }
    }

    pub(super) fn with_client_limit(self, limit: Option<ClientLimit>) -> Self {
        let clients = limit.map(|limit| Arc::new(ClientCounts { limit, open: Mutex::default() }));
        Self { clients, ..self }
    }

    /// Sets the time in which a connection must send its first bytes. The server itself waits for them without a limit
    /// when it accepts both HTTP/1 and HTTP/2.
    pub(super) fn with_first_bytes_timeout(self, limit: Duration) -> Self {
        Self { first_bytes_timeout: Some(limit), ..self }
    }

    fn permit(&self, stream: &TcpStream) -> io::Result<Permit> {
        let client = match &self.clients {
            Some(counts) => ClientCounts::permit(counts, stream.peer_addr()?.ip()).inspect_err(|error| {
                tracing::debug!(%error, "a connection was closed immediately");
            })?,
            None => None,
        };
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        let is_full = permit.is_err();
        if self.is_full.load(Ordering::Relaxed) != is_full && !self.is_full.swap(is_full, Ordering::Relaxed) {
            tracing::warn!("connection limit reached; new connections are closed immediately");
        }
        Ok(Permit { _any: permit.map_err(io::Error::other)?, _client: client })
    }
}

impl<A, S> Accept<TcpStream, S> for LimitedAcceptor<A>
where
    A: Accept<TcpStream, S, Future: Send + 'static>,
{
    type Stream = Connection<A::Stream>;
    type Service = A::Service;
    type Future = Pin<Box<dyn Future<Output = io::Result<(Self::Stream, Self::Service)>> + Send>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let (permit, limit) = (self.permit(&stream), self.first_bytes_timeout);
        let accepted = self.inner.accept(stream, service);
        Box::pin(async move {
            let permit = permit?;
            let (stream, service) = accepted.await?;
            let first_bytes = limit.map(|limit| FirstBytesDeadline { deadline: Box::pin(sleep(limit)), received: 0 });
            Ok((Connection { stream, first_bytes, _permit: permit }, service))
        })
    }
}

/// A connection that holds its permit and fails if its first bytes do not arrive in time.
#[derive(Debug)]
pub(super) struct Connection<T> {
    stream: T,
    first_bytes: Option<FirstBytesDeadline>,
    _permit: Permit,
}

#[derive(Debug)]
struct FirstBytesDeadline {
    deadline: Pin<Box<Sleep>>,
    received: usize,
}

impl<T: AsyncRead + Unpin> AsyncRead for Connection<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if let Some(first_bytes) = &mut self.first_bytes {
            first_bytes.received += buffer.filled().len() - before;
            if first_bytes.received >= HTTP_PREFACE_BYTES {
                self.first_bytes = None;
            } else if read.is_pending() && first_bytes.deadline.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
        }
        read
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Connection<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
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

#[cfg(test)]
mod tests {
    use axum_server::accept::DefaultAcceptor;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    async fn connect_pair(listener: &TcpListener) -> (TcpStream, TcpStream) {
        let (server_side, client_side) =
            tokio::join!(listener.accept(), TcpStream::connect(listener.local_addr().unwrap()));
        (server_side.unwrap().0, client_side.unwrap())
    }

    #[tokio::test]
    async fn a_connection_keeps_its_permit_until_it_ends() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let acceptor = LimitedAcceptor::new(DefaultAcceptor::new(), 1);
        let (server_side, _client_side) = connect_pair(&listener).await;
        let (first, ()) = acceptor.accept(server_side, ()).await.unwrap();
        let (server_side, mut client_side) = connect_pair(&listener).await;
        assert!(acceptor.accept(server_side, ()).await.is_err());
        assert_eq!(client_side.read(&mut [0]).await.unwrap(), 0, "a refused connection is closed");
        drop(first);
        let (server_side, _client_side) = connect_pair(&listener).await;
        assert!(acceptor.accept(server_side, ()).await.is_ok());
    }

    #[tokio::test]
    async fn a_client_has_so_many_connections_and_a_trusted_proxy_any_number() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let limit = |trusted_proxies| ClientLimit { max_connections: 2, trusted_proxies };
        let acceptor = LimitedAcceptor::new(DefaultAcceptor::new(), 9).with_client_limit(Some(limit(Vec::new())));
        let mut open = Vec::new();
        for is_accepted in [true, true, false] {
            let (server_side, mut client_side) = connect_pair(&listener).await;
            match acceptor.accept(server_side, ()).await {
                Ok((connection, ())) if is_accepted => open.push((connection, client_side)),
                Err(_) if !is_accepted => assert_eq!(client_side.read(&mut [0]).await.unwrap(), 0),
                other => panic!("{:?} instead of {is_accepted}", other.map(drop)),
            }
        }
        open.pop();
        let (server_side, _client_side) = connect_pair(&listener).await;
        assert!(acceptor.accept(server_side, ()).await.is_ok(), "one was closed");
        drop(open);
        assert_eq!(acceptor.clients.as_ref().unwrap().open.lock().unwrap().len(), 0, "nobody is remembered");

        let proxy = limit(vec!["127.0.0.0/8".parse().unwrap()]);
        let acceptor = LimitedAcceptor::new(DefaultAcceptor::new(), 9).with_client_limit(Some(proxy));
        let mut open = Vec::new();
        for _ in 0..5 {
            let (server_side, client_side) = connect_pair(&listener).await;
            open.push((acceptor.accept(server_side, ()).await.unwrap(), client_side));
        }
    }

    #[tokio::test]
    async fn too_few_first_bytes_time_out_and_enough_do_not() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let acceptor =
            LimitedAcceptor::new(DefaultAcceptor::new(), 9).with_first_bytes_timeout(Duration::from_millis(50));
        for (sent, error) in [(&b""[..], true), (b"P", true), (b"GET / HTTP/1.1\r\nHost:\r\n\r\n", false)] {
            let (server_side, mut client_side) = connect_pair(&listener).await;
            let (mut connection, ()) = acceptor.accept(server_side, ()).await.unwrap();
            client_side.write_all(sent).await.unwrap();
            let mut received = Vec::new();
            let reading = tokio::time::timeout(Duration::from_millis(400), connection.read_to_end(&mut received));
            let ended = reading.await.map(|read| read.unwrap_err().kind());
            assert_eq!(ended.ok(), error.then_some(io::ErrorKind::TimedOut), "{sent:?}");
            assert_eq!(received, sent);
        }
    }

    #[test]
    fn some_open_files_stay_reserved() {
        let limits = "Limit  Soft Limit  Hard Limit  Units\n\
                      Max open files            1024                 524288               files     \n";
        assert_eq!(parse_open_files_limit(limits), Some(1024));
        assert_eq!(parse_open_files_limit("Max open files  unlimited  unlimited  files"), None);
        for (files, connections) in [(0, 16), (160, 32), (1024, 464), (1_000_000, 10_000)] {
            assert_eq!(connections_for_open_files(files), connections);
        }
    }
}
