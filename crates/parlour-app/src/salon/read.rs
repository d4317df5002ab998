//! How the salon is called wherever customers and the team see its name.

use parlour_store::branches::{branch_changes, branch_records};
use parlour_store::salon::salon_settings::{self, SalonSettings};
use parlour_store::{Conn, DbError};

/// A salon without a branch, and one of which nothing is known because the database does not answer.
pub const UNNAMED_SALON: &str = "Parlour";

/// What pages show of the salon beside its branches.
#[derive(Debug, Clone)]
pub struct SalonIdentity {
    /// The name that an owner has given it, or else that of the primary branch.
    pub name: String,
    /// Empty if nothing was written.
    pub about: String,
    /// The same for readers of Hindi, if something was written.
    pub about_hi: Option<String>,
    pub website: Option<String>,
    /// Whether there is any branch, also one that is closed or not open yet.
    pub has_branch: bool,
}

pub fn read_identity(conn: &mut Conn<'_>) -> Result<SalonIdentity, DbError> {
    let SalonSettings { name, about, about_hi, website, .. } = salon_settings::find(conn)?;
    let primary = branch_changes::find_primary(conn)?;
    let has_branch = primary.is_some() || !branch_records::has_no_branches(conn)?;
    let name = name.or_else(|| primary.map(|branch| branch.name)).unwrap_or_else(|| UNNAMED_SALON.to_owned());
    Ok(SalonIdentity { name, about, about_hi, website, has_branch })
}

/// The name over what a branch signs, such as an e-mail about a visit: as long as the salon has no name of its own, that of
/// the branch.
pub fn find_name_beside(conn: &mut Conn<'_>, branch_name: &str) -> Result<String, DbError> {
    Ok(salon_settings::find_chosen_name(conn)?.unwrap_or_else(|| branch_name.to_owned()))
}
