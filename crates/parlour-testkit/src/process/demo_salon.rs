//! The demo salon of the binary, filled once for all tests.

use std::fs::{DirBuilder, Permissions, set_permissions};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::PathBuf;
use std::time::Duration;

use parlour_integrations::clock::Clock;
use parlour_store::DatabaseLocation;

use super::installation::Installation;
use crate::Engine;
use crate::test_database::{migrated_postgres, write_copy_of_sqlite_template};

/// On a busy machine.
const TIME_TO_FILL: Duration = Duration::from_mins(2);

impl Installation {
    /// On a database with the demo salon, as `parlour demo` fills it now: a copy of one that the first test filled with this
    /// binary, which takes seconds. For tests that need the salon, not for those of the command.
    pub fn demo_on(engine: Engine, binary: impl Into<PathBuf>) -> Self {
        let new = Self::new(binary);
        // The salon has visits of the day.
        let name = format!("filled_by_command_{}", Clock::real().now().ist_date().format("%Y%m%d"));
        let fill = |url: &str| {
            let filled = new.clone().with("PARLOUR_DATABASE_URL", url).run_within(TIME_TO_FILL, &["demo"]);
            filled.expect_success();
        };
        match engine {
            Engine::Sqlite => {
                let DatabaseLocation::Sqlite(path) = new.location() else { unreachable!("the default is a file") };
                let folder = path.parent().expect("a file is in a folder");
                // For the owner only, as the binary makes them.
                DirBuilder::new().mode(0o700).create(folder).expect("a folder can be made");
                write_copy_of_sqlite_template(name, &path, |template| {
                    fill(&format!("sqlite://{}", template.display()));
                });
                set_permissions(&path, Permissions::from_mode(0o600)).expect("a file's owner may change its mode");
                new
            }
            Engine::Postgres => {
                let url = migrated_postgres().fresh_database_with(&name, fill);
                new.with("PARLOUR_DATABASE_URL", &url)
            }
        }
    }
}
