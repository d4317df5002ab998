//! The personal details, consent and tags of customers, and the sort orders of the directory.

pub mod directory_search;
pub mod tag_colour;

use chrono::NaiveDate;

use crate::ist::whole_years;
use crate::string_enum::string_enum;

/// The version of the privacy notice that a consent given today refers to.
pub const PRIVACY_NOTICE_VERSION: &str = "2026-11";

string_enum! {
    Gender {
        Female = "female",
        Male = "male",
        Other = "other",
        Undisclosed = "undisclosed",
    }
}

string_enum! {
    /// The language that somebody reads.
    Language {
        English = "en",
        Hindi = "hi",
    }
}

string_enum! {
    /// What the directory of customers can be sorted by.
    DirectorySort {
        /// By total spend, the highest first.
        Ltv = "ltv",
        Visits = "visits",
        LastVisit = "last_visit",
        Name = "name",
        Gems = "gems",
        Noshows = "noshows",
    }
}

/// A tag's name in addresses: lower case, with every run of white space a hyphen.
pub fn tag_slug(name: &str) -> String {
    name.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

/// Under 18 the law requires a parent's consent, so a minor's own consent to marketing does not count.
pub fn may_consent_to_marketing(date_of_birth: Option<NaiveDate>, today: NaiveDate) -> bool {
    date_of_birth.is_none_or(|date_of_birth| whole_years(date_of_birth, today) >= 18)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ist::parse_date;

    #[test]
    fn marketing_starts_on_the_eighteenth_birthday() {
        let date_of_birth = parse_date("2008-11-15");
        assert!(!may_consent_to_marketing(date_of_birth, parse_date("2026-11-14").unwrap()));
        assert!(may_consent_to_marketing(date_of_birth, parse_date("2026-11-15").unwrap()));
        assert!(may_consent_to_marketing(None, parse_date("2026-11-15").unwrap()));
    }

    #[test]
    fn a_tag_s_slug_keeps_everything_but_case_and_space() {
        for (name, slug) in [
            ("VIP", "vip"),
            (" Allergic  to\tAmmonia ", "allergic-to-ammonia"),
            ("Ünï & Co. (50%)", "ünï-&-co.-(50%)"),
            ("a - b", "a---b"),
        ] {
            assert_eq!(tag_slug(name), slug);
        }
    }
}
