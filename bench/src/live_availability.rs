//! The row about live availability: three services at a branch with twenty staff members.

use anyhow::{Context, ensure};

use crate::load::Request;
use crate::row::RowSpec;
use crate::salon::Salon;
use crate::servers::Server;

const STAFF: usize = 20;
const DAY: &str = "2099-12-30";

/// `open_branch` is the branch with open availability, which another row measures.
pub(crate) fn row_specs(salon: &Salon, parlour: &Server, open_branch: &str) -> anyhow::Result<Vec<RowSpec>> {
    let branches = parlour.json(&Request::get("/api/branches"))?;
    let branches = branches["data"]["branches"].as_array().context("the response has no branches")?;
    let ids = branches.iter().filter_map(|branch| branch["id"].as_str());
    let mut others = ids.filter(|id| *id != open_branch);
    let branch = others.next().context("the demo salon has no live branch")?;
    insert_staff(salon, branch)?;
    let path =
        format!("/api/availability?date={DAY}&branchId={branch}&serviceIds={}", three_service_ids(parlour)?.join(","));
    let day = parlour.json(&Request::get(&path))?;
    let slots = day["data"]["slots"].as_array().context("the response has no slots")?;
    ensure!(slots.iter().any(|slot| slot["available"] == true), "no slot is free: {day}");
    ensure!(slots.iter().any(|slot| slot["available"] == false), "the branch is not live: {day}");
    Ok(vec![RowSpec::read("GET /api/availability (live, 20 staff, 3 services)", &path, None)])
}

fn three_service_ids(parlour: &Server) -> anyhow::Result<Vec<String>> {
    let catalogue = parlour.json(&Request::get("/api/services"))?;
    let categories = catalogue["data"]["categories"].as_array().context("the catalogue has no categories")?;
    let services = categories
        .iter()
        .filter(|category| category["serviceType"] == "salon")
        .filter_map(|category| category["services"].as_array())
        .flatten();
    let ids = services.filter_map(|service| service["id"].as_str().map(str::to_owned));
    let ids: Vec<String> = ids.take(3).collect();
    ensure!(ids.len() == 3, "there are fewer than three salon services");
    Ok(ids)
}

/// Inserts stylists by SQL, with the shifts of an existing one.
fn insert_staff(salon: &Salon, branch: &str) -> anyhow::Result<()> {
    let numbers =
        format!("with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < {STAFF})");
    let model = format!(
        "(select min(id) from staff
          where branch_id = '{branch}' and is_active and serves_salon and id not like 'bench-%')"
    );
    salon.execute(&format!(
        "insert into users (id, name, name_folded, role, created_at, updated_at)
         {numbers} select 'bench-staff-' || n, 'Bench', 'bench', 'staff', s.created_at, s.created_at
         from numbers cross join staff s where s.id = {model}"
    ))?;
    salon.execute(&format!(
        "insert into staff (id, user_id, branch_id, display_name, serves_salon, created_at, updated_at)
         {numbers} select 'bench-staff-' || n, 'bench-staff-' || n, '{branch}', 'Bench', true, s.created_at, s.created_at
         from numbers cross join staff s where s.id = {model}"
    ))?;
    salon.execute(&format!(
        "insert into staff_shifts (id, staff_id, weekday, start_time, end_time)
         {numbers} select 'bench-' || w.id || '-' || n, 'bench-staff-' || n, w.weekday, w.start_time, w.end_time
         from numbers cross join staff_shifts w where w.staff_id = {model}"
    ))
}
