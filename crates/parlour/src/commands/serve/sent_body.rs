//! The body of a response in small parts: each is known until it is sent, with the room that it takes.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};

use super::open_requests::{OpenRequest, UnsentPart};
use super::unsent_bytes::{ConnectionRoom, Room};

/// HTTP/2 takes turns between requests, so that the parts of one do not hold up the others.
const HTTP2_PART_BYTES: usize = 16 * 1024;
const HTTP1_PART_BYTES: usize = 64 * 1024;

/// See the module.
pub(super) struct SentBody {
    body: Body,
    /// What is left of a large part.
    rest: Option<Bytes>,
    room: BodyRoom,
    connection: Arc<ConnectionRoom>,
    /// Of an HTTP/2 connection.
    open: Option<OpenRequest>,
}

enum BodyRoom {
    /// The whole body is in memory; this is the room of what is left of it.
    Whole(Room),
    /// Others hold the same bytes, so this answer takes nothing.
    Shared,
    /// Each part takes room before it is made. An answer that waits for news takes none meanwhile.
    Streamed(PartRoom),
}

enum PartRoom {
    None,
    Waiting(Pin<Box<dyn Future<Output = Room> + Send>>),
    Taken(Room),
}

impl SentBody {
    pub(super) fn new(body: Body, room: Room, connection: Arc<ConnectionRoom>, open: Option<OpenRequest>) -> Self {
        let is_whole = body.size_hint().exact().is_some();
        let room = if is_whole { BodyRoom::Whole(room) } else { BodyRoom::Streamed(PartRoom::Taken(room)) };
        Self { body, rest: None, room, connection, open }
    }

    /// The next data as the body gives it. Its room is taken.
    fn poll_data(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let BodyRoom::Streamed(room) = &mut self.room {
            ready!(room.poll_take(cx, &self.connection));
        }
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        let data = match &frame {
            Poll::Ready(Some(Ok(frame))) => frame.data_ref(),
            _ => None,
        };
        match (&mut self.room, data) {
            (BodyRoom::Whole(_), Some(data)) if !data.is_unique() => self.room = BodyRoom::Shared,
            (BodyRoom::Whole(room) | BodyRoom::Streamed(PartRoom::Taken(room)), Some(data)) => room.fit(data.len()),
            (BodyRoom::Streamed(room), None) => *room = PartRoom::None,
            _ => {}
        }
        frame
    }

    /// Whether nothing is known of the parts: they take no room, and HTTP/1 is watched at its socket.
    fn is_unwatched(&self) -> bool {
        self.open.is_none() && matches!(self.room, BodyRoom::Shared)
    }

    fn part(&mut self, data: Bytes) -> Bytes {
        let max_bytes = if self.open.is_some() { HTTP2_PART_BYTES } else { HTTP1_PART_BYTES };
        let mut part = data;
        if part.len() > max_bytes {
            self.rest = Some(part.split_off(max_bytes));
        }
        let room = match &mut self.room {
            BodyRoom::Whole(room) | BodyRoom::Streamed(PartRoom::Taken(room)) => room.split(part.len()),
            _ => Room::default(),
        };
        if self.rest.is_none()
            && let BodyRoom::Streamed(room) = &mut self.room
        {
            *room = PartRoom::None;
        }
        let unsent = self.open.as_ref().map(|open| UnsentPart::of(open.connection()));
        Bytes::from_owner(SentPart { bytes: part, _room: room, _unsent: unsent })
    }
}

impl PartRoom {
    fn poll_take(&mut self, cx: &mut Context<'_>, connection: &Arc<ConnectionRoom>) -> Poll<()> {
        loop {
            *self = match self {
                Self::Taken(_) => return Poll::Ready(()),
                Self::Waiting(taking) => Self::Taken(ready!(taking.as_mut().poll(cx))),
                Self::None => connection.try_take().map_or_else(
                    || {
                        let connection = Arc::clone(connection);
                        Self::Waiting(Box::pin(async move { connection.take().await }))
                    },
                    Self::Taken,
                ),
            };
        }
    }
}

impl HttpBody for SentBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let data = match self.rest.take() {
            Some(rest) => rest,
            None => match ready!(self.poll_data(cx)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                ended => return Poll::Ready(ended),
            },
        };
        let data = if self.is_unwatched() { data } else { self.part(data) };
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

/// Bytes that are dropped once they are sent.
struct SentPart {
    bytes: Bytes,
    _room: Room,
    _unsent: Option<UnsentPart>,
}

impl AsRef<[u8]> for SentPart {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use futures_util::FutureExt;
    use http_body_util::BodyExt;

    use super::super::open_requests::OpenRequests;
    use super::super::unsent_bytes::UnsentBytes;
    use super::*;

    fn http2_body(body: Body, connection: &Arc<ConnectionRoom>) -> (SentBody, Arc<OpenRequests>) {
        let requests = Arc::new(OpenRequests::new());
        let open = Some(OpenRequest::new(&requests));
        (SentBody::new(body, connection.try_take().unwrap(), Arc::clone(connection), open), requests)
    }

    fn new_connection() -> Arc<ConnectionRoom> {
        UnsentBytes::new(Vec::new()).of_connection(None)
    }

    async fn next_part(body: &mut SentBody) -> Option<Bytes> {
        body.frame().await.map(|frame| frame.unwrap().into_data().unwrap())
    }

    #[tokio::test]
    async fn a_large_body_comes_in_small_parts_and_unchanged() {
        let sent: Vec<u8> = (0..100_000_u32).map(|n| n.to_le_bytes()[0]).collect();
        let connection = new_connection();
        let (mut body, requests) = http2_body(Body::from(sent.clone()), &connection);
        assert_eq!(body.size_hint().exact(), Some(100_000));
        let mut received = Vec::new();
        while let Some(part) = next_part(&mut body).await {
            assert!(part.len() <= HTTP2_PART_BYTES);
            received.extend_from_slice(&part);
            assert_eq!(body.size_hint().exact(), Some(100_000 - received.len() as u64));
            assert_eq!(requests.unsent_part_count(), 1);
            let left = 100_000 - (received.len() - part.len());
            assert_eq!(connection.taken_kib(), left.div_ceil(1_024));
        }
        assert_eq!(received, sent);
        assert_eq!(connection.taken_kib(), 0, "everything is sent");
        drop(body);
        assert_eq!((requests.count(), requests.unsent_part_count()), (0, 0));
    }

    #[tokio::test]
    async fn a_body_that_others_hold_takes_no_room() {
        let (connection, kept) = (new_connection(), Bytes::from(vec![7; 100_000]));
        let (mut body, requests) = http2_body(Body::from(kept.clone()), &connection);
        let first = next_part(&mut body).await.unwrap();
        assert_eq!((first.len(), connection.taken_kib(), requests.unsent_part_count()), (HTTP2_PART_BYTES, 0, 1));
        // Over HTTP/1 it goes as it is.
        let mut body = SentBody::new(Body::from(kept.clone()), Room::default(), connection, None);
        assert_eq!(next_part(&mut body).await.unwrap().as_ptr(), kept.as_ptr());
    }

    #[tokio::test]
    async fn a_streamed_part_waits_for_room_and_a_waiting_stream_has_none() {
        let (sender, mut events) = tokio::sync::mpsc::channel::<Bytes>(1);
        let stream =
            futures_util::stream::poll_fn(move |cx| events.poll_recv(cx).map(|part| part.map(Ok::<_, io::Error>)));
        let connection = new_connection();
        let (mut body, requests) = http2_body(Body::from_stream(stream), &connection);
        sender.send(Bytes::from_static(b"data: x\n\n")).await.unwrap();
        let unsent = next_part(&mut body).await.unwrap();
        assert_eq!((requests.unsent_part_count(), connection.taken_kib()), (1, 1));
        drop(unsent);
        assert!(body.frame().now_or_never().is_none());
        assert_eq!((requests.unsent_part_count(), connection.taken_kib()), (0, 0));

        let others: Vec<Room> = std::iter::from_fn(|| connection.try_take()).collect();
        sender.send(Bytes::from_static(b"data: y\n\n")).await.unwrap();
        assert!(body.frame().now_or_never().is_none(), "there is no room");
        drop(others);
        assert_eq!(next_part(&mut body).await.unwrap(), "data: y\n\n");
    }

    #[tokio::test]
    async fn a_part_over_http1_has_room_until_it_is_sent() {
        let connection = new_connection();
        let room = connection.try_take().unwrap();
        let mut body = SentBody::new(Body::from(vec![7; 100_000]), room, Arc::clone(&connection), None);
        let first = next_part(&mut body).await.unwrap();
        let second = next_part(&mut body).await.unwrap();
        assert_eq!((first.len(), second.len()), (HTTP1_PART_BYTES, 100_000 - HTTP1_PART_BYTES));
        assert!(next_part(&mut body).await.is_none());
        drop(body);
        assert_eq!(connection.taken_kib(), 98);
        drop((first, second));
        assert_eq!(connection.taken_kib(), 0);
    }
}
