//! Promotional offers.

use crate::words::words;

words! {
    OfferType {
        Percentage = "percentage",
        Flat = "flat",
        ComboPrice = "combo_price",
    }
}
