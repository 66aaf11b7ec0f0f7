//! The commands that write infrastructure.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::Args;
use keywright::Schema;
use serde_json::Value;

use crate::infrastructure::{Infrastructure, Settings};

/// The settings of these commands.
#[derive(Debug, Args)]
pub(super) struct SettingsFile {
    /// Settings of the deployment, as JSON; omitted settings have defaults that are safe for production
    ///
    ///   deletion_protection          true
    ///   point_in_time_recovery_days  35; 0 disables it
    ///   encryption                   "dynamodb", "aws_managed" or { "customer_managed": "arn:aws:kms:.." }
    ///   tags                         {}
    ///   stream                       null, "keys_only", "new_image", "old_image" or "new_and_old_images"
    ///   capacity                     { "on_demand": {} }; { "on_demand": { "table": { "write_units": 9000 } } } for a
    ///                                maximum; { "provisioned": { "table": { "read": { "min": 5, "max": 100 },
    ///                                "write": { "min": 5, "max": 100 } } } } with autoscaling; "indexes" by name
    ///   table_class                  "standard" or "standard_infrequent_access"
    ///   replicas                     null, or the other regions of a global table: ["eu-west-1"]
    ///   witness                      null, or the region of the witness of a table with `regions = "strong"`
    ///   contributor_insights         null for "throttled_keys" unless keys are sensitive; "off",
    ///                                "accessed_and_throttled_keys"
    ///   alarms                       { "throttles_per_minute": 1, "minutes": 3, "of_minutes": 5 }, or null
    ///   dashboard                    true
    ///
    /// The command `settings` writes all of them with their defaults.
    #[arg(long = "settings", value_name = "FILE", verbatim_doc_comment)]
    file: Option<PathBuf>,
}

impl SettingsFile {
    pub(super) fn infrastructure<S: Schema>(&self, table_name: &str) -> Result<Infrastructure, String> {
        let in_file = |message: String| match &self.file {
            Some(path) => format!("{}: {message}", path.display()),
            None => message,
        };
        let settings = settings(self.file.as_deref())?;
        Infrastructure::new::<S>(table_name, settings).map_err(|error| in_file(error.to_string()))
    }
}

/// Reads settings from a file, or returns the default ones.
pub(super) fn settings(file: Option<&Path>) -> Result<Settings, String> {
    match file {
        Some(path) => Settings::from_json(&read(path)?).map_err(|error| format!("{}: {error}", path.display())),
        None => Ok(Settings::default()),
    }
}

/// Lists the updates, or writes a template for each into a folder.
pub(super) fn steps(infrastructure: &Infrastructure, deployed: &Path, folder: Option<&Path>) -> Result<String, String> {
    let described: Value =
        serde_json::from_str(&read(deployed)?).map_err(|error| format!("{}: {error}", deployed.display()))?;
    let steps = infrastructure.steps_from(&described).map_err(|error| format!("{}: {error}", deployed.display()))?;
    let Some(folder) = folder else { return Ok(steps.to_string()) };
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    refuse_templates(folder)?;
    for (place, step) in steps.iter().enumerate() {
        let verb = if step.creates() { "create" } else { "delete" };
        let path = folder.join(format!("{:02}-{verb}-{}.json", place + 1, file_name(step.index())));
        let text = super::pretty(&step.cloudformation());
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(steps.to_string())
}

/// Refuses a folder with templates, because those of another run would be deployed between the new ones.
fn refuse_templates(folder: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            return Err(format!(
                "{}: a template of another run; remove it, or name another folder with --out",
                path.display()
            ));
        }
    }
    Ok(())
}

/// Keeps the characters that DynamoDB allows in the name of an index, so that no file is outside of the folder.
fn file_name(index: &str) -> String {
    index.replace(|character: char| !character.is_ascii_alphanumeric() && !"_.-".contains(character), "_")
}

fn read(path: &Path) -> Result<String, String> {
    crate::whole_file::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_steps_stay_in_their_folder() {
        assert_eq!(file_name("by-state_2.v"), "by-state_2.v");
        assert_eq!(file_name("../../by state"), ".._.._by_state");
    }

    #[test]
    fn a_folder_with_templates_of_another_run_is_refused() {
        let folder = std::env::temp_dir().join(format!("keywright-steps-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("README.md"), "").unwrap();
        refuse_templates(&folder).unwrap();
        fs::write(folder.join("01-create-A.json"), "").unwrap();
        assert!(refuse_templates(&folder).unwrap_err().contains("01-create-A.json: a template of another run"));
        fs::remove_dir_all(folder).unwrap();
    }
}
