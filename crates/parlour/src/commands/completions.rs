//! `parlour completions`.

use clap::CommandFactory;

pub(super) fn print(shell: clap_complete::Shell) {
    let mut command = super::Arguments::command();
    clap_complete::generate(shell, &mut command, "parlour", &mut std::io::stdout());
}
