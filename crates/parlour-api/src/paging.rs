//! Which part of a list is asked for.

const USUAL_SIZE: i64 = 20;
const LARGEST_SIZE: i64 = 100;
/// Beyond this, numbers in JavaScript are no longer exact.
const LARGEST: i64 = (1 << 53) - 1;

/// A page of a feed. What makes no sense is read as the usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FeedPage {
    pub(crate) page: i64,
    pub(crate) size: i64,
}

impl FeedPage {
    pub(crate) fn of_query(query: Option<&str>) -> Self {
        let asked = |name: &str| {
            let mut pairs = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes());
            let (_, value) = pairs.find(|(found, _)| found == name)?;
            let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            // More digits than fit are still a number.
            is_number.then(|| value.parse().unwrap_or(LARGEST).min(LARGEST)).filter(|number| *number >= 1)
        };
        Self {
            page: asked("page").unwrap_or(1),
            size: asked("pageSize").unwrap_or(USUAL_SIZE).min(LARGEST_SIZE),
        }
    }

    /// How many entries come before this page.
    pub(crate) fn skipped(self) -> i64 {
        (self.page - 1).saturating_mul(self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("page=99999999999999999999&pageSize=99999999999999999999", LARGEST, 100),
        ];
        for (query, page, size) in cases {
            assert_eq!(FeedPage::of_query(Some(query)), FeedPage { page, size }, "{query}");
        }
        assert_eq!(FeedPage::of_query(None), FeedPage { page: 1, size: 20 });
        assert_eq!(FeedPage { page: i64::MAX, size: 100 }.skipped(), i64::MAX);
    }
}
