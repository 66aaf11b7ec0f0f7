//! Formats a plan as a program that people can read and `--replay` can parse.

use std::fmt;

use super::{Plan, Step};

/// Separates the readable part of a line from the JSON that [`Plan::parse`] reads.
const MARK: &str = " //! ";

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = serde_json::to_string(self).map_err(|_| fmt::Error)?;
        let Self { design, clients, attempts, .. } = self;
        writeln!(f, "let clients = open::<{design}>({clients}).max_attempts({attempts});{MARK}{head}")?;
        for step in &self.steps {
            let text = serde_json::to_string(step).map_err(|_| fmt::Error)?;
            writeln!(f, "{step}{MARK}{text}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clients[{}].call({:?})", self.client, self.call)?;
        for (number, fault) in &self.faults {
            write!(f, ".fault({number}, {fault:?})")?;
        }
        if let Some(crash) = self.crash {
            write!(f, ".crash({crash:?})")?;
        }
        f.write_str(";")
    }
}

impl Plan {
    /// Parses a program that a failing run has printed. Lines without a mark are comments.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().filter_map(|line| line.split_once(MARK)).map(|(_, json)| json);
        let head =
            lines.next().ok_or("no line of the program begins a plan; paste all that the failing run printed")?;
        let mut plan: Self = serde_json::from_str(head).map_err(|error| format!("the first line: {error}"))?;
        for line in lines {
            plan.steps.push(serde_json::from_str(line).map_err(|error| format!("`{line}`: {error}"))?);
        }
        Ok(plan)
    }
}
