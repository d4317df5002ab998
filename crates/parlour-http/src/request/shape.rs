//! A request body or query with all its fields.

use super::description::Property;
use crate::error::HttpError;
use crate::fields::Fields;

/// A request body or query made by `request_shape!`.
pub trait RequestShape: Sized {
    /// The fields that could be read, for checks that run although other fields are wrong.
    type Partial;

    /// Reads every field and reports each wrong one to `fields`.
    fn read(fields: &mut Fields) -> Self::Partial;

    /// The whole request, or `None` where a required field could not be read.
    fn complete(partial: Self::Partial) -> Option<Self>;

    fn properties() -> Vec<Property>;
}

/// The fields of a request with the errors so far, and what could be read of them.
pub type ReadFields<S> = (Fields, <S as RequestShape>::Partial);

/// Reads the fields of a body, or of an object inside it. Reports unknown fields if the request asks for it.
pub(crate) fn read_shape<S: RequestShape>(fields: &mut Fields) -> S::Partial {
    let partial = S::read(fields);
    let properties = S::properties();
    fields.refuse_unknown_fields(|name| properties.iter().any(|property| property.name() == name));
    partial
}

/// Parses a query string, or reports every wrong parameter.
pub fn parse_query<S: RequestShape>(query: Option<&str>) -> Result<S, HttpError> {
    let mut fields = Fields::from_query(query);
    let partial = S::read(&mut fields);
    fields.build(|| S::complete(partial))
}
