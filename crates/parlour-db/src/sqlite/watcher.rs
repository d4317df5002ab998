//! Looks whether another process has written to the same `SQLite` file.

use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};
use rusqlite::Connection;

use parlour_domain::page_update::NotedPageUpdates;

use crate::changes::topic_counters::TopicCounters;
use crate::conn::{Conn, Session};
use crate::page_updates::PageUpdates;
use crate::topics::CacheGenerations;

const POLL_INTERVAL: Duration = Duration::from_millis(50);
const READ_STAFF_TIME_CHANGES: &str = "select version from change_counters where topic = 'staff_time'";
const READ_PAGE_UPDATES: &str = "select version from change_counters where topic = 'live'";

/// Detects commits of other connections, also of other processes, and reads which topics have changed.
pub(super) struct ChangeWatcher {
    connection: Connection,
    data_version: Option<i64>,
    seen: TopicCounters,
    staff_time_changes_by_others: i64,
    page_updates_by_others: i64,
}

impl ChangeWatcher {
    /// The first poll is taken here, before anybody can have read what later turns out to be old.
    pub(super) fn new(connection: Connection, generations: &CacheGenerations) -> Self {
        let mut watcher = Self {
            connection,
            data_version: None,
            seen: TopicCounters::default(),
            staff_time_changes_by_others: 0,
            page_updates_by_others: 0,
        };
        watcher.poll(generations);
        watcher
    }

    pub(super) fn watch(mut self, stop: &Receiver<()>, generations: &CacheGenerations) {
        while stop.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            self.poll(generations);
        }
    }

    /// The file tells that something was written, not what or by whom. Staff time that others wrote may be of any day.
    fn poll(&mut self, generations: &CacheGenerations) {
        let version = self.connection.query_row("pragma data_version", [], |row| row.get(0)).ok();
        if version.is_some() && version == self.data_version {
            return;
        }
        let Ok(now) = TopicCounters::read(&mut Conn::new(Session::Sqlite(&self.connection))) else { return };
        generations.advance(now.changed_since(&self.seen));
        let by_others = {
            // Held, so that a commit of this process is not seen without being counted as its own: under load every poll
            // would take it for somebody else's and throw the days in memory away.
            let _own_commits = generations.page_updates().lock_own_commits();
            let counted = self.connection.query_row(READ_STAFF_TIME_CHANGES, [], |row| row.get(0)).unwrap_or(0_i64);
            counted - generations.staff_days().own_commits()
        };
        if by_others != self.staff_time_changes_by_others {
            generations.staff_days().advance_all();
        }
        (self.data_version, self.seen, self.staff_time_changes_by_others) = (version, now, by_others);
        self.poll_page_updates(generations.page_updates());
    }

    fn poll_page_updates(&mut self, page_updates: &PageUpdates) {
        let own_commits = page_updates.lock_own_commits();
        let counted = match self.connection.query_row(READ_PAGE_UPDATES, [], |row| row.get::<_, i64>(0)) {
            Ok(counted) => counted,
            Err(rusqlite::Error::QueryReturnedNoRows) => 0,
            Err(_) => {
                // The next poll looks again.
                self.data_version = None;
                return;
            }
        };
        let by_others = counted - *own_commits;
        drop(own_commits);
        if by_others != self.page_updates_by_others {
            self.page_updates_by_others = by_others;
            page_updates.publish(&NotedPageUpdates::all());
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use parlour_domain::ids::BranchId;

    use super::*;
    use crate::sqlite::open_read_only;
    use crate::staff_days::{ChangesSince, StaffDay, StaffDayChange};
    use crate::{DatabaseLocation, Db, DbError};

    fn friday_of(branch: &str) -> StaffDay {
        StaffDay { branch_id: BranchId::new(branch), date: NaiveDate::from_ymd_opt(2027, 3, 5).unwrap() }
    }

    async fn change_staff_time(db: &Db) {
        let changed = db.write(|tx| -> Result<(), DbError> {
            tx.note_changed_staff_day(friday_of("busy"), StaffDayChange::Rewritten);
            Ok(())
        });
        changed.await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn days_stay_in_memory_while_this_process_writes_and_not_while_others_do() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("parlour.db");
        let location = DatabaseLocation::Sqlite(file.clone());
        let (own, other) = (Db::open(&location, None).unwrap(), Db::open(&location, None).unwrap());
        let seen = |version| own.generations().staff_days().changes_since(&friday_of("quiet"), version);

        let mut watcher = ChangeWatcher::new(open_read_only(&file).unwrap(), own.generations());
        let before = own.generations().staff_days().latest();
        let writer = {
            let own = own.clone();
            tokio::spawn(async move {
                for _ in 0..500 {
                    change_staff_time(&own).await;
                }
            })
        };
        while !writer.is_finished() {
            watcher.poll(own.generations());
            tokio::task::yield_now().await;
        }
        writer.await.unwrap();
        watcher.poll(own.generations());
        assert_eq!(seen(before), ChangesSince::Nothing, "another day was not touched");

        change_staff_time(&other).await;
        watcher.poll(own.generations());
        assert_eq!(seen(before), ChangesSince::Rewritten);
    }
}
