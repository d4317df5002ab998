//! The frame of the pages of the booking flow.

use parlour_web::page::{Frame, PageContext, Tab};

/// The frame of a step between the choice of services and the booked booking.
pub(super) fn step_frame(page: &PageContext, title: &str) -> Frame {
    let description = page.texts.services().description(&page.salon.name);
    page.frame(title, Tab::Book).without_navigation().with_canonical_path(page, "/book", description)
}
