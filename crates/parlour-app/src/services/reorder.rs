//! A manager puts the services of a category into another order.

use std::collections::HashSet;

use parlour_domain::ids::ServiceId;
use parlour_store::Tx;
use parlour_store::catalogue::catalogue_changes;

use super::change::change;
use super::check::ServiceRefusal;
use super::service_patch::ServicePatch;
use crate::request_context::RequestContext;

/// Between two services, so that another one fits between them.
pub const ORDER_STEP: i64 = 10;

/// The listed services, all of one category, take the places that they have among them in this order. Others of the
/// category stay where they are. A service that keeps its place is not changed.
pub fn reorder(tx: &mut Tx<'_>, context: &RequestContext, listed: &[ServiceId]) -> Result<(), ServiceRefusal> {
    let first = listed.first().ok_or(ServiceRefusal::Unknown)?;
    let category = catalogue_changes::find_service(tx, first)?.ok_or(ServiceRefusal::Unknown)?.service.category_id;
    let mut present = catalogue_changes::lock_services_of(tx, &category)?;
    present.sort_by(|(id, order), (other_id, other_order)| (order, id).cmp(&(other_order, other_id)));
    let sought = in_new_order(&present, listed).ok_or(ServiceRefusal::Unknown)?;
    for ((id, order), new_order) in sought.into_iter().zip(new_numbers(&present)) {
        if *order != new_order {
            change(tx, context, id, &ServicePatch { display_order: Some(new_order), ..ServicePatch::default() })?;
        }
    }
    Ok(())
}

/// None if a listed service is unknown, or listed twice.
fn in_new_order<'a>(present: &'a [(ServiceId, i64)], listed: &[ServiceId]) -> Option<Vec<&'a (ServiceId, i64)>> {
    let moved: HashSet<&ServiceId> = listed.iter().collect();
    let mut next = listed.iter();
    let find = |id: &ServiceId| present.iter().find(|(known, _)| known == id);
    let placed =
        present.iter().map(|service| if moved.contains(&service.0) { find(next.next()?) } else { Some(service) });
    let placed: Vec<_> = placed.collect::<Option<_>>()?;
    // Each takes a place of one that is listed; who is listed twice or is of elsewhere finds none.
    (moved.len() == listed.len() && next.next().is_none()).then_some(placed)
}

/// Those that they have, as long as they tell the services apart.
fn new_numbers(present: &[(ServiceId, i64)]) -> Vec<i64> {
    let numbers: Vec<i64> = present.iter().map(|(_, order)| *order).collect();
    if numbers.is_sorted_by(|one, next| one < next) {
        return numbers;
    }
    (1_i64..).map(|place| place * ORDER_STEP).take(present.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(names: &[&str]) -> Vec<ServiceId> {
        names.iter().map(|name| ServiceId::new(*name)).collect()
    }

    #[test]
    fn those_that_are_not_listed_keep_their_places() {
        let present: Vec<(ServiceId, i64)> = ids(&["a", "off", "b", "c"]).into_iter().zip([1, 2, 3, 4]).collect();
        let order = |listed: &[&str]| {
            let placed = in_new_order(&present, &ids(listed))?;
            Some(placed.into_iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>())
        };
        assert_eq!(order(&["c", "a", "b"]), Some(vec!["c", "off", "a", "b"]));
        assert_eq!(order(&["b", "a"]), Some(vec!["b", "off", "a", "c"]));
        for wrong in [["a", "a"], ["a", "other"], ["other", "a"]] {
            assert_eq!(order(&wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn numbers_stay_as_long_as_they_tell_services_apart() {
        let numbers = |orders: &[i64]| {
            let present = orders.iter().map(|order| (ServiceId::new(order.to_string()), *order));
            new_numbers(&present.collect::<Vec<_>>())
        };
        assert_eq!(numbers(&[5, 7, 40]), [5, 7, 40]);
        assert_eq!(numbers(&[1, 1, 2]), [10, 20, 30]);
    }
}
