//! The orders of the directory. They repeat the expressions of its indexes word for word.

pub(super) const BY_LTV: &str = " order by p.total_spent_paise desc, p.user_id ";
pub(super) const BY_VISITS: &str = " order by p.total_visits desc, p.user_id ";
pub(super) const BY_LAST_VISIT: &str = " order by p.last_visit_at is null, p.last_visit_at desc, p.user_id ";
pub(super) const BY_NAME: &str = " order by p.name_folded, p.user_id ";
pub(super) const BY_GEMS: &str = " order by coalesce(p.gems_balance, -1) desc, p.user_id ";
pub(super) const BY_NOSHOWS: &str = " order by p.noshow_count desc, p.user_id ";

/// A statement about `p` in the order of a sort: `select` is what comes before `order by`, `part` what comes after it.
macro_rules! statement_in_order {
    ($sort:expr, $select:expr, $part:literal) => {
        match $sort {
            DirectorySort::Ltv => sql!($select, $crate::customers::directory::sort_orders::BY_LTV, $part),
            DirectorySort::Visits => {
                sql!($select, $crate::customers::directory::sort_orders::BY_VISITS, $part)
            }
            DirectorySort::LastVisit => {
                sql!($select, $crate::customers::directory::sort_orders::BY_LAST_VISIT, $part)
            }
            DirectorySort::Name => sql!($select, $crate::customers::directory::sort_orders::BY_NAME, $part),
            DirectorySort::Gems => sql!($select, $crate::customers::directory::sort_orders::BY_GEMS, $part),
            DirectorySort::Noshows => {
                sql!($select, $crate::customers::directory::sort_orders::BY_NOSHOWS, $part)
            }
        }
    };
}

pub(super) use statement_in_order;
