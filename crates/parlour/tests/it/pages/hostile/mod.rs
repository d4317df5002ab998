//! Pages and forms as somebody uses them who means harm, and as programs do that send anything.

mod embedding;
mod foreign_forms;
mod form_addresses;
mod form_fuzz;
mod form_parser;
pub(super) mod page_roles;
mod query_texts;
mod refused_fields;
mod signed_out;
pub(super) mod stored_html;
