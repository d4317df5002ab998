//! Page numbers and page sizes of lists.

use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, SchemaFormat};
use utoipa::openapi::{ObjectBuilder, Type};

use crate::fields::Fields;
use crate::request::{Property, RequestShape, RuleSchema, query_parameters};

const DEFAULT_PAGE_SIZE: i64 = 20;
const MAX_PAGE_SIZE: i64 = 100;
/// Beyond this, numbers in JavaScript are no longer exact.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// A page of a feed. An invalid number is replaced by its default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedPage {
    pub page: i64,
    pub size: i64,
}

impl FeedPage {
    pub fn from_query(query: Option<&str>) -> Self {
        let number = |name: &str| {
            let mut pairs = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes());
            let (_, value) = pairs.find(|(found, _)| found == name)?;
            parse_whole_number(&value).filter(|number| *number >= 1)
        };
        Self {
            page: number("page").unwrap_or(1),
            size: number("pageSize").unwrap_or(DEFAULT_PAGE_SIZE).min(MAX_PAGE_SIZE),
        }
    }

    /// How many entries come before this page.
    pub fn offset(self) -> i64 {
        (self.page - 1).saturating_mul(self.size)
    }
}

/// A page of a list whose entries are counted. An invalid number is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListPage {
    pub page: i64,
    pub size: i64,
}

impl ListPage {
    fn from_fields(fields: &mut Fields) -> Self {
        let at_least_one = |text: &str| parse_whole_number(text).filter(|page| *page >= 1).ok_or("must be at least 1");
        let in_range = |text: &str| {
            let size = parse_whole_number(text).filter(|size| (1..=MAX_PAGE_SIZE).contains(size));
            size.ok_or_else(|| format!("must be a whole number from 1 to {MAX_PAGE_SIZE}"))
        };
        Self {
            page: fields.optional("page", at_least_one).unwrap_or(1),
            size: fields.optional("pageSize", in_range).unwrap_or(DEFAULT_PAGE_SIZE),
        }
    }

    /// How many entries come before this page.
    pub fn offset(self) -> i64 {
        (self.page - 1).saturating_mul(self.size)
    }

    /// Cuts the page out of a whole list, and counts the list.
    pub fn paginate<T>(self, whole: Vec<T>) -> (Vec<T>, i64) {
        let count = i64::try_from(whole.len()).unwrap_or(i64::MAX);
        let as_usize = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let page = whole.into_iter().skip(as_usize(self.offset())).take(as_usize(self.size));
        (page.collect(), count)
    }
}

impl RequestShape for ListPage {
    type Partial = Self;

    fn read(fields: &mut Fields) -> Self {
        Self::from_fields(fields)
    }

    fn complete(partial: Self) -> Option<Self> {
        Some(partial)
    }

    fn properties() -> Vec<Property> {
        let number = || {
            let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
            ObjectBuilder::new().schema_type(Type::Integer).format(Some(format)).minimum(Some(1))
        };
        let size = number().maximum(Some(MAX_PAGE_SIZE));
        vec![
            Property::new("page", "1 by default", "").optional(RuleSchema::inline(number().build())),
            Property::new("pageSize", "20 by default", "").optional(RuleSchema::inline(size.build())),
        ]
    }
}

impl IntoParams for ListPage {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        query_parameters(Self::properties())
    }
}

/// Digits alone; more of them than fit are still a number.
fn parse_whole_number(text: &str) -> Option<i64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(MAX_SAFE_INTEGER).min(MAX_SAFE_INTEGER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counted_list_refuses_what_makes_no_sense() {
        let read = |query: &str| {
            let mut fields = Fields::from_query(Some(query));
            let page = ListPage::from_fields(&mut fields);
            (!fields.has_errors()).then_some((page.page, page.size))
        };
        for (query, expected) in [
            ("", Some((1, 20))),
            ("page=3&pageSize=1", Some((3, 1))),
            ("page=1&pageSize=100", Some((1, 100))),
            ("page=99999999999999999999", Some((MAX_SAFE_INTEGER, 20))),
            ("page=0", None),
            ("page=-1", None),
            ("page=", None),
            ("page=1.0", None),
            ("page=%2B1", None),
            ("page=one", None),
            ("pageSize=0", None),
            ("pageSize=101", None),
            ("pageSize=99999999999999999999", None),
            ("pageSize=ten", None),
        ] {
            assert_eq!(read(query), expected, "{query}");
        }
        let beyond = ListPage { page: MAX_SAFE_INTEGER, size: 100 };
        assert_eq!((beyond.offset(), beyond.paginate(vec![1])), ((MAX_SAFE_INTEGER - 1) * 100, (vec![], 1)));
        assert_eq!(ListPage { page: 2, size: 2 }.paginate(vec![1, 2, 3]), (vec![3], 3));
    }

    #[test]
    fn what_makes_no_sense_is_read_as_the_usual() {
        let cases = [
            ("", 1, 20),
            ("page=3&pageSize=7", 3, 7),
            ("page=0&pageSize=0", 1, 20),
            ("page=-1&pageSize=-5", 1, 20),
            ("page=1.5&pageSize=ten", 1, 20),
            ("page=&pageSize=", 1, 20),
            ("page=2&pageSize=100", 2, 100),
            ("page=2&pageSize=101", 2, 100),
            ("page=99999999999999999999&pageSize=99999999999999999999", MAX_SAFE_INTEGER, 100),
        ];
        for (query, page, size) in cases {
            assert_eq!(FeedPage::from_query(Some(query)), FeedPage { page, size }, "{query}");
        }
        assert_eq!(FeedPage::from_query(None), FeedPage { page: 1, size: 20 });
        assert_eq!(FeedPage { page: i64::MAX, size: 100 }.offset(), i64::MAX);
    }
}
