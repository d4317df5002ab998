//! The two kinds of work a salon and spa does.

use crate::words::words;

words! {
    ServiceType {
        Salon = "salon",
        Spa = "spa",
    }
}
