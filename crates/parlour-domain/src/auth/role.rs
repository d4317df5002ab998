//! The six roles. Each role may do everything that the lower roles may do.

use crate::string_enum::string_enum;

string_enum! {
    /// In ascending order: a higher role satisfies any lower requirement.
    Role {
        Customer = "customer",
        Staff = "staff",
        Receptionist = "receptionist",
        Manager = "manager",
        Owner = "owner",
        Developer = "developer",
    }
}

#[cfg(test)]
mod tests {
    use super::Role;

    #[test]
    fn a_higher_role_satisfies_a_lower_requirement() {
        assert!(Role::Owner >= Role::Manager);
        assert!(Role::Staff < Role::Receptionist);
        assert!(Role::ALL.is_sorted());
    }
}
