//! The claims of an ID token and their checks.

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use subtle::ConstantTimeEq;

use super::discovery::same_issuer;
use super::error::BadToken;

const LEEWAY_SECONDS: i64 = 30;
const MAX_AGE_SECONDS: i64 = 60 * 60;
const MAX_SUBJECT_CHARS: usize = 255;
/// What is longer ago than a year is not told apart.
const MAX_SIGN_IN_AGE_SECONDS: i64 = 366 * 24 * 60 * 60;

#[derive(Deserialize)]
pub(super) struct Claims {
    iss: Option<String>,
    sub: Option<String>,
    aud: Option<Audience>,
    azp: Option<String>,
    #[serde(default, deserialize_with = "seconds")]
    exp: Option<i64>,
    #[serde(default, deserialize_with = "seconds")]
    nbf: Option<i64>,
    #[serde(default, deserialize_with = "seconds")]
    iat: Option<i64>,
    #[serde(default, deserialize_with = "seconds")]
    auth_time: Option<i64>,
    nonce: Option<String>,
    pub(super) at_hash: Option<String>,
    #[serde(flatten)]
    pub(super) profile: Profile,
}

/// The claims about the person, which the ID token and the userinfo endpoint share.
#[derive(Deserialize)]
pub(super) struct Profile {
    #[serde(default, deserialize_with = "text")]
    pub(super) email: Option<String>,
    #[serde(default, deserialize_with = "yes")]
    pub(super) email_verified: bool,
    #[serde(default, deserialize_with = "text")]
    pub(super) name: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(super) picture: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

pub(super) struct ExpectedClaims<'a> {
    pub(super) issuer: &'a str,
    pub(super) client_id: &'a str,
    pub(super) nonce: &'a str,
    /// Unix seconds of real time.
    pub(super) now: i64,
}

impl Claims {
    /// Returns the subject if all checks pass.
    pub(super) fn check(&self, expected: &ExpectedClaims<'_>) -> Result<&str, BadToken> {
        self.check_parties(expected)?;
        self.check_times(expected.now)?;
        if self.auth_time.is_some_and(|at| at > expected.now.saturating_add(LEEWAY_SECONDS)) {
            return Err(BadToken::NotYetValid);
        }
        let nonce = self.nonce.as_deref().unwrap_or_default();
        if expected.nonce.is_empty() || !bool::from(nonce.as_bytes().ct_eq(expected.nonce.as_bytes())) {
            return Err(BadToken::Nonce);
        }
        self.sub
            .as_deref()
            .filter(|sub| !sub.is_empty() && sub.chars().count() <= MAX_SUBJECT_CHARS)
            .ok_or(BadToken::Subject)
    }

    /// How long ago the person proved who they are, if the provider says so. Its clock may be a little ahead.
    pub(super) fn seconds_since_sign_in(&self, now: i64) -> Option<i64> {
        Some(now.saturating_sub(self.auth_time?).clamp(0, MAX_SIGN_IN_AGE_SECONDS))
    }

    fn check_parties(&self, expected: &ExpectedClaims<'_>) -> Result<(), BadToken> {
        let issuer = match self.iss.as_deref() {
            // Older tokens of Google have no scheme.
            Some("accounts.google.com") => "https://accounts.google.com",
            Some(issuer) => issuer,
            None => return Err(BadToken::Issuer),
        };
        if !same_issuer(issuer, expected.issuer) {
            return Err(BadToken::Issuer);
        }
        let (ours, audiences) = match &self.aud {
            Some(Audience::One(one)) => (one == expected.client_id, 1),
            Some(Audience::Many(many)) => (many.iter().any(|one| one == expected.client_id), many.len()),
            None => (false, 0),
        };
        if !ours {
            return Err(BadToken::Audience);
        }
        match self.azp.as_deref() {
            Some(party) if party != expected.client_id => Err(BadToken::AuthorizedParty),
            None if audiences > 1 => Err(BadToken::AuthorizedParty),
            _ => Ok(()),
        }
    }

    fn check_times(&self, now: i64) -> Result<(), BadToken> {
        if self.exp.is_none_or(|exp| now >= exp.saturating_add(LEEWAY_SECONDS)) {
            return Err(BadToken::Expired);
        }
        let latest_start = now.saturating_add(LEEWAY_SECONDS);
        if self.nbf.is_some_and(|nbf| nbf > latest_start) {
            return Err(BadToken::NotYetValid);
        }
        let iat = self.iat.filter(|iat| *iat <= latest_start).ok_or(BadToken::IssuedAt)?;
        if iat < now.saturating_sub(MAX_AGE_SECONDS + LEEWAY_SECONDS) {
            return Err(BadToken::TooOld);
        }
        Ok(())
    }
}

impl Profile {
    /// Fills in missing claims from `other`. The e-mail and its verification stay together.
    pub(super) fn or(self, other: Self) -> Self {
        let (email, email_verified) = match self.email {
            Some(email) => (Some(email), self.email_verified),
            None => (other.email, other.email_verified),
        };
        Self { email, email_verified, name: self.name.or(other.name), picture: self.picture.or(other.picture) }
    }
}

/// Reads a `NumericDate`: seconds, possibly with a fraction.
fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum NumericDate {
        Whole(i64),
        Fraction(f64),
    }
    Ok(Option::<NumericDate>::deserialize(deserializer)?.map(|date| match date {
        NumericDate::Whole(seconds) => seconds,
        #[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and the fraction is not needed")]
        NumericDate::Fraction(seconds) => seconds as i64,
    }))
}

/// Reads a non-empty text. A value of another type counts as missing, so that it does not prevent the sign-in.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        _ => None,
    })
}

/// Reads `true`, which some providers write as text.
fn yes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Bool(yes) => yes,
        Value::String(text) => text == "true",
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: i64 = 1_800_000_000;

    fn expected() -> ExpectedClaims<'static> {
        ExpectedClaims { issuer: "https://accounts.google.com", client_id: "parlour", nonce: "n-1", now: NOW }
    }

    fn good() -> Value {
        json!({
            "iss": "https://accounts.google.com", "aud": "parlour", "sub": "1108", "nonce": "n-1",
            "iat": NOW, "exp": NOW + 3600, "email": "asha@example.in", "email_verified": true,
        })
    }

    fn check(claims: Value) -> Result<String, BadToken> {
        let claims: Claims = serde_json::from_value(claims).map_err(|_| BadToken::Malformed)?;
        claims.check(&expected()).map(str::to_owned)
    }

    #[track_caller]
    fn assert_with(changes: &Value, outcome: Result<(), BadToken>) {
        let mut claims = good();
        for (name, value) in changes.as_object().unwrap() {
            claims[name] = value.clone();
        }
        assert_eq!(check(claims).map(|_| ()), outcome, "{changes}");
    }

    #[test]
    fn a_good_token_names_its_subject() {
        assert_eq!(check(good()), Ok("1108".to_owned()));
    }

    #[test]
    fn each_required_claim_is_missed() {
        for (name, reason) in [
            ("iss", BadToken::Issuer),
            ("aud", BadToken::Audience),
            ("sub", BadToken::Subject),
            ("nonce", BadToken::Nonce),
            ("iat", BadToken::IssuedAt),
            ("exp", BadToken::Expired),
        ] {
            let mut claims = good();
            claims.as_object_mut().unwrap().remove(name);
            assert_eq!(check(claims), Err(reason), "{name}");
            assert_with(&json!({ name: null }), Err(reason));
        }
    }

    #[test]
    fn the_issuer_may_lack_googles_scheme_and_nothing_else() {
        assert_with(&json!({ "iss": "accounts.google.com" }), Ok(()));
        assert_with(&json!({ "iss": "https://accounts.google.com/" }), Ok(()));
        assert_with(&json!({ "iss": "http://accounts.google.com" }), Err(BadToken::Issuer));
        assert_with(&json!({ "iss": "https://evil.example" }), Err(BadToken::Issuer));
        let elsewhere = ExpectedClaims { issuer: "https://id.example", ..expected() };
        let claims: Claims = serde_json::from_value(json!({ "iss": "accounts.google.com" })).unwrap();
        assert_eq!(claims.check(&elsewhere), Err(BadToken::Issuer));
    }

    #[test]
    fn the_audience_is_this_client_and_so_is_the_authorized_party() {
        assert_with(&json!({ "aud": ["parlour"] }), Ok(()));
        assert_with(&json!({ "aud": ["parlour", "other"], "azp": "parlour" }), Ok(()));
        assert_with(&json!({ "aud": [] }), Err(BadToken::Audience));
        assert_with(&json!({ "aud": "other" }), Err(BadToken::Audience));
        assert_with(&json!({ "aud": ["other", "third"], "azp": "parlour" }), Err(BadToken::Audience));
        assert_with(&json!({ "aud": ["parlour", "other"] }), Err(BadToken::AuthorizedParty));
        assert_with(&json!({ "aud": ["parlour", "other"], "azp": "other" }), Err(BadToken::AuthorizedParty));
        assert_with(&json!({ "azp": "other" }), Err(BadToken::AuthorizedParty));
    }

    #[test]
    fn times_have_thirty_seconds_of_leeway() {
        assert_with(&json!({ "exp": NOW - 29 }), Ok(()));
        assert_with(&json!({ "exp": NOW - 30 }), Err(BadToken::Expired));
        assert_with(&json!({ "nbf": NOW + 30 }), Ok(()));
        assert_with(&json!({ "nbf": NOW + 31 }), Err(BadToken::NotYetValid));
        assert_with(&json!({ "iat": NOW + 30 }), Ok(()));
        assert_with(&json!({ "iat": NOW + 31 }), Err(BadToken::IssuedAt));
        assert_with(&json!({ "iat": NOW - 3630 }), Ok(()));
        assert_with(&json!({ "iat": NOW - 3631 }), Err(BadToken::TooOld));
        assert_with(&json!({ "iat": 1_800_000_000.75, "exp": 1_800_000_100.5 }), Ok(()));
        assert_with(&json!({ "exp": i64::MAX, "iat": i64::MIN }), Err(BadToken::TooOld));
        assert_with(&json!({ "exp": i64::MIN }), Err(BadToken::Expired));
        assert_with(&json!({ "nbf": 1e300 }), Err(BadToken::NotYetValid));
        assert_with(&json!({ "exp": "soon" }), Err(BadToken::Malformed));
        // Nobody has signed in tomorrow.
        assert_with(&json!({ "auth_time": NOW + 31 }), Err(BadToken::NotYetValid));
        assert_with(&json!({ "auth_time": i64::MAX }), Err(BadToken::NotYetValid));
        assert_with(&json!({ "auth_time": NOW + 30 }), Ok(()));
    }

    #[test]
    fn the_age_of_the_sign_in_is_told() {
        for (said, age) in [
            (json!(NOW - 700), Some(700)),
            (json!(NOW + 20), Some(0)),
            (json!(0), Some(MAX_SIGN_IN_AGE_SECONDS)),
            (json!(i64::MIN), Some(MAX_SIGN_IN_AGE_SECONDS)),
            (Value::Null, None),
        ] {
            let claims: Claims = serde_json::from_value(json!({ "auth_time": said })).unwrap();
            assert_eq!(claims.seconds_since_sign_in(NOW), age, "{said}");
        }
    }

    #[test]
    fn the_nonce_is_the_one_asked_for() {
        assert_with(&json!({ "nonce": "n-2" }), Err(BadToken::Nonce));
        assert_with(&json!({ "nonce": "n-11" }), Err(BadToken::Nonce));
        assert_with(&json!({ "nonce": "" }), Err(BadToken::Nonce));
        let claims: Claims = serde_json::from_value(good()).unwrap();
        assert_eq!(claims.check(&ExpectedClaims { nonce: "", ..expected() }), Err(BadToken::Nonce));
    }

    #[test]
    fn a_subject_has_one_to_255_characters() {
        assert_with(&json!({ "sub": "x".repeat(255) }), Ok(()));
        assert_with(&json!({ "sub": "x".repeat(256) }), Err(BadToken::Subject));
        assert_with(&json!({ "sub": "" }), Err(BadToken::Subject));
        assert_with(&json!({ "sub": 7 }), Err(BadToken::Malformed));
    }

    #[test]
    fn a_verified_email_may_be_said_in_text() {
        for (said, heard) in
            [(json!(true), true), (json!("true"), true), (json!("yes"), false), (json!(1), false), (json!(null), false)]
        {
            let profile: Profile = serde_json::from_value(json!({ "email_verified": said })).unwrap();
            assert_eq!(profile.email_verified, heard, "{said}");
        }
    }

    #[test]
    fn a_description_of_another_shape_is_no_description() {
        let odd = json!({ "email": "  ", "name": 7, "picture": { "data": {} } });
        let profile: Profile = serde_json::from_value(odd).unwrap();
        assert_eq!((profile.email, profile.name, profile.picture), (None, None, None));
    }
}
