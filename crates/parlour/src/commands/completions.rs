//! `parlour completions`.

use clap::CommandFactory;

pub(super) fn print(shell: clap_complete::Shell) -> anyhow::Result<()> {
    let mut command = super::Arguments::command();
    // Into memory first: where it cannot write, the library panics.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "parlour", &mut script);
    super::print_to_stdout(&String::from_utf8(script)?)?;
    Ok(())
}
