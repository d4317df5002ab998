//! The errors of a sign-in. No text contains a token, a code or a secret.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// No usable answer; trying again later may help.
    #[error("the identity provider's {endpoint} {failure}")]
    Unreachable { endpoint: Endpoint, failure: EndpointFailure },
    /// The provider refused the sign-in.
    #[error("the identity provider refused the sign-in: {0}")]
    Refused(ProviderRefusal),
    /// The ID token of the provider is not valid.
    #[error("the identity provider's ID token was not accepted: {0}")]
    BadToken(#[from] BadToken),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endpoint {
    Discovery,
    Keys,
    Token,
    Userinfo,
}

impl Endpoint {
    pub(super) fn failed(self, failure: EndpointFailure) -> IdentityError {
        IdentityError::Unreachable { endpoint: self, failure }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Discovery => "discovery document",
            Self::Keys => "key set",
            Self::Token => "token endpoint",
            Self::Userinfo => "userinfo endpoint",
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointFailure {
    #[error("could not be reached: {0}")]
    NoAnswer(String),
    #[error("did not answer in time")]
    TimedOut,
    #[error("answered with status {0}")]
    Status(u16),
    #[error("redirects elsewhere, which is not followed")]
    Redirected,
    #[error("answered with more than 1 MiB")]
    TooLarge,
    #[error("answered with something that cannot be read")]
    Unreadable,
    #[error("names another issuer than the configured one")]
    OtherIssuer,
    #[error("names an endpoint that is not a web address, or not https although the issuer is")]
    BadEndpoint,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderRefusal {
    /// The OAuth error code of the token endpoint, such as `invalid_grant`.
    #[error("{0}")]
    Code(String),
    /// RFC 9207: the callback names another provider, or none.
    #[error("the callback does not come from the configured issuer")]
    OtherIssuer,
    #[error("the userinfo endpoint did not accept the access token")]
    Userinfo,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadToken {
    #[error("there is none")]
    Missing,
    #[error("it cannot be read")]
    Malformed,
    #[error("its algorithm is not allowed")]
    Algorithm,
    #[error("its key is not in the provider's key set")]
    UnknownKey,
    #[error("its signature is wrong")]
    Signature,
    #[error("it comes from another issuer")]
    Issuer,
    #[error("it is meant for another audience")]
    Audience,
    #[error("it was issued to another party")]
    AuthorizedParty,
    #[error("it has expired, or never would")]
    Expired,
    #[error("it is not valid yet")]
    NotYetValid,
    #[error("it was issued in the future, or at no time at all")]
    IssuedAt,
    #[error("it was issued more than an hour ago")]
    TooOld,
    #[error("its nonce is not the one that was asked for")]
    Nonce,
    #[error("its subject is missing, empty or too long")]
    Subject,
    #[error("the access token beside it belongs to another one")]
    AccessTokenHash,
    #[error("the userinfo endpoint speaks of somebody else")]
    OtherPerson,
}
