pub(crate) mod flow;
pub(crate) mod identity_client;
pub(crate) mod real_browser;
pub(crate) mod sessions;
