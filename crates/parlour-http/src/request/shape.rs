//! A request body or query with all its fields.

use super::description::Property;
use crate::error::HttpError;
use crate::fields::Fields;

/// A request body or query made by `request_shape!`.
pub trait RequestShape: Sized {
    /// The fields that could be read, for checks that run although other fields are wrong.
    type Readable;

    /// Reads every field and reports each wrong one to `fields`.
    fn read(fields: &mut Fields) -> Self::Readable;

    /// The whole request, or `None` where a required field could not be read.
    fn whole(readable: Self::Readable) -> Option<Self>;

    fn properties() -> Vec<Property>;
}

/// Reads the fields of a body, or of an object inside it. Reports unknown fields if the request asks for it.
pub(crate) fn read_shape<S: RequestShape>(fields: &mut Fields) -> S::Readable {
    let readable = S::read(fields);
    let properties = S::properties();
    fields.refuse_unknown_fields(|name| properties.iter().any(|property| property.name() == name));
    readable
}

/// Parses a query string, or reports every wrong parameter.
pub fn parse_query<S: RequestShape>(query: Option<&str>) -> Result<S, HttpError> {
    let mut fields = Fields::from_query(query);
    let readable = S::read(&mut fields);
    fields.build(|| S::whole(readable))
}
