//! Why a sign-in failed.

/// Why a sign-in failed, for the page that says so. The API says it in the message of the error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInFailure {
    /// Not in this browser, or too long ago.
    NotStartedHere,
    /// Another one was started here meanwhile.
    NotTheStartedOne,
    Cancelled,
    /// The identity provider sent the browser back without a code.
    NoCode,
    /// The identity provider refused the code, or its ID token is not valid.
    NotConfirmed,
    ProviderUnreachable,
    /// A new person has the e-mail address of a user.
    RecycledEmail,
    /// The same person signed in elsewhere at the same moment.
    Concurrent,
}
