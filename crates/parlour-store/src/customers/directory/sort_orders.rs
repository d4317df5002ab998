//! Statements in every order of the directory. The orders repeat the expressions of its indexes word for word.

/// A statement about `p`, in the order of a sort, a part of it: `limit` and `offset` are the last two parameters.
macro_rules! statement_in_order {
    ($sort:expr, $select:expr, $part:literal) => {
        match $sort {
            DirectorySort::Ltv => {
                concat!($select, " order by p.total_spent_paise desc, p.user_id ", $part)
            }
            DirectorySort::Visits => {
                concat!($select, " order by p.total_visits desc, p.user_id ", $part)
            }
            DirectorySort::LastVisit => {
                concat!($select, " order by p.last_visit_at is null, p.last_visit_at desc, p.user_id ", $part)
            }
            DirectorySort::Name => {
                concat!($select, " order by p.name_folded, p.user_id ", $part)
            }
            DirectorySort::Gems => {
                concat!($select, " order by coalesce(p.gems_balance, -1) desc, p.user_id ", $part)
            }
            DirectorySort::Noshows => {
                concat!($select, " order by p.noshow_count desc, p.user_id ", $part)
            }
        }
    };
}

pub(super) use statement_in_order;
