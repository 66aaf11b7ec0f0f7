"""Creates tables on moto, a second engine, from what the schemas generate, and compares what moto then describes."""

import copy
import json
import logging
import warnings

import boto3
from moto.server import ThreadedMotoServer

# Of every request, and of every resource that moto's CloudFormation leaves out
logging.getLogger("werkzeug").setLevel(logging.ERROR)
logging.getLogger("moto").setLevel(logging.ERROR)
warnings.filterwarnings("ignore", message="Tried to parse")


class Engine:
    """moto, as a server on this machine."""

    def __enter__(self):
        self.server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self.server.start()
        host, port = self.server.get_host_and_port()

        def client(service):
            return boto3.client(
                service,
                endpoint_url=f"http://{host}:{port}",
                region_name="us-east-1",
                aws_access_key_id="none",
                aws_secret_access_key="none",
            )

        self.cloudformation, self.dynamodb = client("cloudformation"), client("dynamodb")
        self.cloudwatch, self.scaling = client("cloudwatch"), client("application-autoscaling")
        return self

    def __exit__(self, *_):
        self.server.stop()

    def deploy(self, name, template):
        """Creates a stack, and describes its table.

        moto's CloudFormation leaves out alarms and autoscaling: `beside` creates them.
        """
        parameters = [{"ParameterKey": "TableName", "ParameterValue": name}]
        self.cloudformation.create_stack(StackName=name, TemplateBody=json.dumps(template), Parameters=parameters)
        status = self.cloudformation.describe_stacks(StackName=name)["Stacks"][0]["StackStatus"]
        assert status == "CREATE_COMPLETE", f"{name}: {status}"
        return self.described(name)

    def create(self, name, request):
        """Creates a table by CreateTable."""
        self.dynamodb.create_table(**(request | {"TableName": name}))
        return self.described(name)

    def described(self, name):
        table = self.dynamodb.describe_table(TableName=name)["Table"]
        tags = self.dynamodb.list_tags_of_resource(ResourceArn=table["TableArn"])["Tags"]
        return declared(table) | {"Tags": sorted(tags, key=lambda tag: tag["Key"])}

    def beside(self, name, template):
        """Creates the alarms, the targets and the policies of a template by the services' own requests."""
        resources = template["Resources"]

        def of_type(kind):
            return [one["Properties"] for one in resources.values() if one["Type"] == kind]

        for alarm in of_type("AWS::CloudWatch::Alarm"):
            self.cloudwatch.put_metric_alarm(**resolved(alarm, name))
        for target in of_type("AWS::ApplicationAutoScaling::ScalableTarget"):
            self.scaling.register_scalable_target(**resolved(target, name))
        for policy in of_type("AWS::ApplicationAutoScaling::ScalingPolicy"):
            target = resources[policy["ScalingTargetId"]["Ref"]]["Properties"]
            of_target = {part: target[part] for part in ("ServiceNamespace", "ScalableDimension", "ResourceId")}
            of_policy = {part: value for part, value in policy.items() if part != "ScalingTargetId"}
            self.scaling.put_scaling_policy(**resolved(of_policy | of_target, name))

    def alarms(self, name):
        pages = self.cloudwatch.get_paginator("describe_alarms").paginate(AlarmNamePrefix=f"{name}/")
        alarms = [alarm for page in pages for alarm in page["MetricAlarms"]]
        return {(alarm["MetricName"], *(one["Value"] for one in alarm["Dimensions"])) for alarm in alarms}

    def policies(self, name):
        found = self.scaling.describe_scaling_policies(ServiceNamespace="dynamodb")["ScalingPolicies"]
        return [one for one in found if one["ResourceId"].split("/")[1] == name]

    def dashboards(self, name):
        """The dashboards that show a table. moto's CloudFormation creates them, under generated names."""
        names = [one["DashboardName"] for one in self.cloudwatch.list_dashboards()["DashboardEntries"]]
        bodies = [self.cloudwatch.get_dashboard(DashboardName=one)["DashboardBody"] for one in names]
        return [body for body in bodies if f'"TableName","{name}"' in body]

    def update_index(self, name, before, after):
        """Carries out the difference of two templates, which has to be one index."""
        old, new = indexes_of(before), indexes_of(after)
        created, deleted = new.keys() - old.keys(), old.keys() - new.keys()
        assert len(created) + len(deleted) == 1, f"{name}: {created} and {deleted} in one update"
        if deleted:
            update = {"Delete": {"IndexName": deleted.pop()}}
        else:
            index = new[created.pop()]
            update = {"Create": {part: index[part] for part in ("IndexName", "KeySchema", "Projection")}}
        definitions = after["Resources"]["Table"]["Properties"]["AttributeDefinitions"]
        self.dynamodb.update_table(
            TableName=name, AttributeDefinitions=definitions, GlobalSecondaryIndexUpdates=[update]
        )


def resolved(value, table):
    """A template's value for a table with this name, without the properties that depend on a parameter."""
    if isinstance(value, list):
        return [resolved(one, table) for one in value]
    if not isinstance(value, dict):
        return value
    if "Fn::Sub" in value:
        return value["Fn::Sub"].replace("${Table}", table)
    if value == {"Ref": "Table"}:
        return table
    always = {name: one for name, one in value.items() if not (isinstance(one, dict) and "Fn::If" in one)}
    return {name: resolved(one, table) for name, one in always.items()}


def indexes_of(template):
    properties = template["Resources"]["Table"]["Properties"]
    return {index["IndexName"]: index for index in properties.get("GlobalSecondaryIndexes", [])}


def declared(table):
    """The part of a description that a request or a template decides."""
    table = copy.deepcopy(table)
    of_index = ("IndexName", "KeySchema", "Projection", "ProvisionedThroughput", "WarmThroughput")
    parts = {
        "KeySchema": table["KeySchema"],
        "AttributeDefinitions": sorted(table["AttributeDefinitions"], key=lambda one: one["AttributeName"]),
        "BillingMode": table["BillingModeSummary"]["BillingMode"],
        "ProvisionedThroughput": table["ProvisionedThroughput"],
        "WarmThroughput": table["WarmThroughput"],
        "Stream": table.get("StreamSpecification"),
        # moto keeps the text that a template's parameter is; CloudFormation makes a Boolean of it.
        "DeletionProtection": str(table["DeletionProtectionEnabled"]).lower(),
    }
    for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
        indexes = sorted(table.get(kind) or [], key=lambda index: index["IndexName"])
        parts[kind] = [{part: index.get(part) for part in of_index} for index in indexes]
    return parts

