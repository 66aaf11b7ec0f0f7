//! Implements the command `iam`.

use clap::{Args, ValueEnum};
use keywright::Schema;

use super::{Access, PolicyRequest, Tenant, policies, policy};

/// The arguments of `iam`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// An entity of the policy; can be repeated. By default all
    #[arg(long, value_name = "NAME")]
    entity: Vec<String>,
    /// The requests that the policy allows
    #[arg(long, value_enum, default_value = "read-only")]
    access: AccessArgument,
    /// Restrict the policy to a tenant: the field that identifies it, and the name of the principal's tag or another
    /// policy variable; by default the tag with the name of the field
    #[arg(long, value_name = "FIELD[=TAG]")]
    tenant: Option<String>,
    /// The table's ARN; by default of the table's name, in any region and account
    #[arg(long)]
    arn: Option<String>,
    /// `policy` is one policy document; `map` has both policies of each entity, with notes
    #[arg(long, default_value = "policy")]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum AccessArgument {
    ReadOnly,
    Writer,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Policy,
    Map,
}

impl Arguments {
    /// Returns the policy as text. Writes its notes to the standard error.
    pub(crate) fn run<S: Schema>(&self, table_name: &str) -> Result<String, String> {
        let request = self.request(table_name);
        let document = match self.format {
            Format::Map => policies::<S>(&request).map_err(|error| error.to_string())?,
            Format::Policy => {
                let policy = policy::<S>(&request).map_err(|error| error.to_string())?;
                for note in &policy.notes {
                    eprintln!("note: {note}");
                }
                policy.document
            }
        };
        Ok(format!("{document:#}\n"))
    }

    fn request(&self, table_name: &str) -> PolicyRequest {
        let arn = self.arn.clone().unwrap_or_else(|| format!("arn:aws:dynamodb:*:*:table/{table_name}"));
        let access = match self.access {
            AccessArgument::ReadOnly => Access::ReadOnly,
            AccessArgument::Writer => Access::Writer,
        };
        let request = self.entity.iter().fold(PolicyRequest::new(arn, access), PolicyRequest::entity);
        match &self.tenant {
            None => request,
            Some(tenant) => request.tenant(self::tenant(tenant)),
        }
    }
}

/// Reads `FIELD`, `FIELD=TAG` or `FIELD=VARIABLE`. A variable contains a colon.
fn tenant(text: &str) -> Tenant {
    match text.split_once('=') {
        None => Tenant::tag(text),
        Some((field, variable)) if variable.contains(':') => Tenant::variable(field, variable),
        Some((field, tag)) => Tenant::variable(field, format!("aws:PrincipalTag/{tag}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, clap::Parser)]
    struct Parsed {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn request(arguments: &[&str]) -> PolicyRequest {
        let all = ["iam"].iter().chain(arguments);
        <Parsed as clap::Parser>::try_parse_from(all).unwrap().arguments.request("shop")
    }

    #[test]
    fn a_policy_is_read_only_and_of_the_named_table_by_default() {
        let default = request(&[]);
        assert_eq!((default.access, default.table_arn.as_str()), (Access::ReadOnly, "arn:aws:dynamodb:*:*:table/shop"));
        assert!(default.entities.is_empty() && default.tenant.is_none());
        let given =
            request(&["--entity", "A", "--entity", "B", "--access", "writer", "--arn", "arn:x", "--tenant", "t"]);
        assert_eq!((given.access, given.table_arn.as_str()), (Access::Writer, "arn:x"));
        assert_eq!((given.entities.join(","), given.tenant), ("A,B".to_owned(), Some(Tenant::tag("t"))));
    }

    #[test]
    fn a_tenant_is_a_tag_or_a_variable() {
        assert_eq!(tenant("tenant"), Tenant::variable("tenant", "aws:PrincipalTag/tenant"));
        assert_eq!(tenant("org=team"), Tenant::variable("org", "aws:PrincipalTag/team"));
        let of_cognito = Tenant::variable("user", "cognito-identity.amazonaws.com:sub");
        assert_eq!(tenant("user=cognito-identity.amazonaws.com:sub"), of_cognito);
    }
}
