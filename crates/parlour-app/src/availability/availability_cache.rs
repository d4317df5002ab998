//! What free times depend on, in memory: who works and when they are occupied, for each day of a live branch that was
//! asked for. It follows every commit, so that free times need no database.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use chrono::NaiveDate;
use parlour_domain::booking::availability::{BranchDay, CellRange};
use parlour_domain::ids::{BranchId, ServiceId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::bookings::occupancy::{self, OccupiedTimeQuery};
use parlour_store::branches::branch_records::{self, BranchBookingRules};
use parlour_store::branches::holidays;
use parlour_store::cache_topics::{CacheTopic, ChangesSince, StaffDay, TakenTime};
use parlour_store::catalogue::catalogue_records::{self, BookableService};
use parlour_store::staff::roster;
use parlour_store::staff::staff_records::{self, BookableStaffMember};
use parlour_store::{Conn, Db, DbError};

use super::branch_day::rostered_members;
use super::given_times::GivenTimes;

/// A day takes about 3 kB for 20 members of staff.
const MAX_DAYS: usize = 4_000;
const MAX_BRANCHES: usize = 2_000;

/// Shared by everything that asks for free times.
#[derive(Debug, Clone)]
pub struct AvailabilityCache(Arc<Memory>);

#[derive(Debug)]
struct Memory {
    db: Db,
    days: RwLock<HashMap<StaffDay, Arc<CachedDay>>>,
    branches: RwLock<HashMap<BranchId, Arc<CachedBranch>>>,
    catalogue: RwLock<Option<Arc<CachedCatalogue>>>,
    given: GivenTimes,
}

/// A day as it was read, brought up to date by what was taken since.
#[derive(Debug, Clone)]
struct CachedDay {
    day: Arc<BranchDay>,
    /// Of who works when.
    roster_generation: u64,
    /// Of the occupied time.
    version: u64,
    read_at: Timestamp,
    /// When the first held time expires, if any is held.
    valid_until: Option<Timestamp>,
}

#[derive(Debug)]
pub(super) struct CachedBranch {
    generation: u64,
    pub(super) rules: BranchBookingRules,
    /// Those who are active.
    pub(super) staff: HashSet<StaffId>,
    /// Those whom customers can ask for.
    pub(super) salon_staff: Vec<BookableStaffMember>,
    pub(super) spa_staff: Vec<BookableStaffMember>,
    /// Those who have working hours.
    pub(super) rostered_staff: HashSet<StaffId>,
    /// The days on which it stays closed, by name.
    pub(super) holidays: HashMap<NaiveDate, String>,
}

#[derive(Debug)]
pub(super) struct CachedCatalogue {
    generation: u64,
    pub(super) services: HashMap<ServiceId, BookableService>,
}

/// Everything that the free times of a day depend on. While it stays equal, so do the answers to all questions.
#[derive(Debug, Clone)]
pub struct DayState {
    day: Arc<BranchDay>,
    branch: Arc<CachedBranch>,
    catalogue: Arc<CachedCatalogue>,
    /// How much of the day is over.
    begun: CellRange,
}

impl PartialEq for DayState {
    /// What is in memory is replaced, never changed.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.day, &other.day)
            && Arc::ptr_eq(&self.branch, &other.branch)
            && Arc::ptr_eq(&self.catalogue, &other.catalogue)
            && self.begun == other.begun
    }
}

impl AvailabilityCache {
    pub fn new(db: Db) -> Self {
        let (days, branches, catalogue, given) = Default::default();
        Self(Arc::new(Memory { db, days, branches, catalogue, given }))
    }

    /// What the free times of a day depend on now, if all of it is in memory.
    pub fn state_of(&self, branch: &BranchId, date: NaiveDate, now: Timestamp) -> Option<DayState> {
        Some(DayState {
            day: self.recall(branch, date, now)?,
            branch: self.recall_branch(branch)?,
            catalogue: self.recall_catalogue()?,
            begun: CellRange::begun_by(date, now),
        })
    }

    pub(super) fn given_times(&self) -> &GivenTimes {
        &self.0.given
    }

    /// The days, from memory as far as they are there.
    pub(super) async fn days(
        &self,
        branch: &BranchId,
        dates: &[NaiveDate],
        now: Timestamp,
    ) -> Result<Vec<Arc<BranchDay>>, DbError> {
        let known: Vec<Option<Arc<BranchDay>>> = dates.iter().map(|date| self.recall(branch, *date, now)).collect();
        let missing = dates.iter().zip(&known).filter(|(_, known)| known.is_none());
        let missing: Vec<NaiveDate> = missing.map(|(date, _)| *date).collect();
        let mut read = self.read_days(branch, missing, now).await?.into_iter();
        Ok(known.into_iter().filter_map(|known| known.or_else(|| read.next())).collect())
    }

    /// A day of a live branch as it is after the last commit, if it is in memory.
    pub(crate) fn recall(&self, branch: &BranchId, date: NaiveDate, now: Timestamp) -> Option<Arc<BranchDay>> {
        let key = StaffDay { branch_id: branch.clone(), date };
        let cached = read_lock(&self.0.days).get(&key).cloned()?;
        let generations = self.0.db.generations();
        let is_due = now < cached.read_at || cached.valid_until.is_some_and(|until| now >= until);
        if is_due || cached.roster_generation != generations.of(CacheTopic::Rosters) {
            return None;
        }
        match generations.staff_days().changes_since(&key, cached.version) {
            ChangesSince::Nothing => Some(Arc::clone(&cached.day)),
            ChangesSince::Rewritten => None,
            ChangesSince::Taken(taken, version) => {
                let followed = Arc::new(cached.after(&taken, version, now));
                write_lock(&self.0.days).insert(key, Arc::clone(&followed));
                Some(Arc::clone(&followed.day))
            }
        }
    }

    async fn read_days(
        &self,
        branch: &BranchId,
        dates: Vec<NaiveDate>,
        now: Timestamp,
    ) -> Result<Vec<Arc<BranchDay>>, DbError> {
        if dates.is_empty() {
            return Ok(Vec::new());
        }
        // Before the read, so that a write during the read is noticed afterwards.
        let generations = self.0.db.generations();
        let (version, roster_generation) = (generations.staff_days().latest(), generations.of(CacheTopic::Rosters));
        let (id, asked) = (branch.clone(), dates.clone());
        let read = self.0.db.read(move |conn| read_days(conn, &id, &asked, now)).await?;
        let mut days = write_lock(&self.0.days);
        if days.len() + dates.len() > MAX_DAYS {
            days.clear();
        }
        let remembered = dates.into_iter().zip(read).map(|(date, (day, valid_until))| {
            let day = Arc::new(day);
            let cached = CachedDay { day: Arc::clone(&day), roster_generation, version, read_at: now, valid_until };
            days.insert(StaffDay { branch_id: branch.clone(), date }, Arc::new(cached));
            day
        });
        Ok(remembered.collect())
    }

    /// A branch with its staff. `None` if there is no such branch.
    pub(super) async fn branch(&self, id: &BranchId) -> Result<Option<Arc<CachedBranch>>, DbError> {
        // Before the read, so that a write during the read is noticed afterwards.
        let generation = self.branch_generation();
        if let Some(known) = self.recall_branch(id) {
            return Ok(Some(known));
        }
        let asked = id.clone();
        let Some(branch) = self.0.db.read(move |conn| read_branch(conn, &asked, generation)).await? else {
            return Ok(None);
        };
        let branch = Arc::new(branch);
        let mut branches = write_lock(&self.0.branches);
        if branches.len() >= MAX_BRANCHES {
            branches.clear();
        }
        branches.insert(id.clone(), Arc::clone(&branch));
        Ok(Some(branch))
    }

    /// Whether somebody active works at a branch. Not so where the branch is not in memory.
    pub(crate) fn has_staff(&self, branch: &BranchId, staff: &StaffId) -> bool {
        self.recall_branch(branch).is_some_and(|branch| branch.staff.contains(staff))
    }

    fn recall_branch(&self, id: &BranchId) -> Option<Arc<CachedBranch>> {
        let generation = self.branch_generation();
        read_lock(&self.0.branches).get(id).filter(|known| known.generation == generation).cloned()
    }

    /// A branch takes bookings of a type for which it has staff.
    fn branch_generation(&self) -> u64 {
        let generations = self.0.db.generations();
        generations.of(CacheTopic::Branches) + generations.of(CacheTopic::Rosters)
    }

    fn recall_catalogue(&self) -> Option<Arc<CachedCatalogue>> {
        let generation = self.0.db.generations().of(CacheTopic::Catalogue);
        read_lock(&self.0.catalogue).as_ref().filter(|known| known.generation == generation).cloned()
    }

    /// Every service, offered or not.
    pub(super) async fn catalogue(&self) -> Result<Arc<CachedCatalogue>, DbError> {
        let generation = self.0.db.generations().of(CacheTopic::Catalogue);
        if let Some(known) = self.recall_catalogue() {
            return Ok(known);
        }
        let services = self.0.db.read(catalogue_records::list_bookable_services).await?;
        let services = services.into_iter().map(|service| (service.id.clone(), service)).collect();
        let catalogue = Arc::new(CachedCatalogue { generation, services });
        *write_lock(&self.0.catalogue) = Some(Arc::clone(&catalogue));
        Ok(catalogue)
    }

    /// Reads a day into memory where it is not there yet, so that a booking finds somebody without the database.
    pub async fn prepare(&self, branch: &BranchId, date: NaiveDate, now: Timestamp) -> Result<(), DbError> {
        if self.branch(branch).await?.is_some_and(|branch| branch.rules.is_live) {
            self.days(branch, &[date], now).await?;
        }
        Ok(())
    }
}

impl CachedDay {
    fn after(&self, taken: &[TakenTime], version: u64, now: Timestamp) -> Self {
        let (mut day, mut valid_until) = (BranchDay::clone(&self.day), self.valid_until);
        for TakenTime { staff_id, cells, expires_at } in taken {
            if expires_at.is_some_and(|expires_at| expires_at <= now) {
                continue;
            }
            if let Some(member) = day.members.iter_mut().find(|member| member.staff_id == *staff_id) {
                member.occupied.add(*cells);
                valid_until = earlier(valid_until, *expires_at);
            }
        }
        Self { day: Arc::new(day), version, valid_until, ..self.clone() }
    }
}

fn earlier(one: Option<Timestamp>, other: Option<Timestamp>) -> Option<Timestamp> {
    one.into_iter().chain(other).min()
}

fn read_branch(conn: &mut Conn<'_>, id: &BranchId, generation: u64) -> Result<Option<CachedBranch>, DbError> {
    let Some(rules) = branch_records::find_for_booking(conn, id)? else { return Ok(None) };
    let is_live = rules.is_live;
    Ok(Some(CachedBranch {
        generation,
        rules,
        staff: roster::list_active_staff_ids(conn, id)?.into_iter().collect(),
        salon_staff: staff_records::list_bookable(conn, id, is_live, ServiceType::Salon)?,
        spa_staff: staff_records::list_bookable(conn, id, is_live, ServiceType::Spa)?,
        rostered_staff: roster::list_rostered_staff_ids(conn, id)?.into_iter().collect(),
        holidays: holidays::list_names(conn, id)?.into_iter().collect(),
    }))
}

/// Each day with the time at which it changes by itself.
fn read_days(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    dates: &[NaiveDate],
    now: Timestamp,
) -> Result<Vec<(BranchDay, Option<Timestamp>)>, DbError> {
    let (Some(&first_date), Some(&last_date)) = (dates.iter().min(), dates.iter().max()) else { return Ok(Vec::new()) };
    let query = OccupiedTimeQuery { first_date, last_date, except_booking: None, now };
    let occupied = occupancy::list_of_branch(conn, branch, &query)?;
    let mut days = Vec::with_capacity(dates.len());
    for date in dates {
        let mut members = rostered_members(&roster::list_for_day(conn, branch, *date)?);
        let mut valid_until = None;
        for time in occupied.iter().filter(|time| time.date() == *date) {
            if let Some(member) = members.get_mut(&time.staff_id) {
                member.occupied.add(time.cells());
                valid_until = earlier(valid_until, time.expires_at);
            }
        }
        days.push((BranchDay { members: members.into_values().collect() }, valid_until));
    }
    Ok(days)
}

fn read_lock<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write_lock<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
