//! Looking for people by a part of their name, phone or e-mail: exactly those who have it, counted, a page of them in
//! order. How they are found depends on how many they may be; whom it finds does not.

use parlour_domain::customer::DirectorySort;
use parlour_domain::ids::UserId;
use parlour_domain::text::folded;

use super::entering;
use super::orders::in_order;
use crate::db::{Conn, DbError, Engine};
use crate::params;

/// The indexes know parts of three characters.
const SHORTEST_INDEXED: usize = 3;
/// So many, of those who came last, are looked at to see whether most have what is looked for.
const SAMPLE: i64 = 400;
/// Where a text has to be fetched for every hit, that takes as long as so many trigrams without.
const TRIGRAMS_WORTH_A_TEXT: usize = 16;
/// Walking this far takes as long as looking through all texts once.
const WALK_FOR_A_SCAN: i64 = 5_000;
const SHORTEST_WALK: i64 = 1_000;
/// Those who have it stand here and there in most orders. Twice as far as they should be met in is tried first, then
/// so much further; whoever is not met by then stands elsewhere, and all are sorted.
const FURTHER: i64 = 4;

/// What to look for, as it stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Search {
    folded: String,
}

/// How those who have it are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By an index on Postgres; on SQLite by looking through everyone's text.
    Like,
    /// By an index of SQLite's, which is asked in its own words.
    Match,
    /// By looking through everyone's text on Postgres.
    Bytes,
}

impl Way {
    fn through_all_texts(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self::Like,
            Engine::Postgres => Self::Bytes,
        }
    }

    fn by_index(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self::Match,
            Engine::Postgres => Self::Like,
        }
    }
}

impl Search {
    pub(super) fn new(typed: &str) -> Self {
        Self { folded: folded(typed) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// For `like … escape '!'`; empty where nothing is looked for.
    pub(super) fn pattern(&self) -> String {
        if self.is_empty() {
            return String::new();
        }
        let mut pattern = String::from("%");
        for letter in self.folded.chars() {
            if matches!(letter, '%' | '_' | '!') {
                pattern.push('!');
            }
            pattern.push(letter);
        }
        pattern.push('%');
        pattern
    }

    /// For `match`: its trigrams one after the other, whatever they are.
    fn phrase(&self) -> String {
        format!("\"{}\"", self.folded.replace('"', "\"\""))
    }

    /// An index loses where it leads to most of the texts, one by one. SQLite's knows without them, but it goes through
    /// all that have the first trigram, and again through those with the next.
    fn way(&self, conn: &mut Conn<'_>) -> Result<Way, DbError> {
        let (engine, length) = (conn.engine(), self.folded.chars().count());
        if length < SHORTEST_INDEXED {
            return Ok(Way::through_all_texts(engine));
        }
        let trigrams = match engine {
            Engine::Sqlite => length + 1 - SHORTEST_INDEXED,
            Engine::Postgres => TRIGRAMS_WORTH_A_TEXT,
        };
        let have_it = conn.one::<(i64,)>(
            "select count(*) from (select search_text from directory_texts order by number desc limit $2) sample
             where search_text like $1 escape '!'",
            params![self.pattern(), SAMPLE],
        )?;
        let have_it = have_it.map_or(0, |(count,)| count);
        let effort = have_it.saturating_mul(i64::try_from(trigrams).unwrap_or(i64::MAX));
        Ok(if effort > SAMPLE * 2 { Way::through_all_texts(engine) } else { Way::by_index(engine) })
    }

    /// A page, and how many have it.
    pub(super) fn page(
        &self,
        conn: &mut Conn<'_>,
        sort: DirectorySort,
        limit: i64,
        skipped: i64,
    ) -> Result<(Vec<UserId>, i64), DbError> {
        let way = self.way(conn)?;
        let sought = match way {
            Way::Like => self.pattern(),
            Way::Match => self.phrase(),
            Way::Bytes => self.folded.clone(),
        };
        let count = conn.one::<(i64,)>(count_statement(way), params![sought])?.map_or(0, |(count,)| count);
        let shown = limit.min(count.saturating_sub(skipped));
        if shown <= 0 {
            return Ok((Vec::new(), count));
        }
        let walk = Walk { sort, pattern: self.pattern(), skipped, shown };
        let scans = way == Way::through_all_texts(conn.engine());
        if let Some(found) = walk.find(conn, count, scans)? {
            return Ok((found, count));
        }
        let found = match way {
            Way::Match => conn.all::<(UserId,)>(matched(sort), params![sought, i64::MAX, limit, skipped])?,
            Way::Like => conn.all(liked(sort), params![sought, i64::MAX, limit, skipped])?,
            Way::Bytes => conn.all(read_through(sort), params![self.pattern(), i64::MAX, limit, skipped])?,
        };
        Ok((found.into_iter().map(|(id,)| id).collect(), count))
    }
}

/// Where many have it, the first of an order are soon found by going along it.
struct Walk {
    sort: DirectorySort,
    pattern: String,
    skipped: i64,
    shown: i64,
}

impl Walk {
    /// None where it is, or turns out to be, longer than sorting all of them.
    fn find(&self, conn: &mut Conn<'_>, count: i64, scans: bool) -> Result<Option<Vec<UserId>>, DbError> {
        let everyone = entering::count(conn)?;
        let last = self.skipped.saturating_add(self.shown);
        let expected = last.saturating_mul(everyone) / count.max(1);
        let longest = match (self.sort, scans) {
            // By name they are sorted without the profiles, which Postgres does sooner than it walks.
            (DirectorySort::Name, false) if conn.engine() == Engine::Postgres => 0,
            (DirectorySort::Name, true) => WALK_FOR_A_SCAN,
            (_, true) => WALK_FOR_A_SCAN + count / 4,
            (_, false) => SHORTEST_WALK + count / 4,
        };
        let near = expected.saturating_mul(2).max(100);
        if near > longest {
            return Ok(None);
        }
        let (mut found, mut passed) = (Vec::new(), 0);
        for (stride, walked) in [(near, 0), (near * FURTHER, near)] {
            let rows =
                conn.all::<(UserId, bool)>(walk_statement(self.sort), params![self.pattern, stride, walked])?;
            for (id, has_it) in rows {
                if has_it && passed < self.skipped {
                    passed += 1;
                } else if has_it {
                    found.push(id);
                    if i64::try_from(found.len()) == Ok(self.shown) {
                        return Ok(Some(found));
                    }
                }
            }
        }
        Ok(None)
    }
}

fn count_statement(way: Way) -> &'static str {
    match way {
        Way::Like => "select count(*) from directory_texts where search_text like $1 escape '!'",
        Way::Match => "select count(*) from directory_search where directory_search match $1",
        Way::Bytes => {
            "select count(*) from directory_search_bytes
             where position((select convert_to($1, 'UTF8')) in bytes) > 0"
        }
    }
}

/// Those who have it. By name the profiles are not needed. Postgres plans without what is looked for: a limit of their
/// own, which none reach, tells it that they are few, and not to read all profiles for them.
fn liked(sort: DirectorySort) -> &'static str {
    match sort {
        DirectorySort::Name => {
            "select p.user_id from (select user_id, name_folded from directory_texts
                 where search_text like $1 escape '!' limit $2) p
             order by p.name_folded, p.user_id limit $3 offset $4"
        }
        _ => in_order!(
            sort,
            "select p.user_id from (select user_id from directory_texts
                 where search_text like $1 escape '!' limit $2) t cross join profiles p where p.user_id = t.user_id",
            "limit $3 offset $4"
        ),
    }
}

/// The same, by SQLite's index.
fn matched(sort: DirectorySort) -> &'static str {
    match sort {
        DirectorySort::Name => {
            "select p.user_id from (select t.user_id, t.name_folded from directory_search s
                 cross join directory_texts t on t.number = s.rowid where s.directory_search match $1 limit $2) p
             order by p.name_folded, p.user_id limit $3 offset $4"
        }
        _ => in_order!(
            sort,
            "select p.user_id from (select t.user_id from directory_search s
                 cross join directory_texts t on t.number = s.rowid where s.directory_search match $1 limit $2) t
             cross join profiles p where p.user_id = t.user_id",
            "limit $3 offset $4"
        ),
    }
}

/// The same on Postgres, past its index, which is of another collation and would be read whole.
fn read_through(sort: DirectorySort) -> &'static str {
    match sort {
        DirectorySort::Name => {
            "select p.user_id from (select user_id, name_folded from directory_texts
                 where search_text collate \"C\" like $1 escape '!' limit $2) p
             order by p.name_folded, p.user_id limit $3 offset $4"
        }
        _ => in_order!(
            sort,
            "select p.user_id from (select user_id from directory_texts
                 where search_text collate \"C\" like $1 escape '!' limit $2) t
             cross join profiles p where p.user_id = t.user_id",
            "limit $3 offset $4"
        ),
    }
}

/// A stretch of everyone, in order, and whether they have it.
fn walk_statement(sort: DirectorySort) -> &'static str {
    in_order!(
        sort,
        "select p.user_id, coalesce((select t.search_text like $1 escape '!' from directory_texts t
             where t.user_id = p.user_id), false) from profiles p where p.in_directory",
        "limit $2 offset $3"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_literal() {
        for (search, pattern, phrase) in [
            ("", "", "\"\""),
            ("Asha", "%asha%", "\"asha\""),
            ("50%_!\\", "%50!%!_!!\\%", "\"50%_!\\\""),
            ("ÉMILIE \"E\"", "%émilie \"e\"%", "\"émilie \"\"e\"\"\""),
        ] {
            let search = Search::new(search);
            assert_eq!((search.pattern().as_str(), search.phrase().as_str()), (pattern, phrase));
        }
    }
}
