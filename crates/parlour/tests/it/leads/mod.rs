pub(crate) mod desk;
pub(crate) mod lead_becomes_customer;
pub(crate) mod public_form;
