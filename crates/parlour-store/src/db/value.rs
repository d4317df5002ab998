//! Values on their way in and out, the same for both engines.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ist::Timestamp;
use postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked};
use rusqlite::types::{ToSqlOutput, ValueRef};

use super::DbError;

type Trouble = Box<dyn std::error::Error + Sync + Send>;

/// One column's value. Postgres stores each natively; `SQLite` has dates, times and instants as
/// ISO text, in formats that sort as they should.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Text(&'a str),
    Timestamp(Timestamp),
    Date(NaiveDate),
    Time(NaiveTime),
}

/// What can be a statement's parameter.
pub trait AsCell {
    fn as_cell(&self) -> Cell<'_>;
}

/// What a column can be read as.
pub trait FromCell: Sized {
    fn from_cell(cell: Cell<'_>) -> Option<Self>;
}

/// The parameters of a statement: `params![id, now]`.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::db::AsCell::as_cell(&$value)),*] };
}

macro_rules! cells {
    ($($type:ty: $variant:ident)*) => {$(
        impl AsCell for $type {
            fn as_cell(&self) -> Cell<'_> {
                Cell::$variant(*self)
            }
        }
    )*};
}
cells! { bool: Bool i64: Int Timestamp: Timestamp NaiveDate: Date NaiveTime: Time }

impl AsCell for str {
    fn as_cell(&self) -> Cell<'_> {
        Cell::Text(self)
    }
}

impl AsCell for String {
    fn as_cell(&self) -> Cell<'_> {
        Cell::Text(self)
    }
}

impl<T: AsCell> AsCell for Option<T> {
    fn as_cell(&self) -> Cell<'_> {
        self.as_ref().map_or(Cell::Null, AsCell::as_cell)
    }
}

impl<T: AsCell + ?Sized> AsCell for &T {
    fn as_cell(&self) -> Cell<'_> {
        (**self).as_cell()
    }
}

impl FromCell for bool {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Bool(value) => Some(value),
            Cell::Int(value) => Some(value != 0),
            _ => None,
        }
    }
}

impl FromCell for i64 {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        if let Cell::Int(value) = cell { Some(value) } else { None }
    }
}

impl FromCell for String {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        if let Cell::Text(text) = cell { Some(text.to_owned()) } else { None }
    }
}

impl FromCell for Timestamp {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Timestamp(at) => Some(at),
            Cell::Text(text) => Self::stored(text),
            _ => None,
        }
    }
}

impl FromCell for NaiveDate {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Date(date) => Some(date),
            Cell::Text(text) => parlour_domain::ist::parse_date(text),
            _ => None,
        }
    }
}

impl FromCell for NaiveTime {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Time(time) => Some(time),
            Cell::Text(text) => parlour_domain::ist::stored_time(text),
            _ => None,
        }
    }
}

impl<T: FromCell> FromCell for Option<T> {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        if cell == Cell::Null { Some(None) } else { T::from_cell(cell).map(Some) }
    }
}

/// Domain types that are text to the database: identifiers and checked strings one way and back.
macro_rules! text_cells {
    ($($type:ty => $stored:expr;)*) => {$(
        impl AsCell for $type {
            fn as_cell(&self) -> Cell<'_> {
                Cell::Text(self.as_str())
            }
        }

        impl FromCell for $type {
            fn from_cell(cell: Cell<'_>) -> Option<Self> {
                let Cell::Text(text) = cell else { return None };
                let stored: fn(&str) -> Option<$type> = $stored;
                stored(text)
            }
        }
    )*};
}

use parlour_domain::{
    app_side, booking, calendar, customer, email, gems, ids, import, integration, invoice, job, lead, leave,
    letter, membership, notice, offer, phone, role, service,
};
text_cells! {
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
    phone::Phone => |text| Some(phone::Phone::stored(text.to_owned()));
    email::Email => |text| Some(email::Email::stored(text.to_owned()));
    booking::BookingStatus => booking::BookingStatus::parse;
    role::Role => role::Role::parse;
    service::ServiceType => service::ServiceType::parse;
    offer::OfferType => offer::OfferType::parse;
    customer::Gender => customer::Gender::parse;
    lead::LeadStatus => lead::LeadStatus::parse;
    membership::MembershipStatus => membership::MembershipStatus::parse;
    gems::GemsTransactionType => gems::GemsTransactionType::parse;
    import::ImportKind => import::ImportKind::parse;
    invoice::InvoiceSeries => invoice::InvoiceSeries::parse;
    invoice::InvoiceType => invoice::InvoiceType::parse;
    invoice::PaymentMethod => invoice::PaymentMethod::parse;
    invoice::PaymentStatus => invoice::PaymentStatus::parse;
    app_side::AppSide => app_side::AppSide::parse;
    notice::NotificationType => notice::NotificationType::parse;
    notice::Channel => notice::Channel::parse;
    leave::LeaveStatus => leave::LeaveStatus::parse;
    calendar::FeedKind => calendar::FeedKind::parse;
    integration::Integration => integration::Integration::parse;
    job::Job => job::Job::parse;
    letter::LetterKind => letter::LetterKind::parse;
    notice::NotificationStatus => notice::NotificationStatus::parse;
}

impl rusqlite::ToSql for Cell<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match *self {
            Cell::Null => ToSqlOutput::Borrowed(ValueRef::Null),
            Cell::Bool(value) => ToSqlOutput::Owned(i64::from(value).into()),
            Cell::Int(value) => ToSqlOutput::Owned(value.into()),
            Cell::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Cell::Timestamp(at) => ToSqlOutput::Owned(at.to_string().into()),
            Cell::Date(date) => ToSqlOutput::Owned(date.to_string().into()),
            Cell::Time(time) => ToSqlOutput::Owned(time.to_string().into()),
        })
    }
}

impl<'a> TryFrom<ValueRef<'a>> for Cell<'a> {
    type Error = DbError;

    fn try_from(value: ValueRef<'a>) -> Result<Self, DbError> {
        match value {
            ValueRef::Null => Ok(Cell::Null),
            ValueRef::Integer(value) => Ok(Cell::Int(value)),
            ValueRef::Text(bytes) => std::str::from_utf8(bytes)
                .map(Cell::Text)
                .map_err(|_| DbError::Statement("a text column holds bytes that are not UTF-8".into())),
            ValueRef::Real(_) | ValueRef::Blob(_) => {
                Err(DbError::Statement("a column has a type that no table uses".into()))
            }
        }
    }
}

impl ToSql for Cell<'_> {
    fn to_sql(&self, wanted: &Type, out: &mut BytesMut) -> Result<IsNull, Trouble> {
        match (*self, wanted) {
            (Cell::Null, _) => return Ok(IsNull::Yes),
            (Cell::Bool(value), &Type::BOOL) => value.to_sql(wanted, out)?,
            (Cell::Int(value), &Type::INT8) => value.to_sql(wanted, out)?,
            (Cell::Int(value), &Type::INT4) => i32::try_from(value)?.to_sql(wanted, out)?,
            (Cell::Text(text), &Type::TEXT | &Type::VARCHAR) => text.to_sql(wanted, out)?,
            (Cell::Timestamp(at), &Type::TIMESTAMPTZ) => at.utc().to_sql(wanted, out)?,
            (Cell::Date(date), &Type::DATE) => date.to_sql(wanted, out)?,
            (Cell::Time(time), &Type::TIME) => time.to_sql(wanted, out)?,
            (value, wanted) => return Err(format!("{value:?} was given where {wanted} is wanted").into()),
        };
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Cell<'a> {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Trouble> {
        Ok(match *kind {
            Type::BOOL => Cell::Bool(bool::from_sql(kind, raw)?),
            Type::INT8 => Cell::Int(i64::from_sql(kind, raw)?),
            Type::INT4 => Cell::Int(i64::from(i32::from_sql(kind, raw)?)),
            Type::TEXT | Type::VARCHAR => Cell::Text(<&str>::from_sql(kind, raw)?),
            Type::TIMESTAMPTZ => {
                let at = chrono::DateTime::<chrono::Utc>::from_sql(kind, raw)?;
                Cell::Timestamp(Timestamp::from_millis(at.timestamp_millis()))
            }
            Type::DATE => Cell::Date(NaiveDate::from_sql(kind, raw)?),
            Type::TIME => Cell::Time(NaiveTime::from_sql(kind, raw)?),
            ref other => return Err(format!("no table uses the type {other}").into()),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Trouble> {
        Ok(Cell::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
