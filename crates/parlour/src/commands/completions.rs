//! `parlour completions`.

use super::output::print_to_stdout;

pub(super) fn print(shell: clap_complete::Shell, mut command: clap::Command) -> anyhow::Result<()> {
    // Generated into memory first: the library panics if it cannot write to standard output.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "parlour", &mut script);
    print_to_stdout(&String::from_utf8(script)?)?;
    Ok(())
}
