"""Checks the infrastructure code of every example with every file of settings. See ../infrastructure.sh."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import engine
import terraform
from provider import Provider

HERE = Path(__file__).parent
DESIGNS = ["deals", "ecommerce", "flights", "platform", "session_store", "version_control"]
# AWS::DynamoDB::GlobalTable, which moto's CloudFormation does not create. Terraform refuses the last one.
GLOBAL = {"global_ready", "replicas", "replicas_provisioned"}
WITHOUT_TERRAFORM = {"replicas_provisioned"}

failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)
        print(f"FAILED {message[:2000]}")


class Design:
    """An example's command line, and the folder for what it writes."""

    def __init__(self, name, programs, folder):
        self.name, self.program, self.folder = name, Path(programs) / name, folder

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments], capture_output=True, text=True)

    def write(self, command, settings, ending):
        path = self.folder / f"{self.name}-{settings}.{ending}"
        run = self.run(command, "--settings", HERE / "settings" / f"{settings}.json", "--out", path)
        assert run.returncode == 0, f"{self.name}, {settings}, {command}: {run.stderr}"
        return path


def check_cloudformation(templates, node_modules):
    """cfn-lint has the resource types' own schemas; CDK reads a template into its constructs."""
    lint = subprocess.run(["cfn-lint", *templates], capture_output=True, text=True)
    expect(lint.returncode == 0 and not lint.stdout, f"cfn-lint: {lint.stdout}{lint.stderr}")
    for template in templates:
        body = json.loads(template.read_text())["Resources"].get("Dashboard")
        if body:
            text = body["Properties"]["DashboardBody"]["Fn::Sub"]
            widgets = json.loads(text.replace("${Table}", "t").replace("${AWS::Region}", "us-east-1"))["widgets"]
            expect(widgets, f"{template.name}: the dashboard has no widgets")
            expect("${" not in json.dumps(widgets), f"{template.name}: a reference of the dashboard is not replaced")
    environment = os.environ | {"NODE_PATH": node_modules}
    run = subprocess.run(["node", HERE / "cdk.js", *templates], capture_output=True, text=True, env=environment)
    expect(run.returncode == 0 and not run.stderr, f"cdk: {run.stderr}")


def check_terraform(modules, provider, node_modules):
    texts = []
    for module in modules:
        content = json.loads(module.read_text())
        for error in terraform.check(content, provider):
            expect(False, f"{module.name}: {error}")
        texts += terraform.expressions(content)
    for error in terraform.parse(sorted(set(texts)), node_modules):
        expect(False, f"an expression: {error}")


def check_deployment(moto, design, settings, template, request):
    """The stack's table is the one of CreateTable, and it has the alarms of the template."""
    name = f"{design.name}-{settings}".replace("_", "-")
    template, request = json.loads(template.read_text()), json.loads(request.read_text())
    stack = moto.deploy(name, template)
    table = moto.create(f"{name}-created", request)
    expect(stack == table, f"{name}: the stack has {json.dumps(stack)}, and CreateTable made {json.dumps(table)}")
    properties = template["Resources"]["Table"]["Properties"]
    expect(stack["KeySchema"] == properties["KeySchema"], f"{name}: {stack['KeySchema']}")
    wanted = {index["IndexName"] for index in properties.get("GlobalSecondaryIndexes", [])}
    expect({index["IndexName"] for index in stack["GlobalSecondaryIndexes"]} == wanted, f"{name}: indexes")
    moto.beside(name, template)
    resources = [part["Type"] for part in template["Resources"].values()]
    alarms = resources.count("AWS::CloudWatch::Alarm")
    expect(len(moto.alarms(name)) == alarms, f"{name}: {len(moto.alarms(name))} of {alarms} alarms")
    policies = resources.count("AWS::ApplicationAutoScaling::ScalingPolicy")
    expect(len(moto.policies(name)) == policies, f"{name}: {len(moto.policies(name))} of {policies} policies")
    dashboards = resources.count("AWS::CloudWatch::Dashboard")
    expect(len(moto.dashboards(name)) == dashboards, f"{name}: {len(moto.dashboards(name))} dashboards")


def beside(template):
    return {name: resource for name, resource in template["Resources"].items() if name != "Table"}


def check_steps(moto, design, template):
    """From a table without its last index and with another one, one index at a time."""
    template = json.loads(template.read_text())
    wanted = template["Resources"]["Table"]["Properties"].get("GlobalSecondaryIndexes", [])
    if not wanted:
        return
    name = f"{design.name}-steps".replace("_", "-")
    request = json.loads(design.write("create-table", "defaults", "before.json").read_text())
    old = request["GlobalSecondaryIndexes"].pop() | {"IndexName": "Old"}
    old.pop("WarmThroughput", None)
    request["GlobalSecondaryIndexes"].append(old)
    moto.create(name, request)
    before = {"Resources": {"Table": {"Properties": request}}}
    description = design.folder / f"{name}.described.json"
    table = moto.dynamodb.describe_table(TableName=name)
    description.write_text(json.dumps(table, default=str))
    folder = design.folder / name
    run = design.run("cloudformation-steps", description, "--out", folder)
    assert run.returncode == 0, run.stderr
    for path in sorted(folder.iterdir()):
        after = json.loads(path.read_text())
        if "AWSTemplateFormatVersion" in before:
            expect(beside(before) == beside(after), f"{name}: {path.name} changes more than the table")
        moto.update_index(name, before, after)
        before = after
    table = before["Resources"]["Table"]
    expect(table == template["Resources"]["Table"], f"{name}: the last step has another table than the template")
    found = {index["IndexName"] for index in moto.described(name)["GlobalSecondaryIndexes"]}
    expect(found == {index["IndexName"] for index in wanted}, f"{name}: {found}")


def main(programs, wheel, node_modules):
    provider = Provider(wheel)
    all_settings = sorted(path.stem for path in (HERE / "settings").glob("*.json"))
    with tempfile.TemporaryDirectory() as folder, engine.Engine() as moto:
        designs = [Design(name, programs, Path(folder)) for name in DESIGNS]
        templates, modules = [], []
        for design in designs:
            for settings in all_settings:
                template = design.write("cloudformation", settings, "cloudformation.json")
                request = design.write("create-table", settings, "create-table.json")
                templates.append(template)
                if settings not in WITHOUT_TERRAFORM:
                    modules.append(design.write("terraform", settings, "tf.json"))
                if settings not in GLOBAL:
                    check_deployment(moto, design, settings, template, request)
                if settings == "defaults":
                    check_steps(moto, design, template)
        check_cloudformation(templates, node_modules)
        check_terraform(modules, provider, node_modules)
        print(f"{len(templates)} templates, {len(modules)} modules, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
