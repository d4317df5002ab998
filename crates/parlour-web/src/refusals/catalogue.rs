//! Refusals of use cases about the price list and offers.

use parlour_app::offers::OfferRefusal;
use parlour_app::services::{CategoryRefusal, ServiceRefusal};
use parlour_http::error::{FieldErrors, UnknownService};

use super::fields;
use crate::form::ShownRefusal::{ErrorPage, Fields};

page_refusals! {
    ServiceRefusal |_texts| {
        Unknown => ErrorPage,
        InvalidFields(errors) => fields(errors),
    }

    CategoryRefusal |_texts| {
        Unknown => ErrorPage,
    }

    OfferRefusal |_texts| {
        Unknown => ErrorPage,
        UnknownServices(indexes) => {
            let unknown = indexes.iter().map(|index| UnknownService::at_index(*index));
            Fields(FieldErrors::of_use_case(unknown.collect()))
        },
    }
}
