"""Checks a Terraform module: its arguments against the provider's schema, and its expressions."""

import json
import os
import re
import subprocess

SCALARS = {
    "builtins.str": (str,),
    "builtins.bool": (bool,),
    "jsii.Number": (int, float),
}
TOP = {"terraform", "variable", "data", "resource", "output"}
VARIABLE = {"type", "default", "description", "nullable", "sensitive", "validation"}
OUTPUT = {"value", "description", "sensitive"}


def check(module, provider):
    """Lists the mistakes of the module. `parse` checks its expressions."""
    errors = [f"{name}: not a block of a module" for name in module.keys() - TOP]
    for kind, resources in module["resource"].items():
        if kind not in provider.resources:
            errors.append(f"{kind}: not known to provider.py")
            continue
        for name, resource in resources.items():
            errors += block(f"{kind}.{name}", resource, provider.resources[kind], top=True)
    for name, variable in module["variable"].items():
        errors += [f"var.{name}: {part}" for part in variable.keys() - VARIABLE]
    for name, output in module["output"].items():
        errors += [f"output.{name}: {part}" for part in output.keys() - OUTPUT]
    for expression in expressions(module):
        errors += references(expression, module, provider)
    return errors


def block(path, values, schema, top=False):
    values = dict(values)
    errors = []
    if top:
        lifecycle = values.pop("lifecycle", {})
        ignored = set(lifecycle.pop("ignore_changes", [])) - schema.types.keys()
        errors += [f"{path}.lifecycle: {name} is no argument" for name in ignored]
        errors += [f"{path}.lifecycle: {name}" for name in lifecycle.keys() - {"prevent_destroy"}]
    dynamic = values.pop("dynamic", {})
    for name, generated in dynamic.items():
        errors += [f"{path}.dynamic.{name}: {part}" for part in generated.keys() - {"for_each", "content"}]
        errors += argument(f"{path}.{name}", name, generated["content"], schema)
    for name in schema.required - values.keys() - dynamic.keys():
        errors.append(f"{path}: {name} is required")
    for name, value in values.items():
        errors += argument(f"{path}.{name}", name, value, schema)
    return errors


def argument(path, name, value, schema):
    if name not in schema.types:
        return [f"{path}: no such argument"]
    nested, several = schema.nested(name)
    if nested:
        if isinstance(value, dict):
            return block(path, value, nested)
        if isinstance(value, list) and (several or len(value) == 1):
            return [error for place, one in enumerate(value) for error in block(f"{path}[{place}]", one, nested)]
        return [f"{path}: not a block: {value!r}"]
    if isinstance(value, str) and value.startswith("${"):
        return []
    kind = schema.types[name]
    if "typing.Mapping" in kind:
        fits = isinstance(value, dict) and all(isinstance(one, str) for one in value.values())
    elif "typing.Sequence" in kind:
        fits = isinstance(value, list) and all(isinstance(one, str) for one in value)
    else:
        allowed = [types for scalar, types in SCALARS.items() if scalar in kind]
        fits = any(type(value) in types for types in allowed)
    return [] if fits else [f"{path}: {value!r} is not a {kind}"]


def expressions(value):
    """All texts with a template."""
    if isinstance(value, dict):
        return [one for part in value.values() for one in expressions(part)]
    if isinstance(value, list):
        return [one for part in value for one in expressions(part)]
    return [value] if isinstance(value, str) and ("${" in value or "%{" in value) else []


def references(expression, module, provider):
    """The references that lead nowhere."""
    errors = []
    for template in re.findall(r"(?<!\$)\$\{([^}]*)\}", expression):
        code = re.sub(r'"[^"]*"', "", template)
        for path in re.findall(r"[A-Za-z_][\w]*(?:\.\w+)+", code):
            first, name, *rest = path.split(".")
            if first == "var":
                known = name in module["variable"]
            elif first == "data":
                known = rest[0] in module.get("data", {}).get(name, {})
            elif first == "warm_throughput":
                known = name == "value"  # the iterator of a dynamic block
            else:
                known = name in module["resource"].get(first, {}) and rest[0] in provider.attributes.get(first, ())
            if not known:
                errors.append(f"{path}: no such reference, in {expression[:80]}")
    return errors


def parse(texts, node_modules):
    """What HashiCorp's own parser, compiled to WebAssembly, refuses of these templates."""
    script = (
        "const { parse } = require('@cdktn/hcl2json');"
        "const texts = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "(async () => { for (const text of texts) {"
        "  try { await parse('x.tf', `x = <<TEMPLATE\\n${text}\\nTEMPLATE\\n`) }"
        "  catch (error) { console.log(`${error}: ${text.slice(0, 200)}`) }"
        "} })()"
    )
    environment = os.environ | {"NODE_PATH": node_modules}
    run = subprocess.run(
        ["node", "-e", script], input=json.dumps(texts), text=True, capture_output=True, env=environment, check=True
    )
    return run.stdout.splitlines()
