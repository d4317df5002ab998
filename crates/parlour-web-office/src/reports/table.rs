//! Tables of reports, whose columns are links that sort them.

use std::cmp::Ordering;

use chrono::NaiveDate;
use parlour_domain::report::ReportFormat;
use parlour_texts::Texts;
use parlour_web::format;

use super::asked::{Asked, Direction, Sorting};

/// A page shows no more rows of a table. The file has all of them.
const MAX_ROWS: usize = 100;

/// What rows are compared by. Those without a value are the lowest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum SortKey {
    None,
    Number(i64),
    Day(NaiveDate),
    Text(String),
}

#[derive(Debug, Clone)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// Less prominent, behind it.
    pub(crate) note: Option<String>,
    /// Where it leads.
    pub(crate) path: Option<String>,
    /// Per cent of a bar beside it.
    pub(crate) meter: Option<i64>,
    key: SortKey,
}

impl Cell {
    fn new(text: impl Into<String>, key: SortKey) -> Self {
        Self { text: text.into(), note: None, path: None, meter: None, key }
    }

    /// There is nothing to say.
    pub(super) fn none() -> Self {
        Self::new("–", SortKey::None)
    }

    /// Sorted without regard to upper and lower case.
    pub(super) fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        let key = SortKey::Text(text.to_lowercase());
        Self::new(text, key)
    }

    pub(super) fn count(count: i64) -> Self {
        Self::new(format::count(count), SortKey::Number(count))
    }

    pub(super) fn money(paise: i64) -> Self {
        Self::new(format::money(paise), SortKey::Number(paise))
    }

    pub(super) fn money_or_none(paise: Option<i64>) -> Self {
        paise.map_or_else(Self::none, Self::money)
    }

    /// Hundredths of a per cent, with a bar beside it.
    pub(super) fn share(basis_points: i64) -> Self {
        Self { meter: Some(basis_points / 100), ..Self::percent(basis_points) }
    }

    pub(super) fn percent(basis_points: i64) -> Self {
        Self::new(format::percent(basis_points), SortKey::Number(basis_points))
    }

    pub(super) fn minutes(minutes: i64, texts: Texts) -> Self {
        Self::new(texts.format_minutes(minutes), SortKey::Number(minutes))
    }

    pub(super) fn day(text: String, day: NaiveDate) -> Self {
        Self::new(text, SortKey::Day(day))
    }

    pub(super) fn with_note(self, note: impl Into<String>) -> Self {
        Self { note: Some(note.into()), ..self }
    }

    pub(super) fn with_path(self, path: String) -> Self {
        Self { path: Some(path), ..self }
    }
}

/// What a column has, which decides how it is aligned and in which direction it is sorted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Text,
    Figure,
    /// A figure that a phone leaves out: the file has it.
    Detail,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    /// Its name in an address.
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) kind: ColumnKind,
}

impl Column {
    pub(super) fn text(key: &'static str, name: &'static str) -> Self {
        Self { key, name, kind: ColumnKind::Text }
    }

    pub(super) fn figure(key: &'static str, name: &'static str) -> Self {
        Self { key, name, kind: ColumnKind::Figure }
    }

    pub(super) fn detail(key: &'static str, name: &'static str) -> Self {
        Self { key, name, kind: ColumnKind::Detail }
    }
}

/// A table in the order of its report. Every row and the foot have a cell for each column.
pub(super) struct UnsortedTable {
    /// As in the API.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<Cell>>,
    pub(super) foot: Vec<Cell>,
    /// The column that the report sorts by, and how.
    pub(super) order: Option<(&'static str, Direction)>,
}

/// A table as a page shows it.
#[derive(Debug)]
pub(crate) struct ReportTable {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) headings: Vec<Heading>,
    pub(crate) rows: Vec<Vec<Cell>>,
    pub(crate) foot: Vec<Cell>,
    /// How many rows are shown of how many, if not all.
    pub(crate) shown_of: Option<(usize, usize)>,
    /// As CSV; none where the API has no such table.
    pub(crate) file: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Heading {
    pub(crate) name: &'static str,
    /// Sorts the table by this column, the other way round if it is sorted by it.
    pub(crate) path: String,
    /// The direction in which the table is sorted by it.
    pub(crate) direction: Option<&'static str>,
    pub(crate) is_figure: bool,
    pub(crate) is_detail: bool,
}

impl Heading {
    /// The class of the cells of its column.
    pub(crate) fn class(&self) -> &'static str {
        match (self.is_figure, self.is_detail) {
            (_, true) => "ta only-wide",
            (true, false) => "ta",
            (false, false) => "",
        }
    }
}

impl ReportTable {
    pub(super) fn without_file(self) -> Self {
        Self { file: None, ..self }
    }
}

impl UnsortedTable {
    pub(super) fn sorted(self, asked: &Asked) -> ReportTable {
        let Self { name, title, columns, mut rows, foot, order } = self;
        let key = |column: &Column| format!("{name}.{}", column.key);
        let wanted = asked.sorting.as_ref().and_then(|sorting| {
            let place = columns.iter().position(|column| key(column) == sorting.column)?;
            Some((place, sorting.direction))
        });
        if let Some((place, direction)) = wanted {
            sort_rows(&mut rows, place, direction);
        }
        let usual =
            order.and_then(|(key, direction)| Some((columns.iter().position(|column| column.key == key)?, direction)));
        let sorted_by = wanted.or(usual);
        let heading = |(place, column): (usize, &Column)| {
            let direction = sorted_by.filter(|(by, _)| *by == place).map(|(_, direction)| direction);
            let first = if column.kind == ColumnKind::Text { Direction::Ascending } else { Direction::Descending };
            let next = direction.map_or(first, Direction::reversed);
            Heading {
                name: column.name,
                path: asked.sorted_path(Sorting { column: key(column), direction: next }),
                direction: direction.map(Direction::as_str),
                is_figure: column.kind != ColumnKind::Text,
                is_detail: column.kind == ColumnKind::Detail,
            }
        };
        let headings = columns.iter().enumerate().map(heading).collect();
        let count = rows.len();
        rows.truncate(MAX_ROWS);
        ReportTable {
            id: name,
            title,
            headings,
            shown_of: (count > MAX_ROWS).then_some((MAX_ROWS, count)),
            rows,
            foot,
            file: Some(asked.file_path(ReportFormat::Csv, name)),
        }
    }
}

/// Rows with the same value stay in the order of the report.
fn sort_rows(rows: &mut [Vec<Cell>], place: usize, direction: Direction) {
    let compare = |one: &Vec<Cell>, other: &Vec<Cell>| -> Ordering {
        let [one, other] = [one, other].map(|row| row.get(place).map(|cell| &cell.key));
        match direction {
            Direction::Ascending => one.cmp(&other),
            Direction::Descending => other.cmp(&one),
        }
    };
    rows.sort_by(compare);
}

#[cfg(test)]
mod tests {
    use super::super::asked::ReportName;
    use super::*;
    use parlour_web_admin::day_filter::DayFilter;

    fn table(asked: &Asked, names: &[(&str, Option<i64>)]) -> ReportTable {
        UnsortedTable {
            name: "services",
            title: "Services",
            columns: vec![Column::text("name", "Service"), Column::figure("net", "Net"), Column::detail("x", "More")],
            rows: names
                .iter()
                .map(|(name, net)| vec![Cell::text(*name), Cell::money_or_none(*net), Cell::count(1)])
                .collect(),
            foot: Vec::new(),
            order: Some(("net", Direction::Descending)),
        }
        .sorted(asked)
    }

    fn asked(sorting: Option<(&str, Direction)>) -> Asked {
        let sorting = sorting.map(|(column, direction)| Sorting { column: column.to_owned(), direction });
        Asked { report: ReportName::Services, days: DayFilter::default(), branch: None, sorting }
    }

    fn names(table: &ReportTable) -> Vec<&str> {
        table.rows.iter().map(|row| row[0].text.as_str()).collect()
    }

    const ROWS: [(&str, Option<i64>); 3] = [("Facial", Some(900)), ("balayage", Some(500)), ("Cut", None)];

    #[test]
    fn a_table_comes_in_the_order_of_its_report() {
        let table = table(&asked(None), &ROWS);
        assert_eq!(names(&table), ["Facial", "balayage", "Cut"]);
        let directions: Vec<_> = table.headings.iter().map(|heading| heading.direction).collect();
        assert_eq!(directions, [None, Some("descending"), None]);
        assert!(table.headings[1].path.ends_with("&sort=services.net&order=ascending"), "{}", table.headings[1].path);
        assert!(table.headings[0].path.ends_with("&sort=services.name&order=ascending"));
        assert!(table.headings[2].path.ends_with("&sort=services.x&order=descending"));
        assert_eq!(table.headings.iter().map(Heading::class).collect::<Vec<_>>(), ["", "ta", "ta only-wide"]);
    }

    #[test]
    fn a_link_sorts_by_its_column() {
        let by = |column, direction| names_of(&asked(Some((column, direction))));
        assert_eq!(by("services.name", Direction::Ascending), ["balayage", "Cut", "Facial"]);
        assert_eq!(by("services.net", Direction::Ascending), ["Cut", "balayage", "Facial"]);
        assert_eq!(by("other.net", Direction::Ascending), ["Facial", "balayage", "Cut"], "of another table");
    }

    fn names_of(asked: &Asked) -> Vec<String> {
        names(&table(asked, &ROWS)).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn no_page_has_more_rows_than_it_can_show() {
        let rows: Vec<(&str, Option<i64>)> = (0..101).map(|net| ("Cut", Some(net))).collect();
        let table = table(&asked(Some(("services.net", Direction::Ascending))), &rows);
        assert_eq!((table.rows.len(), table.shown_of), (100, Some((100, 101))));
        assert_eq!(table.rows[99][1].text, "₹0.99");
    }
}
