//! What the text of an e-mail depends on.

use parlour_app::salon::{UNNAMED_SALON, find_name_beside};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_store::notifications::email_recipients::{self, BranchContact};
use parlour_store::notifications::emails::OutgoingEmail;
use parlour_store::{Conn, DbError};

use crate::emails::unsubscribe::UnsubscribeKey;
use crate::emails::{EmailRecipient, SalonContact};

/// What an e-mail needs besides the rows that it is about.
#[derive(Debug, Clone)]
pub struct ComposeInputs {
    pub now: Timestamp,
    /// The public URL of the customer app, without a slash at the end.
    pub customer_url: String,
    /// The public URL of the admin app, without a slash at the end.
    pub admin_url: String,
    /// The address of the sender.
    pub sender: String,
    /// Only for marketing e-mails.
    pub unsubscribe: Option<UnsubscribeKey>,
    /// The PDF of the invoice or credit note, if it is ready.
    pub pdf: Option<Vec<u8>>,
}

/// An e-mail to a customer, with everything that its text depends on besides the database.
pub(super) struct CustomerEmail<'a> {
    pub(super) outgoing: &'a OutgoingEmail,
    pub(super) user: &'a UserId,
    pub(super) recipient: EmailRecipient,
    pub(super) inputs: &'a ComposeInputs,
}

/// The sender of e-mails that belong to no branch.
pub(super) fn default_salon_contact(conn: &mut Conn<'_>) -> Result<SalonContact, DbError> {
    match email_recipients::find_primary_branch_contact(conn)? {
        Some(primary) => salon_contact(conn, primary),
        None => Ok(SalonContact { name: find_name_beside(conn, UNNAMED_SALON)?, ..SalonContact::default() }),
    }
}

/// The sender of e-mails that a branch signs.
pub(super) fn salon_contact(conn: &mut Conn<'_>, branch: BranchContact) -> Result<SalonContact, DbError> {
    let BranchContact { name: branch_name, address, phone } = branch;
    let name = find_name_beside(conn, &branch_name)?;
    let branch_name = Some(branch_name).filter(|branch_name| *branch_name != name);
    Ok(SalonContact { name, branch_name, address, phone })
}
