//! E-mail addresses, as far as a form can judge them.

use serde::Serialize;
use utoipa::ToSchema;

/// An address as typed, without surrounding space. Two addresses are the same person's when their
/// folded forms are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(transparent)]
pub struct EmailAddress(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an e-mail address")]
pub struct NotAnEmailAddress;

impl EmailAddress {
    /// The shape the web's own e-mail inputs accept: one `@`, a local part of the usual
    /// characters, a domain of dotted labels with at least one dot.
    pub fn parse(typed: &str) -> Result<Self, NotAnEmailAddress> {
        let typed = typed.trim();
        let (local, domain) = typed.split_once('@').ok_or(NotAnEmailAddress)?;
        let local_ok = (1..=64).contains(&local.len())
            && !local.starts_with('.')
            && !local.ends_with('.')
            && !local.contains("..")
            && local.bytes().all(|b| b.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&b));
        let domain_ok = domain.len() <= 253 && domain.contains('.') && domain.split('.').all(is_domain_label);
        if local_ok && domain_ok { Ok(Self(typed.to_owned())) } else { Err(NotAnEmailAddress) }
    }

    /// An address that has been parsed before and stored.
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

fn is_domain_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::EmailAddress;

    #[test]
    fn only_email_addresses_are_accepted() {
        for typed in ["asha@example.in", "a.b+c@mail.example.co.in", " x@y.zz ", "o'neil@example.com"] {
            assert!(EmailAddress::parse(typed).is_ok(), "{typed}");
        }
        for typed in [
            "",
            "asha",
            "@example.in",
            "asha@",
            "a@b",
            "a b@example.in",
            "a@exa mple.in",
            "a@@b.in",
            "a@-b.in",
            ".a@b.in",
            "a..b@c.in",
            "a@b..in",
            "a@b.in\0",
            "आशा@example.in",
        ] {
            assert!(EmailAddress::parse(typed).is_err(), "{typed}");
        }
    }
}
