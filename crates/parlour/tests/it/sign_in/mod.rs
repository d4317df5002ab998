mod accounts;
mod flow;
mod identity_client;
mod own_sessions;
mod real_browser;
mod sessions;
