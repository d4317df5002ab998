//! `parlour user role`.

use clap::Subcommand;
use parlour_app::sign_in::change_role;
use parlour_domain::email::Email;
use parlour_domain::role::Role;

use super::session::{email, role};
use super::{Opened, block_on};

#[derive(Debug, Subcommand)]
pub(crate) enum User {
    /// Give somebody a role, from their next request on
    Role {
        #[arg(value_parser = email)]
        email: Email,
        /// customer, staff, receptionist, manager, owner or developer
        #[arg(value_parser = role)]
        role: Role,
    },
}

impl User {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let Self::Role { email, role } = self;
        let opened = Opened::now()?;
        let occasion = opened.occasion();
        let user = block_on(opened.app.db.write(move |tx| change_role(tx, &occasion, &email, role)))??;
        println!("{} is now {}.", user.name, user.role);
        Ok(())
    }
}
