//! Refusals of use cases about what is sold, and about the tags of customers.

use parlour_app::customers::{ChangeTagRefusal, CreateTagRefusal};
use parlour_app::offers::OfferRefusal;
use parlour_app::services::{CategoryRefusal, ServiceRefusal};
use parlour_app::tiers::TierRefusal;
use parlour_http::error::{FieldErrors, UnknownService};

use super::{field, fields};
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

    TierRefusal |_texts| {
        Unknown => ErrorPage,
    }

    CreateTagRefusal |texts| {
        NameTaken => field("name", texts.refusal().tag_name_taken()),
    }

    ChangeTagRefusal |texts| {
        Unknown => ErrorPage,
        NameTaken => field("name", texts.refusal().tag_name_taken()),
    }
}
