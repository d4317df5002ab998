//! A test goes out through one of them, to nobody but whoever asks for it.

use std::time::Duration;

use chrono::NaiveDate;
use parlour_domain::ids::UserId;
use parlour_domain::integration::Integration;
use parlour_domain::invoice_document::{
    Brand, DocumentCustomer, DocumentKind, DocumentLine, DocumentSeller, InvoiceDocument, Reference, Totals,
};
use parlour_domain::letter::LetterKind;
use parlour_store::letters::Outgoing;
use parlour_store::{DbError, push_subscriptions, users};
use serde_json::json;

use super::{Finding, Integrations, probe};
use crate::backstage::Backstage;
use crate::letters;
use crate::outside::realtime::RealtimeMessage;
use crate::outside::web_push::{self, PushTarget};

/// Longer than the most patient of them.
const PATIENCE: Duration = Duration::from_secs(40);
const FILE: &str = "test/parlour.txt";

/// What became of it; none where the integration is not set up. Where nothing can be sent, it is looked at.
pub async fn send_test(
    backstage: &Backstage,
    configured: &Integrations,
    name: Integration,
    asker: &UserId,
) -> Option<Finding> {
    let sending = async {
        let sent = match name {
            Integration::Mail => by_mail(backstage, asker).await,
            Integration::Push => to_browsers(backstage, asker).await,
            Integration::Chat => to_chat(backstage).await,
            Integration::Realtime => to_listeners(backstage).await,
            Integration::Storage => into_storage(backstage).await,
            Integration::Invoicing => draw(backstage).await,
            _ => None,
        };
        match sent {
            Some(finding) => Some(finding),
            None => probe(&backstage.app, configured, name).await,
        }
    };
    let sent = tokio::time::timeout(PATIENCE, sending).await;
    sent.unwrap_or_else(|_| Some(Err(format!("no answer within {} seconds", PATIENCE.as_secs()))))
}

async fn by_mail(backstage: &Backstage, asker: &UserId) -> Option<Finding> {
    let mailer = backstage.outside.mail.as_ref()?;
    let user = asker.clone();
    let asked = backstage.app.db.read(move |conn| users::by_id(conn, &user)).await;
    let to = match asked {
        Ok(user) => user.and_then(|user| user.email),
        Err(error) => return Some(failed(&error)),
    };
    let Some(to) = to else { return Some(Err("you have no e-mail address to send it to".to_owned())) };
    let now = backstage.app.clock.now();
    let wanted = Outgoing {
        id: backstage.app.chance.id(now),
        kind: LetterKind::Test,
        user_id: Some(asker.clone()),
        recipient: asker.as_str().to_owned(),
        subject: String::new(),
        period: String::new(),
        attempts: 0,
        created_at: now,
    };
    Some(match letters::compose(backstage, &wanted).await {
        Ok(Some(letter)) => match mailer.send(&letter, &to, &wanted.id).await {
            Ok(()) => Ok("a letter is on its way to your address".to_owned()),
            Err(failure) => Err(failure.to_string()),
        },
        Ok(None) => Err("there is nothing to send".to_owned()),
        Err(error) => failed(&error),
    })
}

async fn to_browsers(backstage: &Backstage, asker: &UserId) -> Option<Finding> {
    let push = backstage.outside.push.as_ref()?;
    let user = asker.clone();
    let browsers = backstage.app.db.read(move |conn| push_subscriptions::active_of(conn, &user)).await;
    let browsers = match browsers {
        Ok(browsers) if browsers.is_empty() => {
            return Some(Err("none of your browsers has subscribed".to_owned()));
        }
        Ok(browsers) => browsers,
        Err(error) => return Some(failed(&error)),
    };
    let id = backstage.app.chance.id(backstage.app.clock.now());
    let message = json!({ "id": id, "type": "test", "title": "Parlour", "body": "Push messages arrive." });
    let (message, mut arrived, mut failure) = (message.to_string(), 0, None);
    for browser in browsers {
        let target = PushTarget { endpoint: browser.endpoint, p256dh: browser.p256dh, auth: browser.auth };
        let sent =
            push.send(&target, message.as_bytes(), &web_push::topic(&id), Duration::from_mins(10)).await;
        match sent {
            Ok(()) => arrived += 1,
            Err(error) => {
                if error.ends_subscription()
                    && let Err(error) = forget(backstage, asker, target.endpoint).await
                {
                    return Some(failed(&error));
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

/// A browser that is no more is asked no more.
async fn forget(backstage: &Backstage, owner: &UserId, endpoint: String) -> Result<(), DbError> {
    let (owner, now) = (owner.clone(), backstage.app.clock.now());
    let forgotten =
        backstage.app.db.write(move |tx| push_subscriptions::switch_off(tx, &owner, &endpoint, now));
    forgotten.await.map(drop)
}

async fn to_chat(backstage: &Backstage) -> Option<Finding> {
    let chat = backstage.outside.chat.as_ref()?;
    let posted = chat.post("Parlour can write here.").await;
    Some(posted.map(|()| "the chat took a message".to_owned()).map_err(|failure| failure.to_string()))
}

async fn to_listeners(backstage: &Backstage) -> Option<Finding> {
    let publisher = backstage.outside.realtime.as_ref()?;
    let id = backstage.app.chance.id(backstage.app.clock.now());
    let message = RealtimeMessage {
        channel: "admin:events".to_owned(),
        name: "test".to_owned(),
        data: json!({ "id": id }),
        id,
    };
    let published = publisher.publish(&message).await;
    Some(published.map(|()| "published on admin:events".to_owned()).map_err(|failure| failure.to_string()))
}

async fn into_storage(backstage: &Backstage) -> Option<Finding> {
    let files = backstage.outside.files.as_ref()?;
    let text = backstage.app.chance.token();
    let kept = match files.put(FILE, text.clone().into_bytes()).await {
        Ok(()) => files.get(FILE).await,
        Err(error) => Err(error),
    };
    Some(match kept {
        Ok(Some(found)) if found == text.as_bytes() => Ok("a file was written and read again".to_owned()),
        Ok(_) => Err("what was written is not what is read".to_owned()),
        Err(error) => Err(error.to_string()),
    })
}

async fn draw(backstage: &Backstage) -> Option<Finding> {
    let invoicing = backstage.outside.invoicing.as_ref()?;
    let drawn = invoicing.render(&sample(backstage.app.clock.now().ist_date())).await;
    Some(match drawn {
        Ok(pdf) => Ok(format!("a test invoice has {} bytes", pdf.len())),
        Err(failure) => Err(format!("the invoicing service {failure}")),
    })
}

/// Nobody's invoice, of nothing.
fn sample(today: NaiveDate) -> InvoiceDocument {
    InvoiceDocument {
        kind: DocumentKind::BillOfSupply,
        seller: DocumentSeller {
            name: "Parlour".to_owned(),
            address: "A test".to_owned(),
            phone: None,
            gstin: None,
            gst_registered: false,
        },
        brand: Brand::default(),
        number: "TEST".to_owned(),
        date: today,
        customer: DocumentCustomer { name: "Nobody".to_owned(), phone: None, gstin: None },
        reference: Reference::Booking { number: "TEST".to_owned() },
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
        totals: Totals::default(),
        payment_method: None,
        gems_earned: 0,
        gems_redeemed: 0,
    }
}

fn failed(error: &DbError) -> Finding {
    Err(error.to_string())
}
