//! The integrations: external services that a salon may use, and Parlour's own database and queue.

use crate::string_enum::string_enum;

string_enum! {
    Integration {
        Database = "database",
        ReadReplica = "read-replica",
        Storage = "storage",
        Redis = "redis",
        SignIn = "sign-in",
        Queue = "queue",
        Realtime = "realtime",
        Push = "push",
        Mail = "mail",
        Chat = "chat",
        Invoicing = "invoicing",
    }
}

impl Integration {
    /// The name of the setting that configures this integration.
    pub fn setting(self) -> &'static str {
        match self {
            Self::Database => "PARLOUR_DATABASE_URL",
            Self::ReadReplica => "PARLOUR_DATABASE_READ_URL",
            Self::Storage => "PARLOUR_STORAGE_URL",
            Self::Redis => "PARLOUR_REDIS_URL",
            Self::SignIn => "PARLOUR_OAUTH_ISSUER",
            Self::Queue => "PARLOUR_QUEUE_URL",
            Self::Realtime => "PARLOUR_REALTIME_KEY",
            Self::Push => "PARLOUR_VAPID_PRIVATE_KEY",
            Self::Mail => "PARLOUR_MAIL_URL",
            Self::Chat => "PARLOUR_CHAT_WEBHOOK_URL",
            Self::Invoicing => "PARLOUR_INVOICING_URL",
        }
    }
}
