//! `parlour session create`.

use clap::Subcommand;
use parlour_app::sign_in::{PersonRefusal, find_or_make, start};
use parlour_domain::app_side::AppSide;
use parlour_domain::email::Email;
use parlour_domain::role::Role;
use parlour_domain::text::filled;

use super::{Opened, block_on};

#[derive(Debug, Subcommand)]
pub(crate) enum Session {
    /// Print a Cookie header's value with a session on each app
    ///
    /// Makes the user where missing. Use it as: curl -H "Cookie: $(parlour session create --email E)" …
    #[command(verbatim_doc_comment)]
    Create {
        /// Whose session
        #[arg(long, value_parser = email)]
        email: Email,
        /// The user's name, where the user is made
        #[arg(long, value_parser = name)]
        name: Option<String>,
        /// customer, staff, receptionist, manager, owner or developer
        #[arg(long, value_parser = role)]
        role: Option<Role>,
    },
}

impl Session {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let Self::Create { email, name, role } = self;
        let opened = Opened::now()?;
        let occasion = opened.occasion();
        let cookies = block_on(opened.app.db.write(move |tx| -> Result<String, PersonRefusal> {
            let user = find_or_make(tx, &occasion, &email, name.as_deref(), role)?;
            let mut cookies = Vec::new();
            for &side in AppSide::ALL {
                let session = start(tx, &occasion, &user.id, side)?;
                cookies.push(format!("{}={}", side.session_cookie(), session.token));
            }
            Ok(cookies.join("; "))
        }))??;
        println!("{cookies}");
        Ok(())
    }
}

pub(super) fn email(typed: &str) -> Result<Email, String> {
    Email::parse(typed).map_err(|error| error.to_string())
}

fn name(typed: &str) -> Result<String, String> {
    filled(typed, 120).map_err(|error| error.to_string())
}

pub(super) fn role(typed: &str) -> Result<Role, String> {
    let known: Vec<_> = Role::ALL.iter().map(|role| role.as_str()).collect();
    Role::parse(typed).ok_or_else(|| format!("must be one of {}", known.join(", ")))
}
