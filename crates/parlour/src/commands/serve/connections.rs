//! Who may come in: as many connections as can be held, and only those that have something to say.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum_server::accept::Accept;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

const MOST_CONNECTIONS: usize = 10_000;
/// Left to databases, files and calls to others.
const FILES_FOR_OTHERS: usize = 96;
/// As many bytes as it takes to tell HTTP/2 from HTTP/1, which no request is shorter than.
const FIRST_WORDS: usize = 24;

/// How many connections one of two apps may hold: neither a flood on the other nor on itself may
/// leave the process without files to open.
pub(super) fn most_connections() -> usize {
    // Linux says it here; elsewhere the cap alone holds.
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    within(open_files(&limits).unwrap_or(usize::MAX))
}

fn open_files(limits: &str) -> Option<usize> {
    limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))?
        .split_whitespace()
        .next()?
        .parse()
        .ok()
}

fn within(open_files: usize) -> usize {
    (open_files.saturating_sub(FILES_FOR_OTHERS) / 2).clamp(16, MOST_CONNECTIONS)
}

/// Lets a connection in while there is a place for it, which it keeps to its end.
#[derive(Debug, Clone)]
pub(super) struct Door<A> {
    inner: A,
    places: Arc<Semaphore>,
    /// So that a flood is one line in the log and not a flood of its own.
    is_full: Arc<AtomicBool>,
    first_words_within: Option<Duration>,
}

impl<A> Door<A> {
    pub(super) fn new(inner: A, places: usize) -> Self {
        let places = Arc::new(Semaphore::new(places));
        Self { inner, places, is_full: Arc::default(), first_words_within: None }
    }

    /// For a server that waits without end to hear which HTTP is spoken.
    pub(super) fn hearing_within(self, limit: Duration) -> Self {
        Self { first_words_within: Some(limit), ..self }
    }

    fn place(&self) -> io::Result<OwnedSemaphorePermit> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let is_full = place.is_err();
        if self.is_full.load(Ordering::Relaxed) != is_full && !self.is_full.swap(is_full, Ordering::Relaxed) {
            tracing::warn!("as many connections are open as can be held; further ones are closed at once");
        }
        place.map_err(io::Error::other)
    }
}

impl<A, S> Accept<TcpStream, S> for Door<A>
where
    A: Accept<TcpStream, S, Future: Send + 'static>,
{
    type Stream = Connection<A::Stream>;
    type Service = A::Service;
    type Future = Pin<Box<dyn Future<Output = io::Result<(Self::Stream, Self::Service)>> + Send>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let (place, limit) = (self.place(), self.first_words_within);
        let accepted = self.inner.accept(stream, service);
        Box::pin(async move {
            let place = place?;
            let (stream, service) = accepted.await?;
            let silence = limit.map(|limit| Silence { ends: Box::pin(sleep(limit)), heard: 0 });
            Ok((Connection { stream, silence, _place: place }, service))
        })
    }
}

/// A stream that has its place, and fails where the first words do not come.
#[derive(Debug)]
pub(super) struct Connection<T> {
    stream: T,
    silence: Option<Silence>,
    _place: OwnedSemaphorePermit,
}

#[derive(Debug)]
struct Silence {
    ends: Pin<Box<Sleep>>,
    heard: usize,
}

impl<T: AsyncRead + Unpin> AsyncRead for Connection<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if let Some(silence) = &mut self.silence {
            silence.heard += buffer.filled().len() - before;
            if silence.heard >= FIRST_WORDS {
                self.silence = None;
            } else if read.is_pending() && silence.ends.as_mut().poll(cx).is_ready() {
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

    async fn knock(listener: &TcpListener) -> (TcpStream, TcpStream) {
        let (ours, theirs) =
            tokio::join!(listener.accept(), TcpStream::connect(listener.local_addr().unwrap()));
        (ours.unwrap().0, theirs.unwrap())
    }

    #[tokio::test]
    async fn a_connection_keeps_its_place_until_it_ends() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let door = Door::new(DefaultAcceptor::new(), 1);
        let (ours, _theirs) = knock(&listener).await;
        let (first, ()) = door.accept(ours, ()).await.unwrap();
        let (ours, mut theirs) = knock(&listener).await;
        assert!(door.accept(ours, ()).await.is_err());
        assert_eq!(theirs.read(&mut [0]).await.unwrap(), 0, "whoever finds no place is not left waiting");
        drop(first);
        let (ours, _theirs) = knock(&listener).await;
        assert!(door.accept(ours, ()).await.is_ok());
    }

    #[tokio::test]
    async fn too_few_first_words_end_in_an_error_and_enough_do_not() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let door = Door::new(DefaultAcceptor::new(), 9).hearing_within(Duration::from_millis(50));
        for (said, error) in [(&b""[..], true), (b"P", true), (b"GET / HTTP/1.1\r\nHost:\r\n\r\n", false)] {
            let (ours, mut theirs) = knock(&listener).await;
            let (mut connection, ()) = door.accept(ours, ()).await.unwrap();
            theirs.write_all(said).await.unwrap();
            let mut heard = Vec::new();
            let reading =
                tokio::time::timeout(Duration::from_millis(400), connection.read_to_end(&mut heard));
            let ended = reading.await.map(|read| read.unwrap_err().kind());
            assert_eq!(ended.ok(), error.then_some(io::ErrorKind::TimedOut), "{said:?}");
            assert_eq!(heard, said);
        }
    }

    #[test]
    fn files_stay_free_for_others() {
        let limits = "Limit  Soft Limit  Hard Limit  Units\n\
                      Max open files            1024                 524288               files     \n";
        assert_eq!(open_files(limits), Some(1024));
        assert_eq!(open_files("Max open files  unlimited  unlimited  files"), None);
        for (files, connections) in [(0, 16), (160, 32), (1024, 464), (1_000_000, 10_000)] {
            assert_eq!(within(files), connections);
        }
    }
}
