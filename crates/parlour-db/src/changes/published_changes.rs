//! What a committed transaction changed, made known to this process at once and to others soon after.

use std::any::Any;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::parse_date;
use parlour_domain::page_update::NotedPageUpdates;

use super::staff_days::{StaffDay, StaffDayChange};
use super::topics::{CacheGenerations, CacheTopicSet};
use crate::error::DbError;
use crate::params;
use crate::postgres::expected_numbers::NumberTurn;
use crate::postgres::session::{PgSession, PostgresConnector};
use crate::threads::spawn_thread;

/// What a transaction changed of the data that is kept in memory or watched.
#[derive(Debug, Default)]
pub(crate) struct TransactionChanges {
    pub(crate) topics: CacheTopicSet,
    pub(crate) staff_days: Vec<(StaffDay, StaffDayChange)>,
    pub(crate) page_updates: NotedPageUpdates,
    /// What follows from rows that are there only after the commit.
    page_updates_by_rows: PageUpdatesByRows,
    /// The counters of which this took numbers, on Postgres.
    pub(crate) number_turns: Vec<NumberTurn>,
    pub(crate) until_known: KeptValues,
    /// Whether what was overwritten or deleted must not stay in the files of `SQLite`.
    pub(crate) erases: bool,
    /// Whether the file of `SQLite` is to be rewritten, however large it is.
    pub(crate) rewrites_file: bool,
}

/// Dropped when the transaction was rolled back, or when its changes are known in this process.
#[derive(Default)]
pub(crate) struct KeptValues(Vec<Box<dyn Any + Send>>);

impl KeptValues {
    pub(crate) fn push(&mut self, value: impl Any + Send) {
        self.0.push(Box::new(value));
    }
}

impl fmt::Debug for KeptValues {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} values", self.0.len())
    }
}

/// Adds the page updates that follow from rows.
type AddPageUpdates = Box<dyn FnOnce(&mut NotedPageUpdates) -> Result<(), DbError> + Send>;

#[derive(Default)]
struct PageUpdatesByRows(Vec<AddPageUpdates>);

impl fmt::Debug for PageUpdatesByRows {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "rows of {} statements", self.0.len())
    }
}

impl TransactionChanges {
    /// Notes that page updates follow from rows which are not there yet.
    pub(crate) fn note_page_updates_of_rows(
        &mut self,
        add_updates: impl FnOnce(&mut NotedPageUpdates) -> Result<(), DbError> + Send + 'static,
    ) {
        self.page_updates_by_rows.0.push(Box::new(add_updates));
    }

    /// Reads the rows, after the commit.
    pub(crate) fn add_page_updates_of_rows(&mut self) {
        for add_updates in std::mem::take(&mut self.page_updates_by_rows.0) {
            if let Err(error) = add_updates(&mut self.page_updates) {
                tracing::error!(%error, "rows of a committed statement cannot be read");
                self.page_updates = NotedPageUpdates::all();
            }
        }
    }

    /// Lets others take the next numbers, after the commit.
    pub(crate) fn commit_numbers(&mut self) {
        std::mem::take(&mut self.number_turns).into_iter().for_each(NumberTurn::commit);
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.topics = self.topics.with(other.topics);
        self.staff_days.extend(other.staff_days);
        self.page_updates.add(other.page_updates);
        self.page_updates_by_rows.0.extend(other.page_updates_by_rows.0);
        self.number_turns.extend(other.number_turns);
        self.until_known.0.extend(other.until_known.0);
        self.erases |= other.erases;
        self.rewrites_file |= other.rewrites_file;
    }

    pub(crate) fn note_staff_day(&mut self, day: StaffDay, change: StaffDayChange) {
        self.staff_days.push((day, change));
    }
}

impl CacheGenerations {
    pub(crate) fn publish(&self, changes: &TransactionChanges) {
        self.advance(changes.topics);
        self.staff_days().advance_by_own_commit(&changes.staff_days);
        // Last: whoever is told of a change must not find the old state in memory.
        self.page_updates().publish(&changes.page_updates);
    }
}

/// How many changes may wait to be sent. A process that hears of more takes all as changed.
const QUEUE_CAPACITY: usize = 1_024;
/// Changes of this time are sent together.
const BATCH_DURATION: Duration = Duration::from_millis(15);
const RETRY_AFTER: Duration = Duration::from_millis(500);
/// The server takes at most 8,000 bytes.
const MAX_PAYLOAD_BYTES: usize = 7_000;
pub(crate) const STAFF_DAYS_CHANNEL: &str = "parlour_staff_days";
pub(crate) const PAGE_UPDATE_CHANNEL: &str = "parlour_live";
/// Sent instead of a list that would be too long.
const ALL_DAYS: &str = "*";

/// What other processes are told of.
#[derive(Debug)]
enum OutgoingChange {
    StaffDay(StaffDay),
    PageUpdates(NotedPageUpdates),
}

/// Tells other processes on the same Postgres which days and topics have changed. It does so after the commit and on a
/// connection of its own: a notification inside the transaction would make all commits of the server wait for each other.
#[derive(Debug, Clone)]
pub(crate) struct ChangeSender {
    queue: Sender<OutgoingChange>,
    /// The server's number for the sending connection, by which the own messages are known.
    connection_number: Arc<AtomicI32>,
}

impl ChangeSender {
    pub(crate) fn start(connector: Arc<PostgresConnector>) -> Result<Self, DbError> {
        let (queue, changes) = bounded(QUEUE_CAPACITY);
        let connection_number = Arc::new(AtomicI32::new(0));
        let own = Arc::clone(&connection_number);
        // Not joined: it ends when the last sender is dropped.
        spawn_thread("db-notifier", move || send_until_closed(PgSession::new(connector), &changes, &own))?;
        Ok(Self { queue, connection_number })
    }

    /// Waits where the queue is full, which it is only while the server does not answer.
    pub(crate) fn send(&self, changes: TransactionChanges) {
        let days = changes.staff_days.into_iter().map(|(day, _)| OutgoingChange::StaffDay(day));
        let page_updates =
            (!changes.page_updates.is_empty()).then_some(OutgoingChange::PageUpdates(changes.page_updates));
        for change in days.chain(page_updates) {
            // An error means that the process ends.
            let _ = self.queue.send_timeout(change, BATCH_DURATION);
        }
    }

    pub(crate) fn is_own(&self, connection_number: i32) -> bool {
        self.connection_number.load(Ordering::Acquire) == connection_number
    }
}

fn send_until_closed(mut session: PgSession, changes: &Receiver<OutgoingChange>, connection_number: &AtomicI32) {
    while let Ok(first) = changes.recv() {
        std::thread::sleep(BATCH_DURATION);
        let (mut days, mut page_updates) = (HashSet::new(), NotedPageUpdates::default());
        for change in std::iter::once(first).chain(changes.try_iter()) {
            match change {
                OutgoingChange::StaffDay(day) => _ = days.insert(day),
                OutgoingChange::PageUpdates(noted) => page_updates.add(noted),
            }
        }
        let days = (!days.is_empty()).then(|| (STAFF_DAYS_CHANNEL, payload_of(&days)));
        let page_updates =
            (!page_updates.is_empty()).then(|| (PAGE_UPDATE_CHANNEL, page_updates.to_payload(MAX_PAYLOAD_BYTES)));
        for message in days.iter().chain(&page_updates) {
            // Others read again within a minute anyway, so one more attempt is enough.
            if notify(&mut session, message, connection_number).is_err() {
                std::thread::sleep(RETRY_AFTER);
                if let Err(error) = notify(&mut session, message, connection_number) {
                    tracing::debug!(%error, "other processes could not be told of changes");
                }
            }
        }
    }
}

fn notify(
    session: &mut PgSession,
    (channel, payload): &(&'static str, String),
    connection_number: &AtomicI32,
) -> Result<(), DbError> {
    if session.connect()? {
        let number = session.query("select pg_backend_pid()", params![])?.first().map_or(0, |row| row.get(0));
        connection_number.store(number, Ordering::Release);
    }
    session.query("select pg_notify($1, $2)", params![*channel, payload]).map(drop)
}

fn payload_of(days: &HashSet<StaffDay>) -> String {
    let lines: Vec<String> = days.iter().map(|day| format!("{} {}", day.date, day.branch_id)).collect();
    let payload = lines.join("\n");
    if payload.len() > MAX_PAYLOAD_BYTES { ALL_DAYS.to_owned() } else { payload }
}

/// The days of another process's message; `None` for all of them.
pub(crate) fn read_payload(payload: &str) -> Option<Vec<StaffDay>> {
    let day = |line: &str| {
        let (date, branch) = line.split_once(' ')?;
        Some(StaffDay { branch_id: BranchId::new(branch), date: parse_date(date)? })
    };
    payload.lines().map(day).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(count: usize) -> HashSet<StaffDay> {
        let date = parse_date("2027-03-05").unwrap();
        (0..count).map(|number| StaffDay { branch_id: BranchId::new(format!("branch {number}")), date }).collect()
    }

    #[test]
    fn days_are_read_as_they_were_sent() {
        let sent = days(3);
        assert_eq!(read_payload(&payload_of(&sent)).map(|read| read.into_iter().collect()), Some(sent));
        assert_eq!(read_payload(&payload_of(&days(2_000))), None);
        assert_eq!(read_payload("nonsense"), None);
    }
}
