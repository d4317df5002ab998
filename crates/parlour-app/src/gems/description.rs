//! What the history of gems says of each change. It is kept as the API shows it, in English; pages word it anew for their
//! reader.

use parlour_domain::gems::GemsTransactionType;
use parlour_store::gems::gems_accounts::GemsTransaction;
use parlour_texts::Texts;

pub(super) const EARNED: &str = "Earned with your visit";
pub(super) const EXPIRED: &str = "Expired after 365 days";
pub(super) const GIVEN_BACK: &str = "Given back";
pub(super) const TAKEN_BACK: &str = "Taken back with a credit note";
/// The name of a service follows.
const REDEEMED_FOR: &str = "Redeemed for ";

pub(crate) fn describe_redemption(service: &str) -> String {
    format!("{REDEEMED_FOR}{service}")
}

/// For a page. What somebody typed stays as it is.
pub fn word_description(entry: &GemsTransaction, texts: Texts) -> String {
    let (kept, text) = (entry.description.as_str(), texts.gems_history());
    match entry.kind {
        GemsTransactionType::Earned => text.earned().to_owned(),
        GemsTransactionType::Expired => text.expired().to_owned(),
        GemsTransactionType::Redeemed => match kept.strip_prefix(REDEEMED_FOR) {
            Some(service) => text.redeemed_for(service),
            None => kept.to_owned(),
        },
        GemsTransactionType::Adjusted if kept == GIVEN_BACK => text.given_back().to_owned(),
        GemsTransactionType::Adjusted if kept == TAKEN_BACK => text.taken_back().to_owned(),
        GemsTransactionType::Adjusted => kept.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use parlour_domain::ist::Timestamp;

    use super::*;

    #[test]
    fn in_english_a_page_says_what_the_api_says_and_in_hindi_the_same_in_hindi() {
        use GemsTransactionType::{Adjusted, Earned, Expired, Redeemed};
        let hindi = Texts::for_tag("hi").unwrap();
        let redeemed = describe_redemption("Head Massage");
        for (kind, kept, worded) in [
            (Earned, EARNED, "विज़िट पर मिले"),
            (Expired, EXPIRED, "365 दिन बाद खत्म हुए"),
            (Redeemed, redeemed.as_str(), "Head Massage के लिए इस्तेमाल हुए"),
            (Adjusted, GIVEN_BACK, "वापस दिए गए"),
            (Adjusted, TAKEN_BACK, "क्रेडिट नोट के साथ वापस लिए गए"),
            (Adjusted, "For the long wait", "For the long wait"),
        ] {
            let entry = GemsTransaction {
                id: String::new(),
                kind,
                gems_amount: 1,
                description: kept.to_owned(),
                expires_at: None,
                created_at: Timestamp::from_millis(0),
                invoice_number: None,
            };
            assert_eq!(word_description(&entry, Texts::ENGLISH), kept);
            assert_eq!(word_description(&entry, hindi), worded);
        }
    }
}
