//! Sends a test through an integration, to the caller only.

use std::time::Duration;

use chrono::NaiveDate;
use parlour_app::notifications::wording::texts_in;
use parlour_domain::billing::invoice_document::{
    Branding, DocumentCustomer, DocumentKind, DocumentLine, DocumentReference, DocumentSeller, DocumentTotals,
    InvoiceDocument,
};
use parlour_domain::customer::Language;
use parlour_domain::ids::UserId;
use parlour_domain::integration::Integration;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_integrations::realtime::RealtimeMessage;
use parlour_integrations::web_push::{self, PushTarget};
use parlour_store::notifications::emails::OutgoingEmail;
use parlour_store::notifications::{email_recipients, push_subscriptions};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};
use serde_json::json;

use super::{IntegrationProbes, ProbeResult, probe};
use crate::emails;
use crate::worker_context::WorkerContext;

/// Longer than the timeout of every integration.
const TEST_TIMEOUT: Duration = Duration::from_secs(40);
const TEST_FILE_NAME: &str = "test/parlour.txt";

/// Sends a test and returns the result; `None` if the integration is not configured. Integrations that send nothing are
/// checked instead.
pub async fn send_test(
    worker: &WorkerContext,
    configured: &IntegrationProbes,
    name: Integration,
    caller: &UserId,
) -> Option<ProbeResult> {
    let sending = async {
        let sent = match name {
            Integration::Mail => send_test_email(worker, caller).await,
            Integration::Push => send_test_push(worker, caller).await,
            Integration::Chat => post_test_chat_message(worker).await,
            Integration::Realtime => publish_test_message(worker).await,
            Integration::Storage => store_test_file(worker).await,
            Integration::Invoicing => render_test_invoice(worker).await,
            Integration::Database
            | Integration::ReadReplica
            | Integration::Redis
            | Integration::SignIn
            | Integration::Queue => None,
        };
        match sent {
            Some(result) => Some(result),
            None => probe(&worker.app, configured, name).await,
        }
    };
    let sent = tokio::time::timeout(TEST_TIMEOUT, sending).await;
    sent.unwrap_or_else(|_| Some(Err(format!("no answer within {} seconds", TEST_TIMEOUT.as_secs()))))
}

async fn send_test_email(worker: &WorkerContext, caller: &UserId) -> Option<ProbeResult> {
    let mailer = worker.integrations.mail.as_ref()?;
    let user = caller.clone();
    let found = worker.app.db.read(move |conn| email_recipients::find_mail_address(conn, &user)).await;
    let to = match found {
        Ok(address) => address,
        Err(error) => return Some(database_failure(&error)),
    };
    let Some(to) = to else { return Some(Err("you have no e-mail address to send it to".to_owned())) };
    let now = worker.app.clock.now();
    let outgoing = OutgoingEmail {
        id: worker.app.rng.id(now),
        kind: EmailKind::Test,
        user_id: Some(caller.clone()),
        recipient: caller.as_str().to_owned(),
        subject: String::new(),
        period: String::new(),
        attempts: 0,
        created_at: now,
    };
    Some(match emails::compose(worker, &outgoing).await {
        Ok(Some(email)) => match mailer.send(&email, &to, &outgoing.id).await {
            Ok(()) => Ok("an e-mail is on its way to your address".to_owned()),
            Err(failure) => Err(failure.to_string()),
        },
        Ok(None) => Err("there is nothing to send".to_owned()),
        Err(error) => database_failure(&error),
    })
}

async fn send_test_push(worker: &WorkerContext, caller: &UserId) -> Option<ProbeResult> {
    let push = worker.integrations.push.as_ref()?;
    let user = caller.clone();
    let read = move |conn: &mut Conn<'_>| -> Result<_, DbError> {
        Ok((push_subscriptions::list_active(conn, &user)?, user_records::find_reading_language(conn, &user)?))
    };
    let (browsers, language) = match worker.app.db.read(read).await {
        Ok((browsers, _)) if browsers.is_empty() => {
            return Some(Err("none of your browsers has subscribed".to_owned()));
        }
        Ok(found) => found,
        Err(error) => return Some(database_failure(&error)),
    };
    let id = worker.app.rng.id(worker.app.clock.now());
    let body = texts_in(language).test_email().push_body();
    let message = json!({ "id": id, "type": "test", "title": "Parlour", "body": body });
    let (message, mut arrived, mut failure) = (message.to_string(), 0, None);
    for browser in browsers {
        let target = PushTarget { endpoint: browser.endpoint, p256dh: browser.p256dh, auth: browser.auth };
        let sent =
            push.send(&target, message.as_bytes(), &web_push::notification_topic(&id), Duration::from_mins(10)).await;
        match sent {
            Ok(()) => arrived += 1,
            Err(error) => {
                if error.ends_subscription()
                    && let Err(error) = deactivate_subscription(worker, caller, target.endpoint).await
                {
                    return Some(database_failure(&error));
                }
                failure = Some(error.to_string());
            }
        }
    }
    Some(match (arrived, failure) {
        (0, Some(failure)) => Err(failure),
        (arrived, _) => Ok(format!("sent to {arrived} of your browsers")),
    })
}

/// Deactivates the subscription of a browser that is gone.
async fn deactivate_subscription(worker: &WorkerContext, owner: &UserId, endpoint: String) -> Result<(), DbError> {
    let (owner, now) = (owner.clone(), worker.app.clock.now());
    let deactivated = worker.app.db.write(move |tx| push_subscriptions::deactivate(tx, &owner, &endpoint, now));
    deactivated.await.map(drop)
}

async fn post_test_chat_message(worker: &WorkerContext) -> Option<ProbeResult> {
    let chat = worker.integrations.chat.as_ref()?;
    let posted = chat.post("Parlour can write here.").await;
    Some(posted.map(|()| "the chat took a message".to_owned()).map_err(|failure| failure.to_string()))
}

async fn publish_test_message(worker: &WorkerContext) -> Option<ProbeResult> {
    let publisher = worker.integrations.realtime.as_ref()?;
    let id = worker.app.rng.id(worker.app.clock.now());
    let message =
        RealtimeMessage { channel: "admin:events".to_owned(), name: "test".to_owned(), data: json!({ "id": id }), id };
    let published = publisher.publish(&message).await;
    Some(published.map(|()| "published on admin:events".to_owned()).map_err(|failure| failure.to_string()))
}

async fn store_test_file(worker: &WorkerContext) -> Option<ProbeResult> {
    let files = worker.integrations.files.as_ref()?;
    let text = worker.app.rng.token();
    let read_back = match files.put(TEST_FILE_NAME, text.clone().into_bytes()).await {
        Ok(()) => files.get(TEST_FILE_NAME).await,
        Err(error) => Err(error),
    };
    Some(match read_back {
        Ok(Some(found)) if found == text.as_bytes() => Ok("a file was written and read again".to_owned()),
        Ok(_) => Err("what was written is not what is read".to_owned()),
        Err(error) => Err(error.to_string()),
    })
}

async fn render_test_invoice(worker: &WorkerContext) -> Option<ProbeResult> {
    let invoicing = worker.integrations.invoicing.as_ref()?;
    let rendered = invoicing.render(&sample_invoice(worker.app.clock.now().ist_date())).await;
    Some(match rendered {
        Ok(pdf) => Ok(format!("a test invoice has {} bytes", pdf.len())),
        Err(failure) => Err(format!("the invoicing service {failure}")),
    })
}

/// An empty invoice.
fn sample_invoice(today: NaiveDate) -> InvoiceDocument {
    InvoiceDocument {
        kind: DocumentKind::BillOfSupply,
        language: Language::English,
        seller: DocumentSeller {
            name: "Parlour".to_owned(),
            address: "A test".to_owned(),
            phone: None,
            gstin: None,
            gst_registered: false,
        },
        brand: Branding::default(),
        number: "TEST".to_owned(),
        date: today,
        customer: DocumentCustomer { name: "Nobody".to_owned(), ..DocumentCustomer::default() },
        reference: DocumentReference::Booking { number: "TEST".to_owned() },
        lines: vec![DocumentLine {
            description: "A test".to_owned(),
            detail: None,
            sac: "999721".to_owned(),
            quantity: 1,
            price_paise: 0,
            discount_paise: 0,
            redeemed_value_paise: 0,
            redeemed_with_gems: false,
            total_paise: 0,
            taxable_value_paise: 0,
            cgst_paise: 0,
            sgst_paise: 0,
        }],
        totals: DocumentTotals::default(),
        payment_method: None,
        payments: Vec::new(),
        upi: None,
        membership: None,
        voided_on: None,
        gems_earned: 0,
        gems_redeemed: 0,
    }
}

fn database_failure(error: &DbError) -> ProbeResult {
    Err(error.to_string())
}
