//! Which engine a test runs on, and the runtime it runs in.

use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::test_times::TestTimer;

/// One of the two databases; every test runs on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

tokio::task_local! {
    static ENGINE: Engine;
}

/// Far above what any test needs, even on a slow and busy machine, with the wait for one of the few browsers: a test
/// that takes longer is stuck.
const TEST_TIMEOUT: Duration = Duration::from_mins(15);
/// The limit for tests with `soak_` in their name.
const LONG_STORY_TIMEOUT: Duration = Duration::from_mins(20);

impl Engine {
    /// The engine of the running test. Only the test's own task knows it: read it before `tokio::spawn`.
    pub fn current() -> Self {
        ENGINE.try_with(|engine| *engine).expect("Engine::current() is for the task of a #[test_on_both_engines] test")
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "Postgres",
        })
    }
}

/// Runs a test on an engine, in a runtime of its own. `#[test_on_both_engines]` calls it.
pub fn run<Story, StoryFuture>(engine: Engine, story: Story)
where
    Story: FnOnce() -> StoryFuture,
    StoryFuture: Future<Output = ()>,
{
    run_within(time_limit(), engine, story);
}

/// Runs a test on an engine with a time limit of its own.
pub fn run_within<Story, StoryFuture>(time_limit: Duration, engine: Engine, story: Story)
where
    Story: FnOnce() -> StoryFuture,
    StoryFuture: Future<Output = ()>,
{
    run_boxed(time_limit, engine, Box::pin(async { story().await }));
}

fn time_limit() -> Duration {
    let is_long = std::thread::current().name().is_some_and(|test| test.contains("soak_"));
    if is_long { LONG_STORY_TIMEOUT } else { TEST_TIMEOUT }
}

/// Runs a test that is already boxed. Not generic: a runtime compiled for every one of the thousand tests would take
/// minutes.
fn run_boxed(time_limit: Duration, engine: Engine, story: Pin<Box<dyn Future<Output = ()> + '_>>) {
    let _timer = TestTimer::start();
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime can be built");
    let runtime = StoryRuntime(Some(runtime));
    let outcome = runtime.block_on(ENGINE.scope(engine, async { timeout(time_limit, story).await }));
    assert!(outcome.is_ok(), "the story on {engine} had not ended after {} s", time_limit.as_secs_f32());
}

/// A runtime that waits only some seconds for its blocking threads: when a test fails because one of them is stuck, the
/// failure must still be reported.
struct StoryRuntime(Option<Runtime>);

impl StoryRuntime {
    fn block_on<T>(&self, story: impl Future<Output = T>) -> T {
        self.0.as_ref().expect("there until dropped").block_on(story)
    }
}

impl Drop for StoryRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_timeout(Duration::from_secs(5));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Engine, run, run_within};

    #[test]
    fn a_story_knows_its_engine() {
        for engine in [Engine::Sqlite, Engine::Postgres] {
            run(engine, async || assert_eq!(Engine::current(), engine));
        }
    }

    #[test]
    #[should_panic(expected = "the story on SQLite had not ended after 0.02 s")]
    fn a_story_without_end_fails() {
        run_within(Duration::from_millis(20), Engine::Sqlite, std::future::pending);
    }

    #[test]
    #[should_panic(expected = "the booking is gone")]
    fn a_failing_story_fails() {
        run(Engine::Postgres, async || panic!("the booking is gone"));
    }
}
