//! Reads the body of a response.

use reqwest::Response;

/// `None` if there are more than `max_bytes`: a faulty service must not use up the memory.
pub(crate) async fn read_at_most(response: &mut Response, max_bytes: usize) -> reqwest::Result<Option<Vec<u8>>> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > max_bytes {
            return Ok(None);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Some(body))
}
