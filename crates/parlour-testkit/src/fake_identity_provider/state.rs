//! What the provider knows, and what it does wrong.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

pub const CLIENT_ID: &str = "parlour-test";
pub const CLIENT_SECRET: &str = "a secret: with/odd+signs%";

/// What the provider does wrong, or in an unusual way. The tokens are otherwise right in every respect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderFault {
    /// Nothing.
    None,
    // The token's claims.
    WrongAudience,
    TwoAudiences,
    TwoAudiencesOnePartyAuthorized,
    WrongNonce,
    NoNonce,
    Expired,
    IssuedTwoHoursAgo,
    IssuedInAnHour,
    ValidInAnHour,
    WrongIssuer,
    NoSubject,
    LongSubject,
    UnverifiedEmail,
    EmailVerifiedInText,
    /// The person proved long ago who they are: `auth_time`.
    SignedInAnHourAgo,
    /// `auth_time` is now.
    SignedInNow,
    WrongAccessTokenHash,
    // The token's signature.
    AlgorithmNone,
    /// Signed with HS256, the public key as the shared secret.
    PublicKeyAsSecret,
    UnknownKey,
    NoKeyNamed,
    /// Signed with another key than the one it names.
    Forged,
    NoIdToken,
    // Userinfo.
    EmailOnlyInUserinfo,
    SomebodyElseInUserinfo,
    // Endpoints.
    SlowDiscovery,
    RedirectingDiscovery,
    HugeDiscovery,
    DiscoveryOfAnother,
    FailingKeys,
    SlowToken,
    FailingToken,
    RefusingToken,
    RedirectingToken,
    HugeToken,
    NoJsonFromToken,
    // The client's secret: expected in the form, or not at all.
    SecretInForm,
    PublicClient,
    // The way back.
    OtherIssuerOnCallback,
    NoIssuerOnCallback,
    AccessDenied,
}

/// Who signs in next.
#[derive(Debug, Clone)]
pub struct FakeUser {
    pub subject: String,
    pub email: String,
    pub name: String,
}

pub(super) struct ProviderServer {
    pub(super) issuer: String,
    pub(super) now: Box<dyn Fn() -> i64 + Send + Sync>,
    pub(super) state: Mutex<ProviderState>,
}

pub(super) struct ProviderState {
    pub(super) fault: ProviderFault,
    pub(super) person: FakeUser,
    /// How often the key was changed; part of the key's id.
    pub(super) rotations: usize,
    pub(super) codes: HashMap<String, Grant>,
    pub(super) access_tokens: HashMap<String, Grant>,
    /// Requests by path.
    pub(super) requested: HashMap<String, usize>,
    pub(super) issued_count: usize,
}

#[derive(Clone)]
pub(super) struct Grant {
    pub(super) person: FakeUser,
    pub(super) nonce: Option<String>,
    pub(super) redirect_uri: String,
    pub(super) code_challenge: String,
}

impl ProviderServer {
    pub(super) fn state(&self) -> MutexGuard<'_, ProviderState> {
        self.state.lock().expect("nobody panicked")
    }

    pub(super) fn fault(&self) -> ProviderFault {
        self.state().fault
    }

    pub(super) fn kid(&self) -> String {
        format!("key-{}", self.state().rotations)
    }

    pub(super) fn secret(&self, kind: &str) -> String {
        let mut state = self.state();
        state.issued_count += 1;
        format!("{kind}-{}", state.issued_count)
    }
}

impl std::fmt::Debug for ProviderServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Idp").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}
