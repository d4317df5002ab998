//! `row!`: the one list that says which columns a row type has.

/// The one list of a row type's columns, from which it is read and with which statements select it:
/// `row! { Lead { id, name, service_name: "s.name", note: [LeadNote, "n"]; tags } }`. A field without a source is the
/// column of its name; a text, or a constant
/// in parentheses, is another column or an expression; brackets hold a row type inside this one and the alias
/// of its table. Fields after the semicolon are not read and begin empty. With `json` in front,
/// the same list writes rows as JSON while they are read.
#[macro_export]
macro_rules! row {
    (json $type:ident $(<$generic:ident>)? { $($field:ident),* $(,)? $(; $($unread:ident),+ $(,)?)? }) => {
        $crate::row! { $type $(<$generic>)? { $($field),* $(; $($unread),+)? } }

        impl$(<$generic>)? $crate::json::JsonRow for $type$(<$generic>)? {
            const FIELDS: &'static [$crate::json::JsonField] = &[$($crate::json::JsonField {
                name: {
                    const LENGTH: usize =
                        $crate::sql_text::Text::<0>::of_json_name(stringify!($field)).length();
                    const NAME: &$crate::sql_text::Text<LENGTH> =
                        &$crate::sql_text::Text::of_json_name(stringify!($field));
                    NAME.as_str()
                },
                kind: $crate::json::kind_of_field(|row: &Self| &row.$field),
            }),*];
        }
    };
    (
        $type:ident $(<$generic:ident>)? {
            $($field:ident $(: $source:tt)?),* $(,)? $(; $($unread:ident),+ $(,)?)?
        }
    ) => {
        impl$(<$generic>)? $crate::Row for $type$(<$generic>)? {
            const COLUMNS: &'static [$crate::Column] =
                &[$($crate::row_column!($field $(, $source)?)),*];
        }

        impl$(<$generic>)? $crate::FromRow for $type$(<$generic>)? {
            fn from_row(columns: &mut $crate::Columns<'_>) -> Result<Self, $crate::DbError> {
                Ok(Self {
                    $($field: $crate::row_value!(columns $(, $source)?),)*
                    $($($unread: Default::default(),)+)?
                })
            }
        }
    };
}

/// One entry of [`row!`] as a column.
#[doc(hidden)]
#[macro_export]
macro_rules! row_column {
    ($field:ident) => {
        $crate::Column::Named(stringify!($field))
    };
    ($field:ident, [$row:ty]) => {
        $crate::Column::Nested(<$row as $crate::Row>::COLUMNS, "")
    };
    ($field:ident, [$row:ty, $alias:literal]) => {
        $crate::Column::Nested(<$row as $crate::Row>::COLUMNS, $alias)
    };
    ($field:ident, ($text:expr)) => {
        $crate::Column::Named($text)
    };
    ($field:ident, $text:literal) => {
        $crate::Column::Named($text)
    };
}

/// One entry of [`row!`] as a value that is read.
#[doc(hidden)]
#[macro_export]
macro_rules! row_value {
    ($columns:ident, [$row:ty $(, $alias:literal)?]) => {
        <$row as $crate::FromRow>::from_row($columns)?
    };
    ($columns:ident $(, $text:tt)?) => {
        $columns.take()?
    };
}
