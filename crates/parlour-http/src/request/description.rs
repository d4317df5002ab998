//! How a request shape appears in the OpenAPI document.

use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ArrayBuilder, OneOfBuilder, SchemaType};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Required, Schema, Type};

type NamedSchema = (String, RefOr<Schema>);

/// The schema of a rule.
#[derive(Clone)]
pub struct RuleSchema {
    /// The whole schema, for queries.
    inline: RefOr<Schema>,
    /// The schema in a body, which may refer to a component.
    referred: RefOr<Schema>,
    components: Vec<NamedSchema>,
}

impl std::fmt::Debug for RuleSchema {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("RuleSchema")
    }
}

impl RuleSchema {
    pub fn inline(schema: impl Into<Schema>) -> Self {
        let schema = RefOr::T(schema.into());
        Self { referred: schema.clone(), inline: schema, components: Vec::new() }
    }

    /// A schema that stands in the document's components under a name; `inner` are those it refers to.
    pub fn component(name: &str, schema: RefOr<Schema>, inner: Vec<NamedSchema>) -> Self {
        let mut components = vec![(name.to_owned(), schema.clone())];
        components.extend(inner);
        Self { inline: schema, referred: Ref::from_schema_name(name).into(), components }
    }
}

/// A list of 0 or 1 to `most` entries.
pub(super) fn array_schema(item: RuleSchema, least: usize, most: usize) -> RuleSchema {
    let array = |items: RefOr<Schema>| {
        let min_items = (least > 0).then_some(least);
        Schema::from(ArrayBuilder::new().items(items).min_items(min_items).max_items(Some(most)).build())
    };
    RuleSchema { inline: array(item.inline).into(), referred: array(item.referred).into(), components: item.components }
}

/// A list of so many entries, each of which may be `null`.
pub(super) fn nullable_array_schema(item: RuleSchema, count: usize) -> RuleSchema {
    let item = RuleSchema { inline: nullable(item.inline), referred: nullable(item.referred), ..item };
    array_schema(item, count, count)
}

/// One field of a request shape.
#[derive(Debug, Clone)]
pub struct Property {
    name: String,
    description: Option<String>,
    example: Option<&'static str>,
    schema: RuleSchema,
    is_required: bool,
    is_nullable: bool,
}

impl Property {
    /// A field with its documentation; its rule fills in the rest.
    pub fn new(name: &str, documentation: &str, example: &'static str) -> Self {
        Self {
            name: name.to_owned(),
            description: description(documentation),
            example: Some(example).filter(|example| !example.is_empty()),
            schema: RuleSchema::inline(Schema::default()),
            is_required: false,
            is_nullable: false,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    #[must_use]
    pub fn required(self, schema: RuleSchema) -> Self {
        Self { schema, is_required: true, ..self }
    }

    #[must_use]
    pub fn optional(self, schema: RuleSchema) -> Self {
        Self { schema, is_nullable: true, ..self }
    }

    #[must_use]
    pub fn required_nullable(self, schema: RuleSchema) -> Self {
        Self { schema, is_required: true, is_nullable: true, ..self }
    }

    fn body_schema(&self) -> RefOr<Schema> {
        let schema = self.schema.referred.clone();
        let mut schema = if self.is_nullable { nullable(schema) } else { schema };
        let example = self.example.map(Into::into);
        match &mut schema {
            RefOr::T(Schema::Object(object)) => {
                object.example = example.or(object.example.take());
                object.description = self.description.clone().or(object.description.take());
            }
            RefOr::T(Schema::Array(array)) => array.description.clone_from(&self.description),
            RefOr::T(Schema::OneOf(one)) => one.description.clone_from(&self.description),
            RefOr::Ref(reference) => reference.description = self.description.clone().unwrap_or_default(),
            RefOr::T(_) => {}
        }
        schema
    }
}

/// Documentation as one text, without the space that each line begins with.
fn description(documentation: &str) -> Option<String> {
    let lines: Vec<_> = documentation.trim().lines().map(str::trim).collect();
    Some(lines.join("\n")).filter(|text| !text.is_empty())
}

fn nullable(schema: RefOr<Schema>) -> RefOr<Schema> {
    let or_null = |kind: &SchemaType| match kind {
        SchemaType::Type(only) => SchemaType::Array(vec![only.clone(), Type::Null]),
        other => other.clone(),
    };
    match schema {
        RefOr::T(Schema::Object(mut object)) => {
            object.schema_type = or_null(&object.schema_type);
            RefOr::T(Schema::Object(object))
        }
        RefOr::T(Schema::Array(mut array)) => {
            array.schema_type = or_null(&array.schema_type);
            RefOr::T(Schema::Array(array))
        }
        other => {
            let null = ObjectBuilder::new().schema_type(Type::Null);
            RefOr::T(Schema::OneOf(OneOfBuilder::new().item(other).item(null).build()))
        }
    }
}

/// The JSON object that a body with these fields is.
pub fn object_schema(properties: &[Property], documentation: &str) -> RefOr<Schema> {
    let mut object = ObjectBuilder::new().schema_type(Type::Object).description(description(documentation));
    for property in properties {
        object = object.property(&property.name, property.body_schema());
        if property.is_required {
            object = object.required(&property.name);
        }
    }
    RefOr::T(Schema::Object(object.build()))
}

/// The components that these fields refer to.
pub fn component_schemas(properties: Vec<Property>) -> impl Iterator<Item = NamedSchema> {
    properties.into_iter().flat_map(|property| property.schema.components)
}

/// The parameters of a query with these fields.
pub fn query_parameters(properties: Vec<Property>) -> Vec<Parameter> {
    let parameter = |property: Property| {
        ParameterBuilder::new()
            .name(property.name)
            .parameter_in(ParameterIn::Query)
            .description(property.description)
            .required(if property.is_required { Required::True } else { Required::False })
            .schema(Some(property.schema.inline))
            .example(property.example.map(Into::into))
            .build()
    };
    properties.into_iter().map(parameter).collect()
}
