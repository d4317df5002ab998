//! `parlour session create`.

use anyhow::bail;
use clap::Subcommand;
use parlour_app::sign_in::{FindOrCreateUserRefusal, SessionClient, find_or_create_user, start_session};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::text::required_name;

use super::opened_app::{OpenedApp, block_on};
use crate::settings::Settings;
use crate::settings::values::Environment;

#[derive(Debug, Subcommand)]
pub(crate) enum Session {
    /// Print the value of a Cookie header with a session for each app
    ///
    /// Creates the user if it does not exist; --name is required then. Refused in production.
    /// Example: curl -H "Cookie: $(parlour session create --email E)" …
    #[command(verbatim_doc_comment)]
    Create {
        /// E-mail address of the user
        #[arg(long, value_parser = parse_email)]
        email: EmailAddress,
        /// Name of the user, if the user is created
        #[arg(long, value_parser = parse_name)]
        name: Option<String>,
        /// customer, staff, receptionist, manager, owner or developer
        #[arg(long, value_parser = parse_role)]
        role: Option<Role>,
    },
}

impl Session {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let Self::Create { email, name, role } = self;
        let settings = Settings::from_process()?;
        if settings.environment == Environment::Production {
            bail!("session create is refused in production: sign in instead");
        }
        let opened = OpenedApp::open(settings)?;
        let context = opened.context();
        let cookies = block_on(opened.app.db.write(move |tx| -> Result<String, FindOrCreateUserRefusal> {
            let user = find_or_create_user(tx, &context, &email, name.as_deref(), role)?;
            let mut cookies = Vec::new();
            for &app_kind in AppKind::ALL {
                let session = start_session(tx, &context, &user.id, &SessionClient::of_app(app_kind))?;
                cookies.push(format!("{}={}", app_kind.session_cookie(), session.token));
            }
            Ok(cookies.join("; "))
        }))??;
        println!("{cookies}");
        Ok(())
    }
}

pub(super) fn parse_email(typed: &str) -> Result<EmailAddress, String> {
    EmailAddress::parse(typed).map_err(|error| error.to_string())
}

pub(super) fn parse_name(typed: &str) -> Result<String, String> {
    required_name(typed, 120).map_err(|error| error.to_string())
}

pub(super) fn parse_role(typed: &str) -> Result<Role, String> {
    let known: Vec<_> = Role::ALL.iter().map(|role| role.as_str()).collect();
    Role::parse(typed).ok_or_else(|| format!("must be one of {}", known.join(", ")))
}
