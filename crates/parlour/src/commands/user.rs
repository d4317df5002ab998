//! `parlour user role`.

use clap::Subcommand;
use parlour_app::sign_in::change_role_by_email;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;

use super::opened_app::{OpenedApp, block_on};
use super::session::{parse_email, parse_role};

#[derive(Debug, Subcommand)]
pub(crate) enum User {
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
        let Self::Role { email, role } = self;
        let opened = OpenedApp::open_from_process_settings()?;
        let context = opened.context();
        let user = block_on(opened.app.db.write(move |tx| change_role_by_email(tx, &context, &email, role)))??;
        println!("{} is now {}.", user.name, user.role);
        Ok(())
    }
}
