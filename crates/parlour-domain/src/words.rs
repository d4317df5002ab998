//! Enumerations whose members are words: on the wire, in the database, on the command line.

// `tt`, not `literal`: a derive sees the latter wrapped, and utoipa then overlooks the rename.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $member:ident = $word:tt,)* }) => {
        $(#[$about])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::utoipa::ToSchema,
        )]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $member,)*
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$member),*];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$member => $word,)*
                }
            }

            /// The member that is written exactly so.
            pub fn parse(typed: &str) -> Option<Self> {
                match typed {
                    $($word => Some(Self::$member),)*
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
pub(crate) use words;

#[cfg(test)]
mod tests {
    use crate::lead::LeadStatus;

    #[test]
    fn words_are_read_as_they_are_written() {
        assert_eq!(LeadStatus::ALL.len(), 6);
        for status in LeadStatus::ALL {
            assert_eq!(LeadStatus::parse(status.as_str()), Some(*status));
            assert_eq!(status.to_string(), status.as_str());
        }
        assert_eq!(LeadStatus::FollowUp.as_str(), "follow_up");
        assert_eq!(LeadStatus::parse("FollowUp"), None);
    }
}
