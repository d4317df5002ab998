//! The browser's log.

use std::sync::PoisonError;

use serde_json::{Value, json};

use super::Chromium;

/// A page that is left or hidden before it is painted ends the transition between two pages; nobody sees a fault.
const CUT_TRANSITION: &str = "Transition was aborted because of invalid state";

impl Chromium {
    /// Errors since the last call, violations of the content security policy among them. A form that is refused, and an
    /// error page that is shown, are no errors though Chromium writes them down.
    pub async fn console_errors(&self) -> Vec<String> {
        let entries = self.session.post("/se/log", &json!({ "type": "browser" })).await;
        let entries = entries.as_array().expect("entries").iter();
        let severe: Vec<&Value> = entries.filter(|entry| entry["level"] == "SEVERE").collect();
        if severe.is_empty() {
            return Vec::new();
        }
        let shown = self.url().await;
        let errors = severe.into_iter().filter_map(|entry| {
            let message = entry["message"].as_str()?;
            (!is_refusal(entry, message, &shown) && !message.contains(CUT_TRANSITION)).then(|| message.to_owned())
        });
        let ignored = self.ignored_log.lock().unwrap_or_else(PoisonError::into_inner);
        errors.filter(|message| !ignored.iter().any(|filter| filter.0(message))).collect()
    }
}

fn is_refusal(entry: &Value, message: &str, shown: &str) -> bool {
    const STATUS: &str = "the server responded with a status of ";
    let Some((address, status)) = message.split_once(STATUS).filter(|_| entry["source"] == "network") else {
        return false;
    };
    let is_shown = address.starts_with(&format!("{} - ", shown.split('#').next().unwrap_or(shown)));
    is_shown || status.starts_with("409") || status.starts_with("422")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_forms_and_the_shown_page_are_no_errors() {
        let shown = "http://127.0.0.1:3000/visits/1";
        let is_error = |source: &str, message: &str| !is_refusal(&json!({ "source": source }), message, shown);
        let failed = |path: &str, status: &str| {
            format!(
                "http://127.0.0.1:3000{path} - Failed to load resource: the server responded with a status of {status}"
            )
        };
        assert!(!is_error("network", &failed("/visits/1", "404 (Not Found)")));
        assert!(!is_error("network", &failed("/book", "422 (Unprocessable Entity)")));
        assert!(is_error("network", &failed("/visits/10", "404 (Not Found)")));
        assert!(is_error("network", &failed("/assets/a.js", "404 (Not Found)")));
        assert!(is_error("console-api", &failed("/visits/1", "404 (Not Found)")));
        assert!(is_error("security", "http://127.0.0.1:3000/visits/1 0 Applying inline style violates …"));
    }
}
