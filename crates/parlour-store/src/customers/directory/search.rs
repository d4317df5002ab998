//! Searches the customer directory by a part of name, phone or e-mail. Returns a sorted page of the matches and their
//! exact count. The method depends on the expected number of matches; the result does not.

use parlour_db::{Conn, DbError, Engine, like_pattern, params, sql};
use parlour_domain::customer::DirectorySort;
use parlour_domain::customer::directory_search::search_term;
use parlour_domain::ids::UserId;

use super::entries;
use super::sort_orders::statement_in_order;

/// The trigram indexes need at least three characters.
const MIN_INDEXED_CHARS: usize = 3;
/// The number of newest entries that are checked to estimate how many entries match.
const SAMPLE_ROWS: i64 = 400;
/// Reading the text of one match costs as much as checking this many trigrams in the index.
const TRIGRAMS_PER_TEXT_FETCH: usize = 16;
/// Reading this many rows in sort order costs as much as one scan of all texts.
const WALK_ROWS_PER_SCAN: i64 = 5_000;
const MIN_WALK_ROWS: i64 = 1_000;
/// The first attempt reads twice as many rows as should contain the page. If that is not enough, the second attempt
/// reads this many times more rows. If that is not enough either, all matches are sorted.
const SECOND_WALK_FACTOR: i64 = 4;

/// A normalised search text.
#[derive(Debug, Clone, Default)]
pub(super) struct DirectorySearch {
    term: String,
}

/// How the matches are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SearchMethod {
    /// `like`: by the trigram index on Postgres, by a scan of all texts on SQLite.
    Like,
    /// `match`: by the full-text index of SQLite.
    Match,
    /// By a scan of all texts as bytes, on Postgres.
    Bytes,
}

/// The search methods of an engine, and what is fast on it.
#[derive(Debug, Clone, Copy)]
struct EngineSearch {
    full_scan: SearchMethod,
    by_index: SearchMethod,
    /// Whether the index decides about a match without reading its text.
    index_needs_no_text: bool,
    /// Whether sorting all matches by name is faster than reading customers in the order of names.
    sorts_names_fast: bool,
}

impl EngineSearch {
    fn of(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self {
                full_scan: SearchMethod::Like,
                by_index: SearchMethod::Match,
                index_needs_no_text: true,
                sorts_names_fast: false,
            },
            Engine::Postgres => Self {
                full_scan: SearchMethod::Bytes,
                by_index: SearchMethod::Like,
                index_needs_no_text: false,
                sorts_names_fast: true,
            },
        }
    }
}

impl DirectorySearch {
    pub(super) fn new(typed: &str) -> Self {
        Self { term: search_term(typed) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.term.is_empty()
    }

    /// Whether the search text is long enough for the trigram indexes.
    pub(super) fn can_use_index(&self) -> bool {
        self.term.chars().count() >= MIN_INDEXED_CHARS
    }

    pub(super) fn pattern(&self) -> String {
        like_pattern(&self.term)
    }

    /// The search text as a quoted phrase for `match`, in which no character is special.
    fn phrase(&self) -> String {
        format!("\"{}\"", self.term.replace('"', "\"\""))
    }

    /// If most texts match, a scan is faster than an index that reads the texts one by one. The index of SQLite needs
    /// no texts, but reads all entries of each trigram of the search text.
    fn method(&self, conn: &mut Conn<'_>) -> Result<SearchMethod, DbError> {
        let engine = EngineSearch::of(conn.engine());
        if !self.can_use_index() {
            return Ok(engine.full_scan);
        }
        let trigrams = if engine.index_needs_no_text {
            self.term.chars().count() + 1 - MIN_INDEXED_CHARS
        } else {
            TRIGRAMS_PER_TEXT_FETCH
        };
        let sample_matches = conn.one::<(i64,)>(
            "select count(*) from (select search_text from directory_texts order by number desc limit $2) sample
             where search_text like $1 escape '!'",
            params![self.pattern(), SAMPLE_ROWS],
        )?;
        let sample_matches = sample_matches.map_or(0, |(count,)| count);
        let effort = sample_matches.saturating_mul(i64::try_from(trigrams).unwrap_or(i64::MAX));
        Ok(if effort > SAMPLE_ROWS * 2 { engine.full_scan } else { engine.by_index })
    }

    /// All matches, in no order.
    pub(super) fn list_matching(&self, conn: &mut Conn<'_>) -> Result<Vec<UserId>, DbError> {
        match self.method(conn)? {
            SearchMethod::Match => conn.all_values(
                "select t.user_id from directory_search s cross join directory_texts t on t.number = s.rowid
                 where s.directory_search match $1",
                params![self.phrase()],
            ),
            SearchMethod::Like => conn.all_values(
                "select user_id from directory_texts where search_text like $1 escape '!'",
                params![self.pattern()],
            ),
            SearchMethod::Bytes => conn.all_values(
                "select user_id from directory_texts where search_text collate \"C\" like $1 escape '!'",
                params![self.pattern()],
            ),
        }
    }

    /// A page of the matches, and the number of all matches.
    pub(super) fn page(
        &self,
        conn: &mut Conn<'_>,
        sort: DirectorySort,
        limit: i64,
        offset: i64,
    ) -> Result<(Vec<UserId>, i64), DbError> {
        let method = self.method(conn)?;
        let search_argument = match method {
            SearchMethod::Like => self.pattern(),
            SearchMethod::Match => self.phrase(),
            SearchMethod::Bytes => self.term.clone(),
        };
        let count = conn.one::<(i64,)>(count_statement(method), params![search_argument])?.map_or(0, |(count,)| count);
        let shown = limit.min(count.saturating_sub(offset));
        if shown <= 0 {
            return Ok((Vec::new(), count));
        }
        let walk = SortedScan { sort, pattern: self.pattern(), offset, shown };
        let scans = method == EngineSearch::of(conn.engine()).full_scan;
        if let Some(found) = walk.find(conn, count, scans)? {
            return Ok((found, count));
        }
        let found = match method {
            SearchMethod::Match => {
                conn.all::<(UserId,)>(match_statement(sort), params![search_argument, i64::MAX, limit, offset])?
            }
            SearchMethod::Like => conn.all(like_statement(sort), params![search_argument, i64::MAX, limit, offset])?,
            SearchMethod::Bytes => {
                conn.all(full_scan_statement(sort), params![self.pattern(), i64::MAX, limit, offset])?
            }
        };
        Ok((found.into_iter().map(|(id,)| id).collect(), count))
    }
}

/// Reads customers in sort order and skips those who do not match. Fast if many match.
struct SortedScan {
    sort: DirectorySort,
    pattern: String,
    offset: i64,
    shown: i64,
}

impl SortedScan {
    /// `None` if sorting all matches is, or turns out to be, faster.
    fn find(&self, conn: &mut Conn<'_>, count: i64, scans: bool) -> Result<Option<Vec<UserId>>, DbError> {
        let everyone = entries::count_entries(conn)?;
        let last = self.offset.saturating_add(self.shown);
        let expected = last.saturating_mul(everyone) / count.max(1);
        let max_walk = match (self.sort, scans) {
            // Sorting by name needs no profiles, and on Postgres it is faster than reading in order.
            (DirectorySort::Name, false) if EngineSearch::of(conn.engine()).sorts_names_fast => 0,
            (DirectorySort::Name, true) => WALK_ROWS_PER_SCAN,
            (_, true) => WALK_ROWS_PER_SCAN + count / 4,
            (_, false) => MIN_WALK_ROWS + count / 4,
        };
        let first_walk = expected.saturating_mul(2).max(100);
        if first_walk > max_walk {
            return Ok(None);
        }
        let (mut found, mut passed) = (Vec::new(), 0);
        for (stride, walked) in [(first_walk, 0), (first_walk * SECOND_WALK_FACTOR, first_walk)] {
            let rows = conn.all::<(UserId, bool)>(walk_statement(self.sort), params![self.pattern, stride, walked])?;
            for (id, is_match) in rows {
                if is_match && passed < self.offset {
                    passed += 1;
                } else if is_match {
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

fn count_statement(method: SearchMethod) -> &'static str {
    match method {
        SearchMethod::Like => "select count(*) from directory_texts where search_text like $1 escape '!'",
        SearchMethod::Match => "select count(*) from directory_search where directory_search match $1",
        SearchMethod::Bytes => {
            "select count(*) from directory_search_bytes
             where position((select convert_to($1, 'UTF8')) in bytes) > 0"
        }
    }
}

/// Selects the matches by `like`. The order by name needs no profiles. Postgres plans without the search text: the
/// inner limit, which is never reached, makes it expect few matches, so that it does not read all profiles.
fn like_statement(sort: DirectorySort) -> &'static str {
    match sort {
        DirectorySort::Name => {
            "select p.user_id from (select user_id, name_folded from directory_texts
                 where search_text like $1 escape '!' limit $2) p
             order by p.name_folded, p.user_id limit $3 offset $4"
        }
        _ => statement_in_order!(
            sort,
            "select p.user_id from (select user_id from directory_texts
                 where search_text like $1 escape '!' limit $2) t cross join profiles p where p.user_id = t.user_id",
            "limit $3 offset $4"
        ),
    }
}

/// Selects the matches by the full-text index of SQLite.
fn match_statement(sort: DirectorySort) -> &'static str {
    match sort {
        DirectorySort::Name => {
            "select p.user_id from (select t.user_id, t.name_folded from directory_search s
                 cross join directory_texts t on t.number = s.rowid where s.directory_search match $1 limit $2) p
             order by p.name_folded, p.user_id limit $3 offset $4"
        }
        _ => statement_in_order!(
            sort,
            "select p.user_id from (select t.user_id from directory_search s
                 cross join directory_texts t on t.number = s.rowid where s.directory_search match $1 limit $2) t
             cross join profiles p where p.user_id = t.user_id",
            "limit $3 offset $4"
        ),
    }
}

/// Selects the matches on Postgres by a scan. Collation `C` keeps it from using the index, which it would read whole.
fn full_scan_statement(sort: DirectorySort) -> &'static str {
    match sort {
        DirectorySort::Name => {
            "select p.user_id from (select user_id, name_folded from directory_texts
                 where search_text collate \"C\" like $1 escape '!' limit $2) p
             order by p.name_folded, p.user_id limit $3 offset $4"
        }
        _ => statement_in_order!(
            sort,
            "select p.user_id from (select user_id from directory_texts
                 where search_text collate \"C\" like $1 escape '!' limit $2) t
             cross join profiles p where p.user_id = t.user_id",
            "limit $3 offset $4"
        ),
    }
}

/// Selects a range of all customers in sort order, and whether each matches.
fn walk_statement(sort: DirectorySort) -> &'static str {
    statement_in_order!(
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
            ("ÉMILIE \"E\"", "%émilie\"e\"%", "\"émilie\"\"e\"\"\""),
        ] {
            let search = DirectorySearch::new(search);
            assert_eq!((search.pattern().as_str(), search.phrase().as_str()), (pattern, phrase));
        }
    }
}
