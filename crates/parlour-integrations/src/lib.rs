//! Clients of other services: mail, push, chat, realtime, queue, identity, file storage, invoicing.

/// Implements `Debug` with these fields only: the others are secret.
macro_rules! debug_only {
    ($type:ident $(<$lifetime:lifetime>)? { $($field:ident),* }) => {
        impl std::fmt::Debug for $type $(<$lifetime>)? {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.debug_struct(stringify!($type))$(.field(stringify!($field), &self.$field))*.finish_non_exhaustive()
            }
        }
    };
}

mod bounded_body;
pub mod chat;
pub mod clock;
mod connection_error;
pub mod disk_space;
pub mod external_queue;
pub mod file_storage;
pub mod heartbeats;
pub mod http_client;
pub mod identity;
pub mod invoicing;
pub mod mail;
pub mod picture;
pub mod queue_signature;
pub mod realtime;
pub mod web_push;
