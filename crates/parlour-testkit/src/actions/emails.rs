//! E-mails as they are queued, composed and written to a folder.

use std::path::Path;

use parlour_db::{DbError, params};
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_integrations::mail::{MailTransport, Mailer, Sender};
use parlour_store::notifications::emails::OutgoingEmail;
use parlour_worker::emails::unsubscribe::UnsubscribeKey;
use parlour_worker::emails::{self, ComposeInputs, EmailMessage};

use crate::TestSalon;

pub const CUSTOMER_URL: &str = "https://customer.parlour.test";
pub const ADMIN_URL: &str = "https://admin.parlour.test";

/// Composes the e-mail of this kind for a record.
pub async fn compose_email(
    salon: &TestSalon,
    kind: EmailKind,
    to: &UserId,
    subject: &str,
    period: &str,
) -> Option<EmailMessage> {
    let asked = OutgoingEmail {
        id: "letter-1".to_owned(),
        kind,
        user_id: Some(to.clone()),
        recipient: to.as_str().to_owned(),
        subject: subject.to_owned(),
        period: period.to_owned(),
        attempts: 0,
        created_at: salon.now(),
    };
    let (secrets, context) = (salon.app.secrets.clone(), salon.context());
    let key = salon.app.db.write(move |tx| UnsubscribeKey::get_or_create(tx, &secrets, &context)).await.unwrap();
    let inputs = ComposeInputs {
        now: salon.now(),
        customer_url: CUSTOMER_URL.to_owned(),
        admin_url: ADMIN_URL.to_owned(),
        sender: "desk@example.in".to_owned(),
        unsubscribe: kind.is_marketing().then_some(key),
        pdf: None,
    };
    let written = salon.app.db.read(move |conn| emails::compose_with(conn, &asked, &inputs));
    let written: Result<_, DbError> = written.await;
    written.unwrap()
}

/// A mailer that writes every e-mail to a file in this folder.
pub fn mailer_to_folder(folder: &Path) -> Option<Mailer> {
    let from = Sender { name: None, address: EmailAddress::parse("desk@salon.invalid").unwrap() };
    Some(Mailer::new(&MailTransport::Folder(folder.to_owned()), from).unwrap())
}

/// The e-mails in the folder, as complete texts.
pub fn emails_in_folder(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "eml")).collect();
    paths.sort();
    paths.iter().map(|path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()).collect()
}

/// The queued e-mails about a record: kind, recipient, period.
pub async fn queued_emails_about(salon: &TestSalon, subject: &str) -> Vec<(String, String, String)> {
    let subject = subject.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(String, String, String)>(
            "select kind, recipient, period from emails where subject = $1 order by created_at, kind, id",
            params![subject],
        )
    });
    read.await.unwrap()
}
