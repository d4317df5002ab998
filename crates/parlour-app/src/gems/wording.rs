//! What a transaction of gems says. It is kept in English, as the API answers it; pages word it.

use parlour_texts::Texts;

pub(super) const EARNED: &str = "Earned with your visit";
pub(super) const GIVEN_BACK: &str = "Given back";
pub(super) const TAKEN_BACK: &str = "Taken back with a credit note";
pub(super) const EXPIRED: &str = "Expired after 365 days";
const REDEEMED_FOR: &str = "Redeemed for ";

/// What is kept of gems that paid for a service.
pub fn describe_redemption(service: &str) -> String {
    format!("{REDEEMED_FOR}{service}")
}

/// What is kept, in the language of the reader. The reason that somebody typed for an adjustment stays as it is.
pub fn word_description(kept: &str, texts: Texts) -> String {
    let text = texts.gems_entry();
    let words = match kept {
        EARNED => text.earned(),
        GIVEN_BACK => text.given_back(),
        TAKEN_BACK => text.taken_back(),
        EXPIRED => text.expired(),
        _ => {
            let service = kept.strip_prefix(REDEEMED_FOR);
            return service.map_or_else(|| kept.to_owned(), |service| text.redeemed_for(service));
        }
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_reads_the_same_in_english_and_is_worded_in_hindi() {
        let hindi = Texts::for_tag("hi").unwrap();
        for (kept, worded) in [
            (EARNED.to_owned(), "विज़िट पर मिले"),
            (GIVEN_BACK.to_owned(), "वापस दिए गए"),
            (TAKEN_BACK.to_owned(), "क्रेडिट नोट के साथ वापस लिए गए"),
            (EXPIRED.to_owned(), "365 दिन बाद खत्म हुए"),
            (describe_redemption("हेयरकट"), "हेयरकट के लिए इस्तेमाल हुए"),
            ("Sorry for the wait".to_owned(), "Sorry for the wait"),
        ] {
            assert_eq!(word_description(&kept, Texts::ENGLISH), kept);
            assert_eq!(word_description(&kept, hindi), worded);
        }
    }
}
