//! Web Push: browsers come and go, and know us by a public key.

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_domain::ids::UserId;
use parlour_domain::push_endpoint::{PushEndpoint, as_stored};
use parlour_store::push_subscriptions::{Bound, NewSubscription};
use parlour_store::{DbError, Tx, push_subscriptions};

use crate::audit::{self, Change};
use crate::occasion::Occasion;

/// Each notice goes to every browser of its reader: more than this nobody has, and the oldest give way.
const MOST_BROWSERS: i64 = 20;

/// A browser, and the keys by which only it can read what it is sent.
#[derive(Clone)]
pub struct Browser {
    pub endpoint: PushEndpoint,
    pub p256dh: String,
    pub auth: String,
}

impl std::fmt::Debug for Browser {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Browser")
    }
}

/// From now on this browser is told what this person is told, and nobody else.
pub fn subscribe(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    browser: &Browser,
) -> Result<(), DbError> {
    let subscription = NewSubscription {
        id: &occasion.new_id(),
        endpoint: &browser.endpoint,
        p256dh: &browser.p256dh,
        auth: &browser.auth,
    };
    let bound = push_subscriptions::bind(tx, user, &subscription, occasion.now)?;
    let Some(Bound { id, is_news: true }) = bound else { return Ok(()) };
    record(tx, occasion, user, "push_subscription.begin", &id)?;
    for id in push_subscriptions::switch_off_beyond(tx, user, &id, MOST_BROWSERS - 1, occasion.now)? {
        record(tx, occasion, user, "push_subscription.end", &id)?;
    }
    Ok(())
}

/// Ends it where it is this person's; there is nothing to say where it is not.
pub fn unsubscribe(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    endpoint: &str,
) -> Result<(), DbError> {
    match push_subscriptions::switch_off(tx, user, &as_stored(endpoint), occasion.now)? {
        Some(id) => record(tx, occasion, user, "push_subscription.end", &id),
        None => Ok(()),
    }
}

/// Without states: whoever knows endpoint and keys can write to the browser.
fn record(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    action: &str,
    id: &str,
) -> Result<(), DbError> {
    audit::record(tx, occasion, Change { action, record_id: id, concerns: Some(user), ..Change::default() })
}

/// The public half of a key pair, as browsers want it: an uncompressed point of P-256 in base64url. `None` where the
/// private half is not 32 bytes in base64url, or no key.
pub fn public_key(private: &str) -> Option<String> {
    let scalar = URL_SAFE_NO_PAD.decode(private).ok()?;
    let key = PrivateKey::from_private_key(&ECDH_P256, &scalar).ok()?;
    Some(URL_SAFE_NO_PAD.encode(key.compute_public_key().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_key_follows_from_the_private_one() {
        // RFC 8291, section 5: the application server's pair and the user agent's.
        for (private, public) in [
            (
                "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
            ),
            (
                "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
        ] {
            assert_eq!(public_key(private).as_deref(), Some(public));
        }
    }

    #[test]
    fn not_every_32_bytes_are_a_key() {
        let order = "_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE";
        for private in ["", "A", &"A".repeat(43), &"_".repeat(43), order, &"A".repeat(44), "no base64 at all"]
        {
            assert_eq!(public_key(private), None, "{private}");
        }
    }
}
