//! Values on their way in and out, the same for both engines.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ist::Timestamp;
use postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked};
use rusqlite::types::{ToSqlOutput, ValueRef};

use crate::error::DbError;

type BoxedError = Box<dyn std::error::Error + Sync + Send>;

/// One column's value. Postgres stores each natively; `SQLite` has dates, times and instants as
/// ISO text, in formats that sort as they should.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SqlValue<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Text(&'a str),
    Timestamp(Timestamp),
    Date(NaiveDate),
    Time(NaiveTime),
}

/// A value that outlives the statement's caller, for a statement that is sent later.
#[derive(Debug)]
pub(crate) enum OwnedSqlValue {
    Text(Box<str>),
    /// Anything but a text.
    Other(SqlValue<'static>),
}

impl PartialEq<SqlValue<'_>> for OwnedSqlValue {
    fn eq(&self, other: &SqlValue<'_>) -> bool {
        match self {
            Self::Text(text) => *other == SqlValue::Text(text),
            Self::Other(value) => other == value,
        }
    }
}

impl From<&SqlValue<'_>> for OwnedSqlValue {
    fn from(value: &SqlValue<'_>) -> Self {
        Self::Other(match *value {
            SqlValue::Text(text) => return Self::Text(text.into()),
            SqlValue::Null => SqlValue::Null,
            SqlValue::Bool(value) => SqlValue::Bool(value),
            SqlValue::Int(value) => SqlValue::Int(value),
            SqlValue::Timestamp(at) => SqlValue::Timestamp(at),
            SqlValue::Date(date) => SqlValue::Date(date),
            SqlValue::Time(time) => SqlValue::Time(time),
        })
    }
}

/// What can be a statement's parameter.
pub trait AsSqlValue {
    fn as_sql_value(&self) -> SqlValue<'_>;
}

/// What a column can be read as.
pub trait FromSqlValue: Sized {
    fn from_sql_value(sql_value: SqlValue<'_>) -> Option<Self>;
}

/// The parameters of a statement: `params![id, now]`.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::AsSqlValue::as_sql_value(&$value)),*] };
}

macro_rules! copied_values {
    ($($type:ty: $variant:ident)*) => {$(
        impl AsSqlValue for $type {
            fn as_sql_value(&self) -> SqlValue<'_> {
                SqlValue::$variant(*self)
            }
        }
    )*};
}
copied_values! { bool: Bool i64: Int Timestamp: Timestamp NaiveDate: Date NaiveTime: Time }

impl AsSqlValue for str {
    fn as_sql_value(&self) -> SqlValue<'_> {
        SqlValue::Text(self)
    }
}

impl AsSqlValue for String {
    fn as_sql_value(&self) -> SqlValue<'_> {
        SqlValue::Text(self)
    }
}

impl<T: AsSqlValue> AsSqlValue for Option<T> {
    fn as_sql_value(&self) -> SqlValue<'_> {
        self.as_ref().map_or(SqlValue::Null, AsSqlValue::as_sql_value)
    }
}

impl<T: AsSqlValue + ?Sized> AsSqlValue for &T {
    fn as_sql_value(&self) -> SqlValue<'_> {
        (**self).as_sql_value()
    }
}

impl FromSqlValue for bool {
    fn from_sql_value(sql_value: SqlValue<'_>) -> Option<Self> {
        match sql_value {
            SqlValue::Bool(value) => Some(value),
            SqlValue::Int(value) => Some(value != 0),
            _ => None,
        }
    }
}

impl FromSqlValue for i64 {
    fn from_sql_value(sql_value: SqlValue<'_>) -> Option<Self> {
        if let SqlValue::Int(value) = sql_value { Some(value) } else { None }
    }
}

impl FromSqlValue for String {
    fn from_sql_value(sql_value: SqlValue<'_>) -> Option<Self> {
        if let SqlValue::Text(text) = sql_value { Some(text.to_owned()) } else { None }
    }
}

impl FromSqlValue for Timestamp {
    fn from_sql_value(sql_value: SqlValue<'_>) -> Option<Self> {
        match sql_value {
            SqlValue::Timestamp(at) => Some(at),
            SqlValue::Text(text) => Self::parse_stored(text),
            _ => None,
        }
    }
}

impl FromSqlValue for NaiveDate {
    fn from_sql_value(sql_value: SqlValue<'_>) -> Option<Self> {
        match sql_value {
            SqlValue::Date(date) => Some(date),
            SqlValue::Text(text) => parlour_domain::ist::parse_date(text),
            _ => None,
        }
    }
}

impl FromSqlValue for NaiveTime {
    fn from_sql_value(sql_value: SqlValue<'_>) -> Option<Self> {
        match sql_value {
            SqlValue::Time(time) => Some(time),
            SqlValue::Text(text) => parlour_domain::ist::parse_stored_time(text),
            _ => None,
        }
    }
}

/// Text that is not JSON is read as null.
impl FromSqlValue for serde_json::Value {
    fn from_sql_value(sql_value: SqlValue<'_>) -> Option<Self> {
        if let SqlValue::Text(text) = sql_value { Some(serde_json::from_str(text).unwrap_or_default()) } else { None }
    }
}

impl<T: FromSqlValue> FromSqlValue for Option<T> {
    fn from_sql_value(sql_value: SqlValue<'_>) -> Option<Self> {
        if sql_value == SqlValue::Null { Some(None) } else { T::from_sql_value(sql_value).map(Some) }
    }
}

/// Domain types that are text to the database: identifiers and checked strings one way and back.
macro_rules! text_values {
    ($($type:ty => $stored:expr;)*) => {$(
        impl AsSqlValue for $type {
            fn as_sql_value(&self) -> SqlValue<'_> {
                SqlValue::Text(self.as_str())
            }
        }

        impl FromSqlValue for $type {
            fn from_sql_value(sql_value: SqlValue<'_>) -> Option<Self> {
                let SqlValue::Text(text) = sql_value else { return None };
                let stored: fn(&str) -> Option<$type> = $stored;
                stored(text)
            }
        }
    )*};
}

use parlour_domain::auth::{app_kind, role};
use parlour_domain::billing::{invoice, rounding};
use parlour_domain::booking::{self, calendar};
use parlour_domain::notification::{self, email_kind};
use parlour_domain::staff::leave;
use parlour_domain::{
    branch, customer, email_address, gems, ids, import, integration, job, lead, membership, offer, phone, service,
};
text_values! {
    ids::UserId => |text| Some(ids::UserId::new(text));
    ids::SessionId => |text| Some(ids::SessionId::new(text));
    ids::BranchId => |text| Some(ids::BranchId::new(text));
    ids::CategoryId => |text| Some(ids::CategoryId::new(text));
    ids::ServiceId => |text| Some(ids::ServiceId::new(text));
    ids::StaffId => |text| Some(ids::StaffId::new(text));
    ids::BookingId => |text| Some(ids::BookingId::new(text));
    ids::LeadId => |text| Some(ids::LeadId::new(text));
    ids::OfferId => |text| Some(ids::OfferId::new(text));
    ids::TagId => |text| Some(ids::TagId::new(text));
    ids::TierId => |text| Some(ids::TierId::new(text));
    ids::MembershipId => |text| Some(ids::MembershipId::new(text));
    ids::InvoiceId => |text| Some(ids::InvoiceId::new(text));
    ids::NotificationId => |text| Some(ids::NotificationId::new(text));
    ids::LeaveId => |text| Some(ids::LeaveId::new(text));
    ids::HolidayId => |text| Some(ids::HolidayId::new(text));
    ids::BlockId => |text| Some(ids::BlockId::new(text));
    ids::DayCloseId => |text| Some(ids::DayCloseId::new(text));
    ids::CashMovementId => |text| Some(ids::CashMovementId::new(text));
    phone::Phone => |text| Some(phone::Phone::from_stored(text.to_owned()));
    email_address::EmailAddress => |text| Some(email_address::EmailAddress::from_stored(text.to_owned()));
    branch::AvailabilityMode => branch::AvailabilityMode::parse;
    booking::BookingAct => booking::BookingAct::parse;
    booking::BookingStatus => booking::BookingStatus::parse;
    booking::wish::WishedGender => booking::wish::WishedGender::parse;
    booking::opening_hours::WeeklyHours => booking::opening_hours::WeeklyHours::parse;
    role::Role => role::Role::parse;
    service::ServiceType => service::ServiceType::parse;
    offer::OfferType => offer::OfferType::parse;
    offer::OfferState => offer::OfferState::parse;
    customer::Gender => customer::Gender::parse;
    customer::Language => customer::Language::parse;
    lead::LeadStatus => lead::LeadStatus::parse;
    membership::DeskMembershipTerms => membership::DeskMembershipTerms::parse;
    membership::MembershipStatus => membership::MembershipStatus::parse;
    gems::GemsTransactionType => gems::GemsTransactionType::parse;
    import::DateOrder => import::DateOrder::parse;
    import::ExportStatus => import::ExportStatus::parse;
    import::ImportKind => import::ImportKind::parse;
    import::ImportStatus => import::ImportStatus::parse;
    invoice::InvoiceSeries => invoice::InvoiceSeries::parse;
    invoice::InvoiceType => invoice::InvoiceType::parse;
    invoice::PaymentMethod => invoice::PaymentMethod::parse;
    invoice::PaymentStatus => invoice::PaymentStatus::parse;
    rounding::RoundInvoices => rounding::RoundInvoices::parse;
    app_kind::AppKind => app_kind::AppKind::parse;
    notification::NotificationType => notification::NotificationType::parse;
    notification::NotificationChannel => notification::NotificationChannel::parse;
    leave::LeaveStatus => leave::LeaveStatus::parse;
    calendar::FeedKind => calendar::FeedKind::parse;
    integration::Integration => integration::Integration::parse;
    job::Job => job::Job::parse;
    email_kind::EmailKind => email_kind::EmailKind::parse;
    notification::NotificationStatus => notification::NotificationStatus::parse;
}

impl rusqlite::ToSql for SqlValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match *self {
            SqlValue::Null => ToSqlOutput::Borrowed(ValueRef::Null),
            SqlValue::Bool(value) => ToSqlOutput::Owned(i64::from(value).into()),
            SqlValue::Int(value) => ToSqlOutput::Owned(value.into()),
            SqlValue::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            SqlValue::Timestamp(at) => ToSqlOutput::Owned(at.to_string().into()),
            SqlValue::Date(date) => ToSqlOutput::Owned(date.to_string().into()),
            SqlValue::Time(time) => ToSqlOutput::Owned(time.to_string().into()),
        })
    }
}

impl<'a> TryFrom<ValueRef<'a>> for SqlValue<'a> {
    type Error = DbError;

    fn try_from(value: ValueRef<'a>) -> Result<Self, DbError> {
        match value {
            ValueRef::Null => Ok(SqlValue::Null),
            ValueRef::Integer(value) => Ok(SqlValue::Int(value)),
            ValueRef::Text(bytes) => std::str::from_utf8(bytes)
                .map(SqlValue::Text)
                .map_err(|_| DbError::Statement("a text column holds bytes that are not UTF-8".into())),
            ValueRef::Real(_) | ValueRef::Blob(_) => {
                Err(DbError::Statement("a column has a type that no table uses".into()))
            }
        }
    }
}

impl ToSql for SqlValue<'_> {
    fn to_sql(&self, wanted: &Type, out: &mut BytesMut) -> Result<IsNull, BoxedError> {
        match (*self, wanted) {
            (SqlValue::Null, _) => return Ok(IsNull::Yes),
            (SqlValue::Bool(value), &Type::BOOL) => value.to_sql(wanted, out)?,
            (SqlValue::Int(value), &Type::INT8) => value.to_sql(wanted, out)?,
            (SqlValue::Int(value), &Type::INT4) => i32::try_from(value)?.to_sql(wanted, out)?,
            (SqlValue::Text(text), &Type::TEXT | &Type::VARCHAR) => text.to_sql(wanted, out)?,
            (SqlValue::Timestamp(at), &Type::TIMESTAMPTZ) => at.utc().to_sql(wanted, out)?,
            (SqlValue::Date(date), &Type::DATE) => date.to_sql(wanted, out)?,
            (SqlValue::Time(time), &Type::TIME) => time.to_sql(wanted, out)?,
            (value, wanted) => return Err(format!("{value:?} was given where {wanted} is wanted").into()),
        };
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl ToSql for OwnedSqlValue {
    fn to_sql(&self, wanted: &Type, out: &mut BytesMut) -> Result<IsNull, BoxedError> {
        match self {
            Self::Text(text) => SqlValue::Text(text).to_sql(wanted, out),
            Self::Other(value) => value.to_sql(wanted, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// Values as the client of Postgres takes them.
pub(crate) fn as_sql_params<'a>(params: &'a [SqlValue<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    params.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl<'a> FromSql<'a> for SqlValue<'a> {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, BoxedError> {
        Ok(match *kind {
            Type::BOOL => SqlValue::Bool(bool::from_sql(kind, raw)?),
            Type::INT8 => SqlValue::Int(i64::from_sql(kind, raw)?),
            Type::INT4 => SqlValue::Int(i64::from(i32::from_sql(kind, raw)?)),
            Type::TEXT | Type::VARCHAR => SqlValue::Text(<&str>::from_sql(kind, raw)?),
            Type::TIMESTAMPTZ => {
                let at = chrono::DateTime::<chrono::Utc>::from_sql(kind, raw)?;
                SqlValue::Timestamp(Timestamp::from_millis(at.timestamp_millis()))
            }
            Type::DATE => SqlValue::Date(NaiveDate::from_sql(kind, raw)?),
            Type::TIME => SqlValue::Time(NaiveTime::from_sql(kind, raw)?),
            ref other => return Err(format!("no table uses the type {other}").into()),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, BoxedError> {
        Ok(SqlValue::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
