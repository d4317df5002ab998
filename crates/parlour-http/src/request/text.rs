//! Rules for fields that are JSON strings.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::billing::gstin::Gstin;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{
    BookingId, BranchId, CategoryId, MembershipId, NotificationId, OfferId, ServiceId, StaffId, TagId, TierId, UserId,
};
use parlour_domain::phone::Phone;
use parlour_domain::text::{TextRefusal, limited_text, optional_name, required_name, required_text};
use utoipa::openapi::schema::{KnownFormat, SchemaFormat};
use utoipa::openapi::{ObjectBuilder, Type};

use super::RuleSchema;
use crate::error::FieldError;

/// How the text of a field is parsed and described.
pub trait TextRule {
    type Value;

    /// Parses text without NUL characters, or says what is wrong with it.
    fn parse(text: &str) -> Result<Self::Value, FieldError>;

    /// Parses what people type or paste into an HTML form.
    fn parse_typed(text: &str) -> Result<Self::Value, FieldError> {
        Self::parse(text)
    }

    fn schema() -> RuleSchema;
}

/// Text of 1 to `MAX` characters; space around it is dropped.
#[derive(Debug)]
pub struct Text<const MAX: usize>;

/// A name of 1 to `MAX` characters without control characters; space around it is dropped.
#[derive(Debug)]
pub struct Name<const MAX: usize>;

/// A name of at most `MAX` characters, perhaps none; space around it is dropped.
#[derive(Debug)]
pub struct BlankableName<const MAX: usize>;

/// Text of at most `MAX` characters, as typed.
#[derive(Debug)]
pub struct LimitedText<const MAX: usize>;

/// Text of at most `MAX` characters, perhaps none; space around it is dropped.
#[derive(Debug)]
pub struct TrimmedText<const MAX: usize>;

/// Text of 1 to `MAX` characters, as typed.
#[derive(Debug)]
pub struct NonEmptyText<const MAX: usize = { usize::MAX }>;

/// Any text.
#[derive(Debug)]
pub struct AnyText;

/// Implements [`TextRule`] by a parsing function and the constraints of the schema, for new rules or for existing types.
#[macro_export]
macro_rules! text_rules {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident -> $value:ty = $parse:expr, |$schema:ident| $describe:expr;)*) => {
        $(
            $(#[$meta])*
            #[derive(Debug)]
            $vis struct $name;
        )*
        $crate::text_rules!($(for $name => $value = $parse, |$schema| $describe;)*);
    };
    ($(for $name:ty => $value:ty = $parse:expr, |$schema:ident| $describe:expr;)*) => {$(
        impl $crate::request::TextRule for $name {
            type Value = $value;

            fn parse(text: &str) -> Result<$value, $crate::error::FieldError> {
                $parse(text).map_err(Into::into)
            }

            fn schema() -> $crate::request::RuleSchema {
                use $crate::request::utoipa::openapi::{ObjectBuilder, Type};
                let $schema = ObjectBuilder::new().schema_type(Type::String);
                $crate::request::RuleSchema::inline($describe.build())
            }
        }
    )*};
}

impl<const MAX: usize> TextRule for Text<MAX> {
    type Value = String;

    fn parse(text: &str) -> Result<String, FieldError> {
        required_text(text, MAX).map_err(Into::into)
    }

    fn schema() -> RuleSchema {
        RuleSchema::inline(string().min_length(Some(1)).max_length(Some(MAX)).build())
    }
}

impl<const MAX: usize> TextRule for Name<MAX> {
    type Value = String;

    fn parse(text: &str) -> Result<String, FieldError> {
        required_name(text, MAX).map_err(Into::into)
    }

    fn schema() -> RuleSchema {
        Text::<MAX>::schema()
    }
}

impl<const MAX: usize> TextRule for BlankableName<MAX> {
    type Value = String;

    fn parse(text: &str) -> Result<String, FieldError> {
        optional_name(text, MAX).map_err(Into::into)
    }

    fn schema() -> RuleSchema {
        LimitedText::<MAX>::schema()
    }
}

impl<const MAX: usize> TextRule for LimitedText<MAX> {
    type Value = String;

    fn parse(text: &str) -> Result<String, FieldError> {
        limited_text(text, MAX).map_err(Into::into)
    }

    fn schema() -> RuleSchema {
        RuleSchema::inline(string().max_length(Some(MAX)).build())
    }
}

impl<const MAX: usize> TextRule for TrimmedText<MAX> {
    type Value = String;

    fn parse(text: &str) -> Result<String, FieldError> {
        LimitedText::<MAX>::parse(text.trim())
    }

    fn schema() -> RuleSchema {
        LimitedText::<MAX>::schema()
    }
}

impl<const MAX: usize> TextRule for NonEmptyText<MAX> {
    type Value = String;

    fn parse(text: &str) -> Result<String, FieldError> {
        if text.is_empty() { Err(TextRefusal::Empty.into()) } else { LimitedText::<MAX>::parse(text) }
    }

    fn schema() -> RuleSchema {
        let max_length = Some(MAX).filter(|max| *max < usize::MAX);
        RuleSchema::inline(string().min_length(Some(1)).max_length(max_length).build())
    }
}

impl TextRule for AnyText {
    type Value = String;

    fn parse(text: &str) -> Result<String, FieldError> {
        Ok(text.to_owned())
    }

    fn schema() -> RuleSchema {
        RuleSchema::inline(string().build())
    }
}

fn string() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

const WALL_TIME_PATTERN: &str = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
const PHONE_PATTERN: &str = r"^(\+91|0)?[6-9][0-9]{9}$";
const PHONE_DESCRIPTION: &str = "An Indian mobile number, optionally with `+91` or `0` in front.";

impl TextRule for Phone {
    type Value = Self;

    fn parse(text: &str) -> Result<Self, FieldError> {
        Self::parse(text).map_err(Into::into)
    }

    /// A pasted number has marks around it that nobody sees.
    fn parse_typed(text: &str) -> Result<Self, FieldError> {
        Self::parse_pasted(text).map_err(Into::into)
    }

    fn schema() -> RuleSchema {
        RuleSchema::inline(string().pattern(Some(PHONE_PATTERN)).description(Some(PHONE_DESCRIPTION)).build())
    }
}

text_rules! {
    for EmailAddress => Self = EmailAddress::parse, |schema|
        schema.format(Some(SchemaFormat::KnownFormat(KnownFormat::Email)));
    for NaiveDate => Self = date, |schema| schema.format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)));
    for NaiveTime => Self = wall_time, |schema| schema.pattern(Some(WALL_TIME_PATTERN));
    for Gstin => Self = Gstin::parse, |schema| schema;
}

/// `HH:mm` on a 24-hour clock.
fn wall_time(text: &str) -> Result<NaiveTime, FieldError> {
    parlour_domain::ist::parse_time(text).ok_or(FieldError::NotATime)
}

fn date(text: &str) -> Result<NaiveDate, FieldError> {
    parlour_domain::ist::parse_date(text).ok_or(FieldError::NotADate)
}

/// An id names a record; whether the record exists is for the database to say.
macro_rules! id_rules {
    ($($id:ident)*) => {$(
        impl TextRule for $id {
            type Value = Self;

            fn parse(text: &str) -> Result<Self, FieldError> {
                Ok(Self::new(NonEmptyText::<{ usize::MAX }>::parse(text)?))
            }

            fn schema() -> RuleSchema {
                NonEmptyText::<{ usize::MAX }>::schema()
            }
        }
    )*};
}

id_rules! { BookingId BranchId CategoryId MembershipId NotificationId OfferId ServiceId StaffId TagId TierId UserId }
