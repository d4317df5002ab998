pub mod invitations;
pub mod sessions;
pub mod user_list;
pub mod user_records;
