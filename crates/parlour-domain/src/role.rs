//! Six roles, each of which may do all that the ones below it may.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Customer,
    Staff,
    Receptionist,
    Manager,
    Owner,
    Developer,
}

impl Role {
    pub const ALL: [Self; 6] =
        [Self::Customer, Self::Staff, Self::Receptionist, Self::Manager, Self::Owner, Self::Developer];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Staff => "staff",
            Self::Receptionist => "receptionist",
            Self::Manager => "manager",
            Self::Owner => "owner",
            Self::Developer => "developer",
        }
    }

    pub fn parse(typed: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == typed)
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Role;

    #[test]
    fn a_higher_role_satisfies_a_lower_requirement() {
        assert!(Role::Owner >= Role::Manager);
        assert!(Role::Staff < Role::Receptionist);
        for role in Role::ALL {
            assert_eq!(Role::parse(role.as_str()), Some(role));
        }
        assert_eq!(Role::parse("Owner"), None);
    }
}
