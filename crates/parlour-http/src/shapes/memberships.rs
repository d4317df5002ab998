//! Memberships that are cancelled, and sessions that are reversed.

use crate::request::Text;
use crate::request_shape;

request_shape! {
    pub struct ReverseSessionBody {
        reason: Text<500>,
    }

    pub struct MembershipCancelBody {
        /// Added to the notes.
        reason: Text<500>,
    }
}
