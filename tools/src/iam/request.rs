//! The request for a policy.

use std::fmt;

/// A policy to generate.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PolicyRequest {
    /// The ARN of the table. Its region and account can be `*`.
    pub table_arn: String,
    /// Whether the policy allows writes.
    pub access: Access,
    /// The names of the entities. Empty for all.
    pub entities: Vec<String>,
    /// The field that identifies the tenant, if the policy is restricted to one.
    pub tenant: Option<Tenant>,
}

/// Whether a policy allows writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Gets, batch gets and queries.
    ReadOnly,
    /// Also puts, updates, deletes, batch writes, and the checks of transactions.
    Writer,
}

/// The field that identifies the tenant of an item, and the policy variable that identifies the tenant of a principal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tenant {
    /// The field's name in Rust. Entities without it belong to no tenant.
    pub field: String,
    /// The policy variable, without `${` and `}`.
    pub variable: String,
}

/// The error if a policy cannot be generated: the entity, the key and the field, and the fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyError(String);

impl PolicyRequest {
    /// Requests a policy for all entities.
    pub fn new(table_arn: impl Into<String>, access: Access) -> Self {
        Self { table_arn: table_arn.into(), access, entities: Vec::new(), tenant: None }
    }

    /// Restricts the policy to an entity. Call it again for more than one.
    #[must_use]
    pub fn entity(mut self, name: impl Into<String>) -> Self {
        self.entities.push(name.into());
        self
    }

    /// Restricts the policy to a tenant's items.
    #[must_use]
    pub fn tenant(mut self, tenant: Tenant) -> Self {
        self.tenant = Some(tenant);
        self
    }

    /// Returns the request for one of the entities.
    pub(super) fn of_entity(&self, name: &str, access: Access) -> Self {
        Self { access, entities: vec![name.to_owned()], ..self.clone() }
    }

    pub(super) fn check(&self) -> Result<(), PolicyError> {
        let is_arn = match self.table_arn.splitn(6, ':').collect::<Vec<_>>()[..] {
            ["arn", _, "dynamodb", _, _, resource] => resource.strip_prefix("table/").is_some_and(is_table_name),
            _ => false,
        };
        if !is_arn {
            return Err(PolicyError::new(format!(
                "`{}` is not the ARN of a table; write it as `arn:aws:dynamodb:REGION:ACCOUNT:table/NAME`, where `*` \
                 stands for any region or account",
                self.table_arn
            )));
        }
        self.tenant.as_ref().map_or(Ok(()), Tenant::check)
    }
}

/// Returns whether DynamoDB accepts a name of a table.
fn is_table_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
}

impl Tenant {
    /// Identifies a principal's tenant by its tag with the name of the field.
    pub fn tag(field: impl Into<String>) -> Self {
        let field = field.into();
        let variable = format!("aws:PrincipalTag/{field}");
        Self { field, variable }
    }

    /// Identifies a principal's tenant by another policy variable, such as `aws:PrincipalTag/team` or
    /// `cognito-identity.amazonaws.com:sub`.
    pub fn variable(field: impl Into<String>, variable: impl Into<String>) -> Self {
        Self { field: field.into(), variable: variable.into() }
    }

    /// Checks for the ASCII characters of a tag's name, without the space. They also suffice for other variables.
    ///
    /// AWS: [`Tag`](https://docs.aws.amazon.com/STS/latest/APIReference/API_Tag.html).
    fn check(&self) -> Result<(), PolicyError> {
        let is_valid = |c: char| c.is_ascii_alphanumeric() || "_.:/=+-@".contains(c);
        let has_name = !self.variable.is_empty() && !self.variable.ends_with('/');
        if has_name && self.variable.chars().all(is_valid) {
            return Ok(());
        }
        Err(PolicyError::new(format!(
            "`{}` is not a policy variable; write a name of letters, digits and `_.:/=+-@`, as in \
             `aws:PrincipalTag/tenant`",
            self.variable
        )))
    }
}

impl PolicyError {
    pub(super) fn new(message: String) -> Self {
        Self(message)
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PolicyError {}
