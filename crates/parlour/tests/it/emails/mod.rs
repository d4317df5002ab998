pub(crate) mod content;
pub(crate) mod smtp;
pub(crate) mod unsubscribe;
