//! Refusals of service, category and offer use cases.

use std::borrow::Cow;

use parlour_app::offers::OfferRefusal;
use parlour_app::services::{CategoryRefusal, ServiceFieldError, ServiceRefusal};

use crate::error::field_error::{NamedFieldError, UnknownService, invalid_fields};
use crate::error::http_error::HttpError;

impl From<ServiceRefusal> for HttpError {
    fn from(refusal: ServiceRefusal) -> Self {
        match refusal {
            ServiceRefusal::Unknown => Self::not_found("This service"),
            ServiceRefusal::InvalidFields(field_errors) => invalid_fields(&field_errors),
            ServiceRefusal::Db(error) => error.into(),
        }
    }
}

impl NamedFieldError for ServiceFieldError {
    fn field_name(&self) -> Cow<'static, str> {
        match self {
            Self::UnknownCategory => "categoryId".into(),
            Self::GemsMissing => "gemsRequired".into(),
        }
    }
}

impl From<CategoryRefusal> for HttpError {
    fn from(refusal: CategoryRefusal) -> Self {
        match refusal {
            CategoryRefusal::Unknown => Self::not_found("This category"),
            CategoryRefusal::Db(error) => error.into(),
        }
    }
}

impl From<OfferRefusal> for HttpError {
    fn from(refusal: OfferRefusal) -> Self {
        match refusal {
            OfferRefusal::Unknown => Self::not_found("This offer"),
            OfferRefusal::UnknownServices(indexes) => {
                let unknown: Vec<_> = indexes.into_iter().map(UnknownService::at_index).collect();
                invalid_fields(&unknown)
            }
            OfferRefusal::Db(error) => error.into(),
        }
    }
}
