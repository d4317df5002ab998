//! Imports staff members with their profiles. They have the role from their first sign-in on.

use parlour_app::audit::{self, AuditedChange};
use parlour_app::request_context::RequestContext;
use parlour_app::staff::{NewStaff, StaffPatch, StaffRefusal, add};
use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::customer::Gender;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{BranchId, UserId};
use parlour_domain::service::ServiceType;
use parlour_domain::text::required_name;
use parlour_store::import_export::imports;
use parlour_store::users::user_records::{self, NewUser};
use parlour_store::{Conn, DbError, Tx};

use super::column::{Column, optional_column, required_column};
use super::imported_row::{RowOutcome, SOURCE_ID};
use super::sheet::{CellError, RowParser, SheetRow, parse_yes_no};

pub(super) const COLUMNS: &[Column] = &[
    required_column("name"),
    required_column("serviceTypes"),
    optional_column("email"),
    optional_column("role"),
    optional_column("branchCode"),
    optional_column("gender"),
    optional_column("isActive"),
    optional_column(SOURCE_ID),
];

pub(super) const EXAMPLE: &str = "\
name,serviceTypes,email,role,branchCode,gender,isActive
Meena Iyer,salon,meena@example.in,staff,BLR,female,yes
Ravi Rao,salon;spa,,staff,BLR,male,yes";

pub(super) const IDENTITY_COLUMNS: &[&str] = &["name", "email", "branchCode"];

struct ParsedStaff {
    name: String,
    email: Option<EmailAddress>,
    role: Role,
    branch_id: BranchId,
    service_types: Vec<ServiceType>,
    details: StaffPatch,
}

pub(super) fn import_row(tx: &mut Tx<'_>, context: &RequestContext, row: &SheetRow) -> Result<RowOutcome, DbError> {
    let parsed = match parse_row(tx, row)? {
        Ok(parsed) => parsed,
        Err(errors) => return Ok(RowOutcome::Refused(errors)),
    };
    let refused = |column, message: String| Ok(RowOutcome::Refused(vec![CellError { column, message }]));
    let Some(user_id) = find_or_add_user(tx, context, &parsed)? else {
        return refused("email", "is a customer's; give them a role of the team first".to_owned());
    };
    let ParsedStaff { name, branch_id, service_types, details, .. } = parsed;
    let new = NewStaff { user_id, branch_id, display_name: name, service_types, details };
    match add(tx, context, &new) {
        Ok(profile) => Ok(RowOutcome::Imported(profile.id.to_string())),
        Err(StaffRefusal::Db(error)) => Err(error),
        Err(refusal) => refused("", refusal.to_string()),
    }
}

/// `None` if the e-mail is a customer's. Somebody without an e-mail can be booked, but not sign in.
fn find_or_add_user(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    parsed: &ParsedStaff,
) -> Result<Option<UserId>, DbError> {
    if let Some(email) = &parsed.email
        && let Some(user) = user_records::by_email(tx, email)?
    {
        return Ok((user.role >= Role::Staff).then_some(user.id));
    }
    let user = NewUser {
        id: UserId::new(context.new_id()),
        name: parsed.name.clone(),
        email: parsed.email.clone(),
        email_identifies: true,
        email_verified: false,
        image: None,
        role: parsed.role,
    };
    if !user_records::insert(tx, &user, context.now)? {
        return Err(DbError::Unavailable("the same person is being added elsewhere".into()));
    }
    let change =
        AuditedChange { concerns: Some(&user.id), ..AuditedChange::new(AuditAction::UserMake, user.id.as_str()) };
    audit::record(tx, context, change)?;
    Ok(Some(user.id))
}

fn parse_row(conn: &mut Conn<'_>, row: &SheetRow) -> Result<Result<ParsedStaff, Vec<CellError>>, DbError> {
    let mut parser = RowParser::of(row);
    let name = parser.required_column("name", |text| required_name(text, 120));
    let service_types = parser.required_column("serviceTypes", parse_service_types);
    let email = parser.optional_column("email", EmailAddress::parse);
    let role = parser.optional_column("role", parse_role);
    let details = StaffPatch {
        gender: parser.optional_column("gender", |text| {
            Gender::parse(&text.to_lowercase()).ok_or("must be female, male, other or undisclosed")
        }),
        is_active: parser.optional_column("isActive", parse_yes_no),
        ..StaffPatch::default()
    };
    let branch = imports::find_branch(conn, row.cell("branchCode"))?;
    if branch.is_none() {
        parser.add_error("branchCode", "is no branch of ours");
    }
    let parsed = (|| {
        Some(ParsedStaff {
            name: name?,
            email,
            role: role.unwrap_or(Role::Staff),
            branch_id: branch?.0,
            service_types: service_types?,
            details,
        })
    })();
    Ok(parser.finish(parsed))
}

fn parse_role(text: &str) -> Result<Role, &'static str> {
    match Role::parse(&text.to_lowercase()) {
        Some(role @ (Role::Staff | Role::Receptionist | Role::Manager)) => Ok(role),
        Some(Role::Customer | Role::Owner | Role::Developer) | None => Err("must be staff, receptionist or manager"),
    }
}

fn parse_service_types(text: &str) -> Result<Vec<ServiceType>, &'static str> {
    let parse = |word: &str| ServiceType::parse(&word.trim().to_lowercase()).ok_or("must be salon, spa or salon;spa");
    let mut types = text.split([';', ',', '/', '+', '&']).map(parse).collect::<Result<Vec<_>, _>>()?;
    types.sort_unstable();
    types.dedup();
    Ok(types)
}
