//! html-validate in one process for all tests. It ends when the test process closes its input.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::folder::FOLDER;

pub(super) struct HtmlValidator {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl HtmlValidator {
    /// Asks the one process; the first question starts it.
    pub(super) fn shared_validate(html: &str) -> Vec<String> {
        static SHARED: Mutex<Option<HtmlValidator>> = Mutex::new(None);
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        // Taken out: after a panic nobody knows which answer comes next, and the next question starts another process.
        let mut validator = shared.take().unwrap_or_else(Self::start);
        let faults = validator.validate(html);
        *shared = Some(validator);
        faults
    }

    /// The rules, and the packages that hold them.
    pub(super) fn version() -> String {
        let read = |file: &str| std::fs::read_to_string(format!("{FOLDER}/{file}")).expect("a file of the project");
        ["validate.mjs", "package-lock.json"].map(read).concat()
    }

    fn start() -> Self {
        let mut process = Command::new("node")
            .arg("validate.mjs")
            .current_dir(FOLDER)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node is installed");
        let (questions, answers) = (process.stdin.take().expect("stdin"), process.stdout.take().expect("stdout"));
        Self { process, questions, answers: BufReader::new(answers) }
    }

    fn validate(&mut self, html: &str) -> Vec<String> {
        let question = serde_json::Value::from(html).to_string();
        writeln!(self.questions, "{question}").expect("html-validate listens; `make setup` installs it");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("html-validate answers in text");
        let faults: Vec<serde_json::Value> =
            serde_json::from_str(&answer).expect("html-validate answers in JSON; `make setup` installs it");
        faults.iter().map(|fault| fault.as_str().expect("a text").to_owned()).collect()
    }
}

impl Drop for HtmlValidator {
    fn drop(&mut self) {
        // Only after a failed answer; it holds nothing that a kill could lose.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::HtmlValidator;

    #[test]
    fn what_is_invalid_is_named_and_questions_do_not_mix() {
        let page = |body: &str| {
            format!("<!doctype html>\n<html lang=\"en\"><head><title>a</title></head>\n<body>{body}</body></html>")
        };
        let valid = HtmlValidator::shared_validate(&page("<ul role=list><li>हिन्दी</li></ul><input disabled name=a>"));
        assert!(valid.is_empty(), "how code is written does not matter: {valid:?}");
        let unclosed = HtmlValidator::shared_validate(&page("<p>a<div>b</div>"));
        assert!(unclosed[0].starts_with("no-implicit-close (line 3): "), "{unclosed:?}");
        assert_eq!(HtmlValidator::shared_validate(&page("<p>fine</p>")), Vec::<String>::new());
        let faults = HtmlValidator::shared_validate(&page("<div id=a></div><div id=a></div>"));
        assert!(faults[0].starts_with("no-dup-id (line 3): "), "{faults:?}");
        let style = HtmlValidator::shared_validate(&page("<p style='color: red'>x</p>"));
        assert!(style[0].starts_with("no-inline-style"), "{style:?}");
    }
}
