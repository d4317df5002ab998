//! Refusals of service, category and offer use cases.

use parlour_app::offers::OfferRefusal;
use parlour_app::services::{CategoryRefusal, ServiceFieldError, ServiceRefusal};

use crate::error::field_error::UnknownService;
use crate::error::http_error::{HttpError, invalid_fields};

refusals! {
    ServiceRefusal {
        Unknown => HttpError::not_found("This service"),
        InvalidFields(field_errors) => invalid_fields(field_errors),
    }

    CategoryRefusal {
        Unknown => HttpError::not_found("This category"),
    }

    OfferRefusal {
        Unknown => HttpError::not_found("This offer"),
        UnknownServices(indexes) => {
            invalid_fields(indexes.into_iter().map(UnknownService::at_index).collect::<Vec<_>>())
        },
    }
}

field_names! {
    ServiceFieldError {
        UnknownCategory => "categoryId",
        GemsMissing => "gemsRequired",
    }
}
