mod flow;
mod identity_client;
mod real_browser;
mod sessions;
