//! Whether a field must be given, and what its absence or `null` means.

use std::marker::PhantomData;

use parlour_domain::text::is_blank;
use utoipa::ToSchema;

use super::values::shape_schema;
use super::{AnyText, LimitedText, Property, RequestShape, TextRule, ValueRule, read_shape};
use crate::error::{FieldError, FieldErrors};
use crate::fields::Fields;

/// A field of a request shape. A [`ValueRule`] is a required field, an `Option` of one an optional field.
///
/// In an HTML form a checkbox that is not ticked is `false`, whether it is required or not.
pub trait RequestField {
    /// The value as far as it could be read.
    type Partial;
    type Value;

    fn read(fields: &mut Fields, name: &str) -> Self::Partial;

    /// `None` where a required value could not be read.
    fn complete(partial: Self::Partial) -> Option<Self::Value>;

    fn describe(properties: &mut Vec<Property>, about: Property);
}

impl<R: ValueRule> RequestField for R {
    type Partial = Option<R::Value>;
    type Value = R::Value;

    fn read(fields: &mut Fields, name: &str) -> Option<R::Value> {
        let value = <R as ValueRule>::read(fields, name);
        if value.is_none() && !fields.has_error(name) {
            return fields.add_error(name, FieldError::Required);
        }
        value
    }

    fn complete(partial: Option<R::Value>) -> Option<R::Value> {
        partial
    }

    fn describe(properties: &mut Vec<Property>, about: Property) {
        properties.push(about.required(<R as ValueRule>::schema()));
    }
}

impl<R: ValueRule> RequestField for Option<R> {
    type Partial = Option<R::Value>;
    type Value = Option<R::Value>;

    fn read(fields: &mut Fields, name: &str) -> Option<R::Value> {
        <R as ValueRule>::read(fields, name)
    }

    fn complete(partial: Option<R::Value>) -> Option<Option<R::Value>> {
        Some(partial)
    }

    fn describe(properties: &mut Vec<Property>, about: Property) {
        properties.push(about.optional(<R as ValueRule>::schema()));
    }
}

/// Optional text of at most `MAX` characters, as typed; text without a visible letter counts as absent.
#[derive(Debug)]
pub struct OptionalText<const MAX: usize>;

impl<const MAX: usize> RequestField for OptionalText<MAX> {
    type Partial = Option<String>;
    type Value = Option<String>;

    fn read(fields: &mut Fields, name: &str) -> Option<String> {
        fields.optional(name, <LimitedText<MAX> as TextRule>::parse).filter(|text| !is_blank(text))
    }

    fn complete(partial: Option<String>) -> Option<Option<String>> {
        Some(partial)
    }

    fn describe(properties: &mut Vec<Property>, about: Property) {
        properties.push(about.optional(<LimitedText<MAX> as TextRule>::schema()));
    }
}

/// An optional value; text of nothing but space counts as absent, as in a form that is left empty.
#[derive(Debug)]
pub struct BlankAsNone<R>(PhantomData<R>);

impl<R: TextRule> RequestField for BlankAsNone<R> {
    type Partial = Option<R::Value>;
    type Value = Option<R::Value>;

    fn read(fields: &mut Fields, name: &str) -> Option<R::Value> {
        if fields.is_blank(name) {
            return None;
        }
        <R as ValueRule>::read(fields, name)
    }

    fn complete(partial: Option<R::Value>) -> Option<Option<R::Value>> {
        Some(partial)
    }

    /// The format of the value is not named, because empty text has none.
    fn describe(properties: &mut Vec<Property>, about: Property) {
        properties.push(about.optional(<AnyText as TextRule>::schema()));
    }
}

/// A field of a patch that can be removed: absent leaves it, `null` or blank text removes it.
#[derive(Debug)]
pub struct Patch<R>(PhantomData<R>);

impl<R: ValueRule> RequestField for Patch<R> {
    type Partial = Option<Option<R::Value>>;
    type Value = Option<Option<R::Value>>;

    fn read(fields: &mut Fields, name: &str) -> Self::Partial {
        if fields.is_null(name) || (R::IS_TEXT && fields.is_blank(name)) {
            return Some(None);
        }
        <R as ValueRule>::read(fields, name).map(Some)
    }

    fn complete(partial: Self::Partial) -> Option<Self::Value> {
        Some(partial)
    }

    fn describe(properties: &mut Vec<Property>, about: Property) {
        properties.push(about.optional(<R as ValueRule>::schema()));
    }
}

/// A text of a patch that can be cleared: absent or `null` leaves it, blank text clears it.
#[derive(Debug)]
pub struct Clearable<R>(PhantomData<R>);

impl<R: TextRule> RequestField for Clearable<R> {
    type Partial = Option<Option<R::Value>>;
    type Value = Option<Option<R::Value>>;

    fn read(fields: &mut Fields, name: &str) -> Self::Partial {
        if fields.is_blank(name) {
            return Some(None);
        }
        <R as ValueRule>::read(fields, name).map(Some)
    }

    fn complete(partial: Self::Partial) -> Option<Self::Value> {
        Some(partial)
    }

    /// The format of the value is not named, because empty text has none.
    fn describe(properties: &mut Vec<Property>, about: Property) {
        properties.push(about.optional(<AnyText as TextRule>::schema()));
    }
}

/// A field that must be given, though it may be `null`.
#[derive(Debug)]
pub struct RequiredNullable<R>(PhantomData<R>);

impl<R: ValueRule> RequestField for RequiredNullable<R> {
    type Partial = Option<R::Value>;
    type Value = Option<R::Value>;

    fn read(fields: &mut Fields, name: &str) -> Option<R::Value> {
        if !fields.is_given(name) {
            return fields.add_error(name, "is required, though it may be null");
        }
        <R as ValueRule>::read(fields, name)
    }

    fn complete(partial: Option<R::Value>) -> Option<Option<R::Value>> {
        Some(partial)
    }

    fn describe(properties: &mut Vec<Property>, about: Property) {
        properties.push(about.required_nullable(<R as ValueRule>::schema()));
    }
}

/// A required object inside the body. Its fields are called `keys.auth` in field errors.
#[derive(Debug)]
pub struct Object<S>(PhantomData<S>);

impl<S: RequestShape + ToSchema> RequestField for Object<S> {
    type Partial = Option<S::Partial>;
    type Value = S;

    fn read(fields: &mut Fields, name: &str) -> Option<S::Partial> {
        fields.required_object(name, read_shape::<S>)
    }

    fn complete(partial: Option<S::Partial>) -> Option<S> {
        S::complete(partial?)
    }

    fn describe(properties: &mut Vec<Property>, about: Property) {
        properties.push(about.required(shape_schema::<S>()));
    }
}

/// An object inside the body that may be absent. Its fields are called `discount.reason` in field errors.
#[derive(Debug)]
pub struct OptionalObject<S>(PhantomData<S>);

impl<S: RequestShape + ToSchema> RequestField for OptionalObject<S> {
    type Partial = Option<S::Partial>;
    type Value = Option<S>;

    fn read(fields: &mut Fields, name: &str) -> Option<S::Partial> {
        fields.optional_object(name, read_shape::<S>)
    }

    fn complete(partial: Option<S::Partial>) -> Option<Option<S>> {
        match partial {
            Some(partial) => S::complete(partial).map(Some),
            None => Some(None),
        }
    }

    fn describe(properties: &mut Vec<Property>, about: Property) {
        properties.push(about.optional(shape_schema::<S>()));
    }
}

/// The fields of another shape, as if they were listed here.
#[derive(Debug)]
pub struct Flat<S>(PhantomData<S>);

impl<S: RequestShape> RequestField for Flat<S> {
    type Partial = S::Partial;
    type Value = S;

    fn read(fields: &mut Fields, _: &str) -> S::Partial {
        S::read(fields)
    }

    fn complete(partial: S::Partial) -> Option<S> {
        S::complete(partial)
    }

    fn describe(properties: &mut Vec<Property>, _: Property) {
        properties.extend(S::properties());
    }
}

/// A field that only some requests need: its errors are kept until [`DeferredValue::require`] asks for the value.
#[derive(Debug)]
pub struct IfNeeded<R>(PhantomData<R>);

/// The value of an [`IfNeeded`] field, or its errors.
#[derive(Debug, Clone)]
pub struct DeferredValue<T> {
    value: Option<T>,
    errors: FieldErrors,
}

impl<T> DeferredValue<T> {
    /// The value of a field that this request needs. Reports what is wrong with it, or that it is missing.
    pub fn require(self, fields: &mut Fields) -> Option<T> {
        fields.add_errors(self.errors);
        self.value
    }
}

impl<R: ValueRule> RequestField for IfNeeded<R> {
    type Partial = DeferredValue<R::Value>;
    type Value = DeferredValue<R::Value>;

    fn read(fields: &mut Fields, name: &str) -> Self::Partial {
        let (value, errors) = fields.read_aside(|fields| <R as RequestField>::read(fields, name));
        DeferredValue { value, errors }
    }

    fn complete(partial: Self::Partial) -> Option<Self::Value> {
        Some(partial)
    }

    fn describe(properties: &mut Vec<Property>, about: Property) {
        properties.push(about.optional(<R as ValueRule>::schema()));
    }
}
