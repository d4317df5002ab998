//! What a handler reads from a request: body, query, path and preferences.
//!
//! The shape of a body or query is defined once: [`request_shape!`](crate::request_shape) makes the parser, the field
//! errors and the OpenAPI description from one list of fields.

pub mod body;
mod description;
mod enums;
pub mod fields;
pub mod form;
mod form_values;
mod form_with_file;
pub mod paging;
pub mod path_id;
pub(super) mod prefer;
mod presence;
mod shape;
mod text;
mod values;

pub use description::{Property, RuleSchema, component_schemas, object_schema, query_parameters};
pub use form_values::FormValues;
pub use form_with_file::{FormWithFile, FormWithPicture};
pub use presence::{
    BlankAsNone, Clearable, DeferredValue, Flat, IfNeeded, Object, OptionalObject, OptionalText, Patch, RequestField,
    RequiredNullable,
};
pub use shape::{ReadFields, RequestShape, parse_query};
pub use text::{AnyText, BlankableName, LimitedText, Name, NonEmptyText, Text, TextRule, TrimmedText};
pub use utoipa;
pub use values::{Int, NullableObjects, ObjectList, QueryInt, TextList, ValueRule};

pub(crate) use shape::read_shape;

/// The JSON name of a Rust field: `start_time` becomes `startTime`.
pub fn camel_case(field: &str) -> String {
    let mut words = field.trim_start_matches("r#").split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at(1);
        name + &initial.to_ascii_uppercase() + rest
    })
}

/// Defines the shape of a request body or query.
///
/// ```text
/// request_shape! {
///     pub struct TagBody {
///         name: Text<40>,
///         /// Shown beside the name.
///         #[example = "#b45309"]
///         color: Text<32>,
///         description: Option<TrimmedText<500>>,
///     }
/// }
/// ```
///
/// Each field has a rule: a type that implements `RequestField`. The struct holds the parsed values. Names are camelCase
/// on the wire, `null` counts as absent, and unknown fields are ignored unless the request has `Prefer: handling=strict`.
#[macro_export]
macro_rules! request_shape {
    ($(
        $(#[doc = $about:literal])*
        $vis:vis struct $name:ident {$(
            $(#[doc = $doc:literal])* $(#[example = $example:literal])? $field:ident: $rule:ty
        ),* $(,)?}
    )*) => {$(
        $(#[doc = $about])*
        #[derive(Debug, Clone)]
        $vis struct $name {
            $($(#[doc = $doc])* $vis $field: <$rule as $crate::request::RequestField>::Value,)*
        }

        const _: () = {
            use $crate::request::{RequestField, utoipa};

            #[derive(Debug, Clone)]
            $vis struct Partial {
                $($vis $field: <$rule as RequestField>::Partial,)*
            }

            impl $crate::request::RequestShape for $name {
                type Partial = Partial;

                fn read(fields: &mut $crate::fields::Fields) -> Partial {
                    Partial {
                        $($field: <$rule as RequestField>::read(fields, &$crate::request::camel_case(stringify!($field))),)*
                    }
                }

                fn complete(partial: Partial) -> Option<Self> {
                    Some(Self { $($field: <$rule as RequestField>::complete(partial.$field)?,)* })
                }

                fn properties() -> Vec<$crate::request::Property> {
                    let mut properties = Vec::new();
                    $(
                        let about = $crate::request::Property::new(
                            &$crate::request::camel_case(stringify!($field)),
                            concat!($($doc, "\n",)*),
                            concat!($($example)?),
                        );
                        <$rule as RequestField>::describe(&mut properties, about);
                    )*
                    properties
                }
            }

            impl utoipa::PartialSchema for $name {
                fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                    let properties = <Self as $crate::request::RequestShape>::properties();
                    $crate::request::object_schema(&properties, concat!($($about, "\n",)*))
                }
            }

            impl utoipa::ToSchema for $name {
                fn schemas(
                    schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>,
                ) {
                    let properties = <Self as $crate::request::RequestShape>::properties();
                    schemas.extend($crate::request::component_schemas(properties));
                }
            }

            impl utoipa::IntoParams for $name {
                fn into_params(
                    _: impl Fn() -> Option<utoipa::openapi::path::ParameterIn>,
                ) -> Vec<utoipa::openapi::path::Parameter> {
                    $crate::request::query_parameters(<Self as $crate::request::RequestShape>::properties())
                }
            }
        };
    )*};
}

#[cfg(test)]
mod tests;
