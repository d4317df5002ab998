//! Bounds what requests and their answers take in memory until the clients have taken them.
//!
//! A request reserves room before it is handled. Its answer keeps as much of that as it needs, and gives it back part by
//! part as the parts are sent. Answers that many clients share, such as the catalogue in memory, need none.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ipnet::IpNet;
use parlour_http::limits::ClientKey;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

const KIB: usize = 1_024;
/// What a request reserves, and each part of an answer that is streamed. Pages and lists in memory are about as large.
const ROOM_KIB: u32 = 128;
/// Of one connection: sixteen requests that are answered at once. Others wait for those.
const CONNECTION_KIB: usize = 2 * 1_024;
/// Of one client, so that nobody takes all there is. A trusted proxy, which connects for many, has so much for each of its
/// connections.
const CLIENT_KIB: usize = 24 * 1_024;
const ALL_KIB: usize = 96 * 1_024;
/// A request that waits longer for others is refused.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// Of the heads of requests that wait on one connection.
const MAX_WAITING_BYTES: usize = 256 * KIB;
const WARNING_INTERVAL: Duration = Duration::from_mins(1);

/// What all connections of both apps may take together.
#[derive(Debug)]
pub(super) struct UnsentBytes {
    all: Arc<Semaphore>,
    clients: Mutex<HashMap<ClientKey, ClientEntry>>,
    trusted_proxies: Vec<IpNet>,
    max_wait: Duration,
    last_warning: Mutex<Option<Instant>>,
}

/// A client with open connections.
#[derive(Debug)]
struct ClientEntry {
    room: Arc<Semaphore>,
    connections: usize,
}

impl UnsentBytes {
    pub(super) fn new(trusted_proxies: Vec<IpNet>) -> Arc<Self> {
        Self::with_max_wait(trusted_proxies, MAX_WAIT)
    }

    fn with_max_wait(trusted_proxies: Vec<IpNet>, max_wait: Duration) -> Arc<Self> {
        let (all, clients) = (Arc::new(Semaphore::new(ALL_KIB)), Mutex::default());
        Arc::new(Self { all, clients, trusted_proxies, max_wait, last_warning: Mutex::default() })
    }

    /// The room of a new connection. Without an address it counts for no client.
    pub(super) fn of_connection(self: &Arc<Self>, client: Option<IpAddr>) -> Arc<ConnectionRoom> {
        let client = client.map(|client| client.to_canonical());
        let is_proxy = |client: IpAddr| self.trusted_proxies.iter().any(|proxies| proxies.contains(&client));
        let (own_kib, client) = match client {
            Some(client) if is_proxy(client) => (CLIENT_KIB, None),
            Some(client) => (CONNECTION_KIB, Some(self.client_room(client.into()))),
            None => (CONNECTION_KIB, None),
        };
        let (own, waiting_bytes) = (Arc::new(Semaphore::new(own_kib)), AtomicUsize::new(0));
        Arc::new(ConnectionRoom { own, client, in_all: Arc::clone(self), waiting_bytes })
    }

    fn client_room(&self, client: ClientKey) -> (ClientKey, Arc<Semaphore>) {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || ClientEntry { room: Arc::new(Semaphore::new(CLIENT_KIB)), connections: 0 };
        let entry = clients.entry(client).or_insert_with(new);
        entry.connections += 1;
        (client, Arc::clone(&entry.room))
    }

    fn forget_connection(&self, client: ClientKey) {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = clients.get_mut(&client) {
            entry.connections -= 1;
            if entry.connections == 0 {
                clients.remove(&client);
            }
        }
    }

    /// At most once a minute: whoever causes it can cause much of it.
    fn warn_of_refusal(&self) {
        let mut last = self.last_warning.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| last.elapsed() >= WARNING_INTERVAL) {
            *last = Some(Instant::now());
            tracing::warn!("clients do not take their answers fast enough; requests are refused until they do");
        }
    }
}

/// What one connection may take.
#[derive(Debug)]
pub(super) struct ConnectionRoom {
    own: Arc<Semaphore>,
    client: Option<(ClientKey, Arc<Semaphore>)>,
    in_all: Arc<UnsentBytes>,
    waiting_bytes: AtomicUsize,
}

/// There is no room for a request, and others do not make any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NoRoom;

impl ConnectionRoom {
    #[cfg(test)]
    pub(super) fn taken_kib(&self) -> usize {
        CONNECTION_KIB - self.own.available_permits()
    }

    /// In the order in which they are taken: whoever waits for the others of the client, or for all, keeps the own.
    fn limits(&self) -> [Option<&Arc<Semaphore>>; 3] {
        [Some(&self.own), self.client.as_ref().map(|(_, room)| room), Some(&self.in_all.all)]
    }

    /// Room for a request or for a part, if it is there at once.
    pub(super) fn try_take(&self) -> Option<Room> {
        let mut room = Room::default();
        for (limit, taken) in self.limits().into_iter().zip(&mut room.0) {
            if let Some(limit) = limit {
                *taken = Some(Arc::clone(limit).try_acquire_many_owned(ROOM_KIB).ok()?);
            }
        }
        Some(room)
    }

    /// Room for a part of an answer, when there is some.
    pub(super) async fn take(&self) -> Room {
        let mut room = Room::default();
        for (limit, taken) in self.limits().into_iter().zip(&mut room.0) {
            if let Some(limit) = limit {
                // Nobody closes it.
                *taken = Arc::clone(limit).acquire_many_owned(ROOM_KIB).await.ok();
            }
        }
        room
    }

    /// Room for a request with a head of this size. It waits as long as its own connection has to, and a little longer
    /// for other connections.
    pub(super) async fn take_for_request(&self, head_bytes: usize) -> Result<Room, NoRoom> {
        let waiting = WaitingHead::of(self, head_bytes).ok_or(NoRoom)?;
        let own = Arc::clone(&self.own).acquire_many_owned(ROOM_KIB).await.ok();
        // Given back to take it together with the others would put it at the end of the queue.
        let [_, client, all] = self.limits();
        let others = async {
            let mut room = Room([own, None, None]);
            for (limit, taken) in [client, all].into_iter().zip(&mut room.0[1..]) {
                if let Some(limit) = limit {
                    *taken = Arc::clone(limit).acquire_many_owned(ROOM_KIB).await.ok();
                }
            }
            room
        };
        let room = timeout(self.in_all.max_wait, others).await;
        drop(waiting);
        room.map_err(|_| {
            self.in_all.warn_of_refusal();
            NoRoom
        })
    }
}

impl Drop for ConnectionRoom {
    fn drop(&mut self) {
        if let Some((client, _)) = self.client {
            self.in_all.forget_connection(client);
        }
    }
}

/// The head of a request that waits, which is memory too.
struct WaitingHead<'a> {
    connection: &'a ConnectionRoom,
    bytes: usize,
}

impl<'a> WaitingHead<'a> {
    fn of(connection: &'a ConnectionRoom, bytes: usize) -> Option<Self> {
        let before = connection.waiting_bytes.fetch_add(bytes, Ordering::Relaxed);
        let waiting = Self { connection, bytes };
        (before + bytes <= MAX_WAITING_BYTES).then_some(waiting)
    }
}

impl Drop for WaitingHead<'_> {
    fn drop(&mut self) {
        self.connection.waiting_bytes.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Room that is taken: of the connection, of its client, and of all. It is given back when dropped.
#[derive(Debug, Default)]
pub(super) struct Room([Option<OwnedSemaphorePermit>; 3]);

impl Room {
    /// Gives back what so many bytes do not need. What they need more is taken as far as it is there: they are in memory
    /// already.
    pub(super) fn fit(&mut self, bytes: usize) {
        let needed = kib(bytes);
        for permit in self.0.iter_mut().flatten() {
            let have = permit.num_permits();
            if have > needed {
                drop(permit.split(have - needed));
            } else {
                let limit = Arc::clone(permit.semaphore());
                let more = u32::try_from((needed - have).min(limit.available_permits())).unwrap_or(u32::MAX);
                if let Ok(more) = limit.try_acquire_many_owned(more) {
                    permit.merge(more);
                }
            }
        }
    }

    /// The room of so many of its bytes.
    #[must_use]
    pub(super) fn split(&mut self, bytes: usize) -> Self {
        let needed = kib(bytes);
        let mut part = Self::default();
        for (permit, taken) in self.0.iter_mut().zip(&mut part.0) {
            *taken = permit.as_mut().and_then(|permit| permit.split(needed.min(permit.num_permits())));
        }
        part
    }
}

fn kib(bytes: usize) -> usize {
    bytes.div_ceil(KIB)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn take_all(connection: &ConnectionRoom) -> Vec<Room> {
        std::iter::from_fn(|| connection.try_take()).collect()
    }

    #[test]
    fn a_connection_a_client_and_all_together_have_limits() {
        let unsent = UnsentBytes::new(vec!["10.0.0.0/8".parse().unwrap()]);
        let per_room = ROOM_KIB as usize;
        let connections = |client: &str, count: usize| -> Vec<_> {
            (0..count).map(|_| unsent.of_connection(Some(address(client)))).collect()
        };
        let one = unsent.of_connection(Some(address("203.0.113.7")));
        let taken = take_all(&one);
        assert_eq!(taken.len(), CONNECTION_KIB / per_room);
        let others = connections("203.0.113.7", 20);
        let rest: Vec<Room> = others.iter().flat_map(|other| take_all(other)).collect();
        assert_eq!(taken.len() + rest.len(), CLIENT_KIB / per_room);
        // Somebody else, and a proxy, which may take all that is left.
        assert!(unsent.of_connection(Some(address("203.0.113.8"))).try_take().is_some());
        let proxied: Vec<Room> = connections("10.1.2.3", 100).iter().flat_map(|one| take_all(one)).collect();
        assert_eq!(taken.len() + rest.len() + proxied.len(), ALL_KIB / per_room);
        assert!(unsent.of_connection(Some(address("203.0.113.8"))).try_take().is_none());
        drop((taken, rest, proxied));
        assert_eq!(unsent.all.available_permits(), ALL_KIB);
        drop((one, others));
        assert!(unsent.clients.lock().unwrap().is_empty(), "nobody is remembered");
    }

    #[tokio::test]
    async fn a_request_waits_for_its_own_connection_and_not_long_for_others() {
        let unsent = UnsentBytes::with_max_wait(Vec::new(), Duration::from_millis(50));
        let busy = unsent.of_connection(Some(address("203.0.113.7")));
        let mut taken = take_all(&busy);
        let mut waiting = Box::pin(busy.take_for_request(500));
        assert!(timeout(2 * unsent.max_wait, &mut waiting).await.is_err(), "the connection has to send first");
        taken.pop();
        assert!(waiting.now_or_never().unwrap().is_ok());

        let others: Vec<_> = (0..20).map(|_| unsent.of_connection(Some(address("203.0.113.7")))).collect();
        let _rest: Vec<Room> = others.iter().flat_map(|other| take_all(other)).collect();
        let new = unsent.of_connection(Some(address("203.0.113.7")));
        assert_eq!(new.take_for_request(500).await.unwrap_err(), NoRoom);
        assert_eq!(new.own.available_permits(), CONNECTION_KIB, "what it had is given back");
    }

    #[tokio::test]
    async fn heads_of_waiting_requests_are_limited() {
        let unsent = UnsentBytes::new(Vec::new());
        let busy = unsent.of_connection(None);
        let _taken = take_all(&busy);
        let mut first = Box::pin(busy.take_for_request(MAX_WAITING_BYTES - 10));
        assert!((&mut first).now_or_never().is_none());
        assert!(matches!(busy.take_for_request(11).now_or_never(), Some(Err(NoRoom))));
        drop(first);
        assert!(busy.take_for_request(11).now_or_never().is_none(), "it waits again");
    }

    #[test]
    fn room_is_given_back_as_parts_are_sent() {
        let unsent = UnsentBytes::new(Vec::new());
        let connection = unsent.of_connection(Some(address("203.0.113.7")));
        let used = || connection.taken_kib();
        let mut room = connection.try_take().unwrap();
        room.fit(40_000);
        assert_eq!(used(), 40);
        let part = room.split(16 * KIB);
        let rest = room.split(1_000_000);
        drop(part);
        assert_eq!((used(), kib(40_000 - 16 * KIB)), (24, 24));
        drop(rest);
        assert_eq!(used(), 0);

        // A large answer takes what there is, and no more.
        let mut room = connection.try_take().unwrap();
        room.fit(500 * KIB);
        assert_eq!(used(), 500);
        let mut other = connection.try_take().unwrap();
        other.fit(10_000 * KIB);
        assert_eq!(used(), CONNECTION_KIB);
        drop((room, other));
        assert_eq!((used(), unsent.all.available_permits()), (0, ALL_KIB));
    }
}
