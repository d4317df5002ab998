//! Lists in pages. One row more than a page shows is read: it says whether more follow.

/// How many rows a page of a list shows.
#[derive(Debug, Clone, Copy)]
pub struct PageSize(pub usize);

impl PageSize {
    pub fn rows_to_read(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX).saturating_add(1)
    }

    /// Cuts what was read to one page, and returns the last row of the page if more follow.
    pub fn cut<T>(self, rows: &mut Vec<T>) -> Option<&T> {
        let has_more = rows.len() > self.0;
        rows.truncate(self.0);
        rows.last().filter(|_| has_more)
    }
}

#[cfg(test)]
mod tests {
    use super::PageSize;

    #[test]
    fn the_last_row_is_returned_only_if_more_follow() {
        assert_eq!(PageSize(2).rows_to_read(), 3);
        for (read, shown, last) in [(&[][..], &[][..], None), (&[1, 2], &[1, 2], None), (&[1, 2, 3], &[1, 2], Some(2))]
        {
            let mut rows = read.to_vec();
            assert_eq!(PageSize(2).cut(&mut rows).copied(), last);
            assert_eq!(rows, shown);
        }
    }
}
