//! What a visit costs, with the offer that comes off it.

use parlour_texts::Texts;
use parlour_web::format;

/// The sum that is paid, and what it is made of.
#[derive(Debug)]
pub(crate) struct Sums {
    pub(crate) reduced: Option<Reduced>,
    pub(crate) label: &'static str,
    pub(crate) total: String,
}

/// A price, and the offer that comes off it.
#[derive(Debug)]
pub(crate) struct Reduced {
    pub(crate) label: &'static str,
    pub(crate) price: String,
    pub(crate) offer: String,
    pub(crate) less: String,
}

impl Sums {
    pub(crate) fn plain(label: &'static str, total: String) -> Self {
        Self { reduced: None, label, total }
    }

    pub(crate) fn with_offer(price_paise: i64, (name, less_paise): (&str, i64), texts: Texts) -> Self {
        let text = texts.promised_offer();
        let reduced = Reduced {
            label: text.price(),
            price: format::money(price_paise),
            offer: name.to_owned(),
            less: format::money(-less_paise),
        };
        Self { reduced: Some(reduced), label: text.to_pay(), total: format::money(price_paise - less_paise) }
    }
}
