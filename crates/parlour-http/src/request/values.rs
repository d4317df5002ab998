//! Rules for single JSON values: texts, numbers, booleans and lists.

use std::marker::PhantomData;

use utoipa::ToSchema;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat};
use utoipa::openapi::{ObjectBuilder, Type};

use super::description::{array_schema, nullable_array_schema};
use super::{RequestShape, RuleSchema, TextRule, component_schemas, read_shape};
use crate::error::FieldError;
use crate::fields::Fields;

/// How a JSON value is read and described.
pub trait ValueRule {
    type Value;
    /// Whether the value is text, which can be blank.
    const IS_TEXT: bool = false;

    /// Reads a field. `None` where it is absent, `null` or wrong; what is wrong is reported to `fields`.
    fn read(fields: &mut Fields, name: &str) -> Option<Self::Value>;

    fn schema() -> RuleSchema;
}

impl<R: TextRule> ValueRule for R {
    type Value = R::Value;
    const IS_TEXT: bool = true;

    fn read(fields: &mut Fields, name: &str) -> Option<R::Value> {
        let parse = if fields.is_form() { R::parse_typed } else { R::parse };
        fields.optional(name, parse)
    }

    fn schema() -> RuleSchema {
        R::schema()
    }
}

impl ValueRule for bool {
    type Value = Self;

    fn read(fields: &mut Fields, name: &str) -> Option<Self> {
        fields.optional_bool(name)
    }

    fn schema() -> RuleSchema {
        RuleSchema::inline(ObjectBuilder::new().schema_type(Type::Boolean).build())
    }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Debug)]
pub struct Int<const MIN: i64, const MAX: i64>;

impl<const MIN: i64, const MAX: i64> ValueRule for Int<MIN, MAX> {
    type Value = i64;

    fn read(fields: &mut Fields, name: &str) -> Option<i64> {
        fields.optional_int(name, MIN..=MAX)
    }

    fn schema() -> RuleSchema {
        int_schema(MIN, MAX)
    }
}

/// A whole number from `MIN` to `MAX` in a query string, where every value is text.
#[derive(Debug)]
pub struct QueryInt<const MIN: i64, const MAX: i64>;

impl<const MIN: i64, const MAX: i64> TextRule for QueryInt<MIN, MAX> {
    type Value = i64;

    fn parse(text: &str) -> Result<i64, FieldError> {
        let number = text.parse().ok().filter(|number| (MIN..=MAX).contains(number));
        number.ok_or(FieldError::OutOfRange { min: MIN, max: MAX })
    }

    fn schema() -> RuleSchema {
        int_schema(MIN, MAX)
    }
}

fn int_schema(min: i64, max: i64) -> RuleSchema {
    let number = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
        .minimum(Some(min))
        .maximum(Some(max));
    RuleSchema::inline(number.build())
}

/// `MIN` (0 or 1) to `MAX` texts. Each entry that can be read comes with its index, for later field errors.
#[derive(Debug)]
pub struct TextList<R, const MIN: usize, const MAX: usize>(PhantomData<R>);

impl<R: TextRule, const MIN: usize, const MAX: usize> ValueRule for TextList<R, MIN, MAX> {
    type Value = Vec<(usize, R::Value)>;

    fn read(fields: &mut Fields, name: &str) -> Option<Self::Value> {
        fields.optional_texts(name, MIN..=MAX, R::parse)
    }

    fn schema() -> RuleSchema {
        array_schema(R::schema(), MIN, MAX)
    }
}

/// `MIN` (0 or 1) to `MAX` objects. Each comes with its index and the fields that could be read.
#[derive(Debug)]
pub struct ObjectList<S, const MIN: usize, const MAX: usize>(PhantomData<S>);

impl<S: RequestShape + ToSchema, const MIN: usize, const MAX: usize> ValueRule for ObjectList<S, MIN, MAX> {
    type Value = Vec<(usize, S::Partial)>;

    fn read(fields: &mut Fields, name: &str) -> Option<Self::Value> {
        fields.optional_objects(name, MIN..=MAX, read_shape::<S>)
    }

    fn schema() -> RuleSchema {
        array_schema(shape_schema::<S>(), MIN, MAX)
    }
}

/// Exactly `COUNT` entries, each an object or `null`. Each comes with its index and the fields that could be read.
#[derive(Debug)]
pub struct NullableObjects<S, const COUNT: usize>(PhantomData<S>);

impl<S: RequestShape + ToSchema, const COUNT: usize> ValueRule for NullableObjects<S, COUNT> {
    type Value = Vec<(usize, Option<S::Partial>)>;

    fn read(fields: &mut Fields, name: &str) -> Option<Self::Value> {
        fields.optional_nullable_objects(name, COUNT, read_shape::<S>)
    }

    fn schema() -> RuleSchema {
        nullable_array_schema(shape_schema::<S>(), COUNT)
    }
}

pub(super) fn shape_schema<S: RequestShape + ToSchema>() -> RuleSchema {
    RuleSchema::component(&S::name(), S::schema(), component_schemas(S::properties()).collect())
}
