//! Enums whose variants have one text each, used in JSON, in the database and on the command line.

// `tt`, not `literal`: a derive sees the latter wrapped, and utoipa then overlooks the rename.
macro_rules! string_enum {
    ($(#[$enum_doc:meta])* $name:ident { $($(#[$doc:meta])* $member:ident = $text:tt,)* }) => {
        $(#[$enum_doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::utoipa::ToSchema,
        )]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $text)] $member,)*
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$member),*];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$member => $text,)*
                }
            }

            /// The variant with exactly this text.
            pub fn parse(typed: &str) -> Option<Self> {
                match typed {
                    $($text => Some(Self::$member),)*
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(self.as_str())
            }
        }
    };
}
pub(crate) use string_enum;

#[cfg(test)]
mod tests {
    use crate::lead::LeadStatus;

    #[test]
    fn string_enums_parse_what_they_print() {
        assert_eq!(LeadStatus::ALL.len(), 6);
        for status in LeadStatus::ALL {
            assert_eq!(LeadStatus::parse(status.as_str()), Some(*status));
            assert_eq!(status.to_string(), status.as_str());
        }
        assert_eq!(LeadStatus::FollowUp.as_str(), "follow_up");
        assert_eq!(LeadStatus::parse("FollowUp"), None);
    }
}
