pub mod salon_settings;
pub mod setup_steps;
