//! `parlour user add`, `list` and `role`.

use std::fmt::Write as _;

use clap::Subcommand;
use parlour_app::sign_in::change_role_by_email;
use parlour_app::users::{Invitation, open_invitation};
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_store::DbError;
use parlour_store::users::user_list::{self, UserFilter};
use parlour_store::users::user_records::User as UserRow;

use super::opened_app::{OpenedApp, block_on};
use super::output::print_to_stdout;
use super::session::{parse_email, parse_name, parse_role};

#[derive(Debug, Subcommand)]
pub(crate) enum User {
    /// Invite a user, who has the role from the first sign-in with this verified e-mail address on
    ///
    /// The invitation is sent by e-mail when Parlour runs, and lapses after 14 days.
    Add {
        /// E-mail address of somebody who is not known yet
        #[arg(value_parser = parse_email)]
        email: EmailAddress,
        /// customer, staff, receptionist, manager, owner or developer
        #[arg(value_parser = parse_role)]
        role: Role,
        /// Name of the user [default: the part of the e-mail address before the @]
        #[arg(long, value_parser = parse_name)]
        name: Option<String>,
    },
    /// List the team and those who are invited: e-mail, role, name
    List {
        /// Only users of this role; `customer` lists customers
        #[arg(long, value_parser = parse_role)]
        role: Option<Role>,
    },
    /// Give a user a role; it applies from the next request
    Role {
        /// E-mail address of the user
        #[arg(value_parser = parse_email)]
        email: EmailAddress,
        /// customer, staff, receptionist, manager, owner or developer
        #[arg(value_parser = parse_role)]
        role: Role,
    },
}

impl User {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let opened = OpenedApp::open_from_process_settings()?;
        match self {
            Self::Add { email, role, name } => add(&opened, email, role, name),
            Self::List { role } => list(&opened, role),
            Self::Role { email, role } => change_role(&opened, email, role),
        }
    }
}

fn add(opened: &OpenedApp, email: EmailAddress, role: Role, name: Option<String>) -> anyhow::Result<()> {
    let name = name.unwrap_or_else(|| email.as_str().split('@').next().unwrap_or_default().to_owned());
    let (context, invitation) = (opened.context(), Invitation { email, name, role });
    let user = block_on(opened.app.db.write(move |tx| open_invitation(tx, &context, &invitation)))??;
    print_to_stdout(&format!("{} is invited as {}{}.\n", user.name, user.role, until(&user)))?;
    Ok(())
}

fn list(opened: &OpenedApp, role: Option<Role>) -> anyhow::Result<()> {
    let read = opened.app.db.read(move |conn| -> Result<Vec<UserRow>, DbError> {
        match role {
            Some(role) => Ok(user_list::page(conn, &UserFilter::new("", Some(role)), i64::MAX, 0)?.0),
            None => user_list::list_team(conn),
        }
    });
    let users = block_on(read)??;
    let email = |user: &UserRow| user.email.as_ref().map_or("-", EmailAddress::as_str).to_owned();
    let width = users.iter().map(|user| email(user).chars().count()).max().unwrap_or_default();
    let mut lines = String::new();
    for user in &users {
        let invited = if user.invitation_expires_at.is_some() { " (invited" } else { "" };
        let end = if invited.is_empty() { "" } else { ")" };
        writeln!(
            lines,
            "{:width$}  {:12}  {}{invited}{}{end}",
            email(user),
            user.role.as_str(),
            user.name,
            until(user)
        )?;
    }
    print_to_stdout(&lines)?;
    Ok(())
}

/// ` until 2027-03-15` for somebody who is invited, else nothing.
fn until(user: &UserRow) -> String {
    user.invitation_expires_at.map_or_else(String::new, |expires_at| format!(" until {}", expires_at.ist_date()))
}

fn change_role(opened: &OpenedApp, email: EmailAddress, role: Role) -> anyhow::Result<()> {
    let context = opened.context();
    let user = block_on(opened.app.db.write(move |tx| change_role_by_email(tx, &context, &email, role)))??;
    println!("{} is now {}.", user.name, user.role);
    Ok(())
}
