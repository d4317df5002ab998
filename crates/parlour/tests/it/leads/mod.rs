mod desk;
mod lead_becomes_customer;
mod public_form;
