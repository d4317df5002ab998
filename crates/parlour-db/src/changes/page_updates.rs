//! Tells open pages that what they watch has changed.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_domain::ids::UserId;
use parlour_domain::page_update::{NotedPageUpdates, PageUpdate};
use tokio::sync::Notify;

/// So many updates are remembered with their last change; then all are forgotten.
const MAX_REMEMBERED: usize = 4_096;

/// Who watches what in this process.
#[derive(Debug, Clone, Default)]
pub struct PageUpdates(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    watchers: Mutex<Watchers>,
    own_commits: Mutex<i64>,
}

#[derive(Debug, Default)]
struct Watchers {
    is_closed: bool,
    recent: RecentChanges,
    by_update: HashMap<PageUpdate, Vec<Watched>>,
    count_by_user: HashMap<UserId, usize>,
}

/// How far the changes of a process had come at some moment, so that a page that was made then is told of all that
/// changed since, and is not read again if nothing did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UpdatePosition {
    /// Positions of another process, also of one before a restart, mean nothing to this one.
    process: u64,
    count: u64,
}

impl fmt::Display for UpdatePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}-{}", self.process, self.count)
    }
}

impl FromStr for UpdatePosition {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (process, count) = text.split_once('-').ok_or(())?;
        let process = u64::from_str_radix(process, 16).map_err(drop)?;
        Ok(Self { process, count: count.parse().map_err(drop)? })
    }
}

/// When updates changed last, counted in changes.
#[derive(Debug)]
struct RecentChanges {
    position: UpdatePosition,
    by_update: HashMap<PageUpdate, u64>,
    boards: u64,
    all: u64,
}

impl Default for RecentChanges {
    fn default() -> Self {
        // Not from the generator of ids: tests repeat it, and two processes must still be told apart. It is no secret.
        let process = RandomState::new().hash_one(std::process::id());
        Self { position: UpdatePosition { process, count: 0 }, by_update: HashMap::new(), boards: 0, all: 0 }
    }
}

impl RecentChanges {
    fn next(&mut self) -> u64 {
        self.position.count += 1;
        self.position.count
    }

    fn remember(&mut self, changed: &NotedPageUpdates) {
        let count = self.next();
        if changed.is_all || self.by_update.len() + changed.updates.len() > MAX_REMEMBERED {
            self.all = count;
            self.by_update.clear();
        } else {
            self.by_update.extend(changed.updates.iter().map(|update| (update.clone(), count)));
        }
    }

    fn remember_boards(&mut self) {
        self.boards = self.next();
    }

    /// Whether a update may have changed after a position.
    fn has_changed(&self, update: &PageUpdate, since: UpdatePosition) -> bool {
        let own = self.by_update.get(update).copied().unwrap_or_default();
        let boards = if PageUpdate::is_board(update) { self.boards } else { 0 };
        since.process != self.position.process || self.all.max(boards).max(own) > since.count
    }
}

/// One update of a watcher, by its place among the watcher's updates.
#[derive(Debug)]
struct Watched {
    inbox: Arc<Inbox>,
    place: usize,
}

/// The changes that a watcher has not heard of yet. A update that changes several times is in it once.
#[derive(Debug, Default)]
struct Inbox {
    news: Mutex<News>,
    arrived: Notify,
}

#[derive(Debug, Default)]
struct News {
    changed: BTreeSet<usize>,
    is_closed: bool,
}

impl PageUpdates {
    /// What a page that is made from now on knows of.
    pub fn position(&self) -> UpdatePosition {
        lock(&self.0.watchers).recent.position
    }

    /// Watches updates for a user, unless the user has `most` watchers already.
    pub fn watch(&self, user: &UserId, updates: Vec<PageUpdate>, most: usize) -> Option<UpdateWatcher> {
        let mut watchers = lock(&self.0.watchers);
        let count = watchers.count_by_user.entry(user.clone()).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        let inbox = Arc::new(Inbox::default());
        lock(&inbox.news).is_closed = watchers.is_closed;
        for (place, update) in updates.iter().enumerate() {
            let watched = Watched { inbox: Arc::clone(&inbox), place };
            watchers.by_update.entry(update.clone()).or_default().push(watched);
        }
        Some(UpdateWatcher { changes: self.clone(), user: user.clone(), updates, inbox })
    }

    /// Ends all watchers, and those who come later at once.
    pub fn close(&self) {
        let mut watchers = lock(&self.0.watchers);
        watchers.is_closed = true;
        for watched in watchers.by_update.values().flatten() {
            lock(&watched.inbox.news).is_closed = true;
            watched.inbox.arrived.notify_one();
        }
    }

    pub(crate) fn publish(&self, changed: &NotedPageUpdates) {
        if changed.is_empty() {
            return;
        }
        let mut watchers = lock(&self.0.watchers);
        watchers.recent.remember(changed);
        if changed.is_all {
            watchers.by_update.values().flatten().for_each(Watched::notify);
        } else {
            changed
                .updates
                .iter()
                .filter_map(|update| watchers.by_update.get(update))
                .flatten()
                .for_each(Watched::notify);
        }
    }

    /// Who works when has changed, which every board shows.
    pub(crate) fn publish_boards(&self) {
        let mut watchers = lock(&self.0.watchers);
        watchers.recent.remember_boards();
        let boards = watchers.by_update.iter().filter(|(update, _)| PageUpdate::is_board(update));
        boards.flat_map(|(_, watched)| watched).for_each(Watched::notify);
    }

    /// How many commits of this process changed a update. Held over a commit that changed one, or staff time, so that nobody
    /// sees the commit without its count.
    pub(crate) fn lock_own_commits(&self) -> MutexGuard<'_, i64> {
        lock(&self.0.own_commits)
    }
}

impl Watched {
    fn notify(&self) {
        lock(&self.inbox.news).changed.insert(self.place);
        self.inbox.arrived.notify_one();
    }
}

/// Watches updates until it is dropped.
#[derive(Debug)]
pub struct UpdateWatcher {
    changes: PageUpdates,
    user: UserId,
    updates: Vec<PageUpdate>,
    inbox: Arc<Inbox>,
}

impl UpdateWatcher {
    /// Counts as changed what changed after a position; every update, where that is not known.
    pub fn tell_since(&self, position: Option<UpdatePosition>) {
        let watchers = lock(&self.changes.0.watchers);
        let has_changed = |update| position.is_none_or(|position| watchers.recent.has_changed(update, position));
        let changed = self.updates.iter().enumerate().filter(|(_, update)| has_changed(update));
        lock(&self.inbox.news).changed.extend(changed.map(|(place, _)| place));
    }

    /// Waits until updates have changed, and says with them up to which position this is all that changed; `None` once
    /// [`PageUpdates::close`] was called. Nothing is lost if the future is dropped.
    pub async fn changed(&self) -> Option<(UpdatePosition, Vec<&PageUpdate>)> {
        loop {
            let position = self.changes.position();
            {
                let mut news = lock(&self.inbox.news);
                if news.is_closed {
                    return None;
                }
                if !news.changed.is_empty() {
                    let places = std::mem::take(&mut news.changed);
                    let updates = places.into_iter().filter_map(|place| self.updates.get(place)).collect();
                    return Some((position, updates));
                }
            }
            self.inbox.arrived.notified().await;
        }
    }
}

impl Drop for UpdateWatcher {
    fn drop(&mut self) {
        let mut watchers = lock(&self.changes.0.watchers);
        for update in &self.updates {
            if let Some(watched) = watchers.by_update.get_mut(update) {
                watched.retain(|watched| !Arc::ptr_eq(&watched.inbox, &self.inbox));
                if watched.is_empty() {
                    watchers.by_update.remove(update);
                }
            }
        }
        if let Some(count) = watchers.count_by_user.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                watchers.count_by_user.remove(&self.user);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use parlour_domain::page_update::MAX_UPDATES;
    use tokio::time::timeout;

    use super::*;

    fn update(name: &str) -> PageUpdate {
        PageUpdate::parse(name).unwrap()
    }

    fn updates(names: &[&str]) -> NotedPageUpdates {
        NotedPageUpdates { updates: names.iter().map(|name| update(name)).collect(), is_all: false }
    }

    const BOARD: &str = "board:pune:2027-03-05";

    fn watch(changes: &PageUpdates, names: &[&str]) -> UpdateWatcher {
        changes.watch(&UserId::new("asha"), names.iter().map(|name| update(name)).collect(), 3).unwrap()
    }

    /// What the watcher has not heard yet; empty if there is nothing.
    async fn news(watcher: &UpdateWatcher) -> Vec<String> {
        let heard = timeout(Duration::from_millis(20), watcher.changed()).await;
        heard.map_or_else(|_| Vec::new(), |heard| heard.unwrap().1.into_iter().map(ToString::to_string).collect())
    }

    #[tokio::test]
    async fn a_watcher_hears_of_its_updates_once() {
        let changes = PageUpdates::default();
        let watcher = watch(&changes, &["requests", BOARD]);
        changes.publish(&updates(&["leads", "customer:asha", "board:pune:2027-03-06"]));
        assert_eq!(news(&watcher).await, Vec::<String>::new());
        changes.publish(&updates(&[BOARD, "leads"]));
        changes.publish(&updates(&[BOARD]));
        assert_eq!(news(&watcher).await, [BOARD]);
        assert_eq!(news(&watcher).await, Vec::<String>::new());
        changes.publish_boards();
        assert_eq!(news(&watcher).await, [BOARD]);
        changes.publish(&NotedPageUpdates::all());
        assert_eq!(news(&watcher).await, ["requests", BOARD]);
    }

    #[tokio::test]
    async fn a_watcher_is_told_what_changed_since_a_position() {
        let changes = PageUpdates::default();
        changes.publish(&updates(&["leads"]));
        let made = changes.position();
        let since = async |position: Option<UpdatePosition>| {
            let watcher = watch(&changes, &["requests", "leads", BOARD]);
            watcher.tell_since(position);
            news(&watcher).await
        };
        assert_eq!(since(Some(made)).await, Vec::<String>::new());
        changes.publish(&updates(&["requests", "customer:ravi"]));
        assert_eq!(since(Some(made)).await, ["requests"]);
        changes.publish_boards();
        assert_eq!(since(Some(made)).await, ["requests", BOARD]);
        assert_eq!(since(Some(changes.position())).await, Vec::<String>::new());
        let everything = ["requests", "leads", BOARD];
        assert_eq!(since(None).await, everything);
        assert_eq!(since(Some(PageUpdates::default().position())).await, everything, "of another process");
        let before = changes.position();
        for round in 0..MAX_REMEMBERED / MAX_UPDATES {
            let mut changed = NotedPageUpdates::default();
            (0..MAX_UPDATES).for_each(|number| changed.insert(update(&format!("customer:{round}-{number}"))));
            changes.publish(&changed);
        }
        assert_eq!(since(Some(before)).await, everything, "too many to be remembered");
        assert!(lock(&changes.0.watchers).recent.by_update.len() <= MAX_REMEMBERED);
    }

    #[test]
    fn a_position_is_read_as_it_was_written() {
        let position = UpdatePosition { process: u64::MAX - 3, count: 12 };
        assert_eq!(position.to_string().parse(), Ok(position));
        for wrong in ["", "undefined", "12", "g-1", "1-", "1--1", "1-99999999999999999999"] {
            assert_eq!(wrong.parse::<UpdatePosition>(), Err(()), "{wrong}");
        }
    }

    #[tokio::test]
    async fn a_dropped_watcher_leaves_nothing_behind() {
        let changes = PageUpdates::default();
        let watchers = [(); 3].map(|()| watch(&changes, &["leads"]));
        assert!(changes.watch(&UserId::new("asha"), vec![update("leads")], 3).is_none());
        assert!(changes.watch(&UserId::new("ravi"), vec![update("leads")], 3).is_some());
        drop(watchers);
        let watchers = lock(&changes.0.watchers);
        assert!(watchers.by_update.is_empty() && watchers.count_by_user.is_empty());
    }

    #[tokio::test]
    async fn closing_ends_watchers_before_and_after() {
        let changes = PageUpdates::default();
        let before = watch(&changes, &["leads"]);
        let waiting = async {
            tokio::task::yield_now().await;
            changes.close();
        };
        let (heard, ()) = tokio::join!(before.changed(), waiting);
        assert_eq!(heard, None);
        assert_eq!(watch(&changes, &["leads"]).changed().await, None);
    }
}
