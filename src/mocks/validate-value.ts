/** Holds a value against a rule, as the server does: every fault at its place, in the server's words. */
import { MODELS, type ModelRule, type Rule } from "../generated/requests.js";
import { AFTER, BASE_CLASSES, BEFORE } from "./validate-classes.js";
import { FIELDS } from "./validate-fields.js";
import {
  type Fields,
  type Findings,
  failToPop,
  inside,
  isFields,
  report,
  reportError,
  reportMissing,
  type Spot,
  shown,
} from "./validate-issue.js";
import {
  checkBoolean,
  checkNumber,
  checkOneOf,
  checkString,
  checkTime,
  checkUuid,
  count,
  reportShort,
} from "./validate-scalars.js";

type RuleOf<Is extends Rule["is"]> = Extract<Rule, { readonly is: Is }>;

/** Reports what is wrong with a value. Objects lose their `kind` on the way, as the server's own do. */
export function checkValue(rule: Rule, value: unknown, spot: Spot): undefined {
  switch (rule.is) {
    case "any":
      return;
    case "bool":
      return checkBoolean(value, spot);
    case "int":
    case "float":
      return checkNumber(rule, value, spot);
    case "str":
      return checkString(rule, value, spot);
    case "uuid":
      return checkUuid(value, spot);
    case "datetime":
      return checkTime(value, spot);
    case "path":
      return typeof value === "string"
        ? undefined
        : report(spot, "path_type", "Input is not a valid path for <class 'pathlib._local.Path'>", value);
    case "file":
      return checkFile(value, spot);
    case "enum":
    case "literal":
    case "const":
      return checkOneOf(rule, value, spot);
    case "list":
      return checkList(rule, value, spot);
    case "tuple":
      return checkTuple(rule, value, spot);
    case "dict":
      return checkDict(rule, value, spot);
    case "nullable":
      return value === null ? undefined : checkValue(rule.of, value, spot);
    case "union":
      return checkUnion(rule, value, spot);
    case "tagged":
      return rule.tag === "kind" ? checkKinds(rule, value, spot) : checkTagged(rule, value, spot);
    case "model":
      return checkReference(rule, value, spot);
  }
}

function checkFile(value: unknown, spot: Spot): undefined {
  if (value instanceof Blob) return;
  reportError(spot, `Expected UploadFile, received: <class 'str'>`, value);
}

function checkList({ items, min, max }: RuleOf<"list">, value: unknown, spot: Spot): undefined {
  if (!Array.isArray(value)) return report(spot, "list_type", "Input should be a valid list", value);
  if (min !== undefined && value.length < min) return reportShort(spot, "List", min, value.length, value);
  if (max !== undefined && value.length > max) return reportLong(spot, "List", max, value);
  for (const [index, item] of value.entries()) checkValue(items, item, inside(spot, index));
}

function checkTuple({ items }: RuleOf<"tuple">, value: unknown, spot: Spot): undefined {
  if (!Array.isArray(value)) return report(spot, "tuple_type", "Input should be a valid tuple", value);
  if (value.length > items.length) return reportLong(spot, "Tuple", items.length, value);
  for (const [index, rule] of items.entries()) {
    if (index < value.length) checkValue(rule, value[index], inside(spot, index));
    else reportMissing(inside(spot, index), value);
  }
}

const reportLong = (spot: Spot, what: string, most: number, value: readonly unknown[]): undefined =>
  report(
    spot,
    "too_long",
    `${what} should have at most ${count(most, "item")} after validation, not ${value.length}`,
    value,
    {
      field_type: what,
      max_length: most,
      actual_length: value.length,
    },
  );

function checkDict({ values }: RuleOf<"dict">, value: unknown, spot: Spot): undefined {
  if (!isFields(value)) return report(spot, "dict_type", "Input should be a valid dictionary", value);
  for (const [name, item] of Object.entries(value)) checkValue(values, item, inside(spot, name));
}

/** One member that takes it is enough; else each says why not. */
function checkUnion({ of }: RuleOf<"union">, value: unknown, spot: Spot): undefined {
  const refusals: Findings["issues"] = [];
  for (const member of of) {
    const findings: Findings = { issues: [] };
    checkValue(member, value, { ...inside(spot, labelOf(member)), findings });
    if (findings.failure !== undefined) {
      spot.findings.failure ??= findings.failure;
      return;
    }
    if (findings.issues.length === 0) return;
    refusals.push(...findings.issues);
  }
  spot.findings.issues.push(...refusals);
}

const SECRET = "function-after[SecretStr(), str]";
const SECRET_OR_TEXT = `json-or-python[json=${SECRET},python=union[is-instance[SecretStr],${SECRET}]]`;
const SECRET_LABEL = `lax-or-strict[lax=${SECRET_OR_TEXT},strict=${SECRET_OR_TEXT}]`;

const PATH = "function-after[path_validator(), str]";
const IS_PATH = `json-or-python[json=${PATH},python=is-instance[Path]]`;
const PATH_LABEL = `lax-or-strict[lax=union[${IS_PATH},${PATH}],strict=${IS_PATH}]`;

/** What a member of a union is called in a place. */
function labelOf(rule: Rule): string {
  switch (rule.is) {
    case "model":
      return MODELS[rule.name]?.name ?? rule.name;
    case "list":
      return `list[${labelOf(rule.items)}]`;
    case "dict":
      return `dict[str,${labelOf(rule.values)}]`;
    case "str":
      return rule.isSecret
        ? SECRET_LABEL
        : rule.min === undefined && rule.max === undefined
          ? "str"
          : "constrained-str";
    case "tagged":
      return rule.tag === "kind" ? "function-wrap[_validate_subtype()]" : "tagged-union";
    case "path":
      return PATH_LABEL;
    default:
      return rule.is;
  }
}

/** The tag's value is part of the place. */
function checkTagged({ tag, members }: RuleOf<"tagged">, value: unknown, spot: Spot): undefined {
  if (!isFields(value)) return reportNoObject(spot, value);
  const discriminator = `'${tag}'`;
  const found = value[tag];
  if (found === undefined) {
    const msg = `Unable to extract tag using discriminator ${discriminator}`;
    return report(spot, "union_tag_not_found", msg, value, { discriminator });
  }
  const name = Object.hasOwn(members, shown(found)) ? members[shown(found)] : undefined;
  if (name === undefined) {
    const expected_tags = Object.keys(members)
      .map((member) => `'${member}'`)
      .join(", ");
    const msg = `Input tag '${shown(found)}' found using ${discriminator} does not match any of the expected tags: ${expected_tags}`;
    return report(spot, "union_tag_invalid", msg, value, { discriminator, tag: shown(found), expected_tags });
  }
  checkValue({ is: "model", name }, value, inside(spot, shown(found)));
}

const reportNoObject = (spot: Spot, value: unknown): undefined =>
  report(spot, "model_attributes_type", `Input should be a valid dictionary or object to extract fields from`, value);

/** A class that is told apart by its name: the server looks it up by itself, so its name is no part of the place. */
function checkKinds({ members }: RuleOf<"tagged">, value: unknown, spot: Spot): undefined {
  if (!isFields(value)) return failToPop(spot, value);
  const kind = shown(value["kind"] ?? "");
  delete value["kind"];
  const name = Object.hasOwn(members, kind) ? members[kind] : undefined;
  if (name !== undefined) return checkModel(name, value, { ...spot, isBody: false });
  const kinds = Object.keys(members);
  const base = BASE_CLASSES.find(([member]) => kinds.includes(member))?.[1] ?? "";
  const expected = kinds.map((member) => `'${member}'`).join(", ");
  reportError(spot, `Unknown kind '${kind}' for ${base}; Expected one of: [${expected}]`, value);
}

function checkReference({ name }: RuleOf<"model">, value: unknown, spot: Spot): undefined {
  const { kind, name: className } = MODELS[name] ?? {};
  if (kind !== undefined) {
    if (!isFields(value)) return failToPop(spot, value);
    const given = value["kind"];
    delete value["kind"];
    if (given !== undefined && given !== null && given !== kind) {
      return report(spot, "assertion_error", "Assertion failed, ", value, { error: "" });
    }
  }
  if (isFields(value)) return checkModel(name, value, spot);
  if (spot.isBody) return reportNoObject(spot, value);
  const msg = `Input should be a valid dictionary or instance of ${className}`;
  report(spot, "model_type", msg, value, { class_name: className });
}

function checkModel(name: string, value: Fields, spot: Spot): undefined {
  const model = MODELS[name];
  if (!model) return;
  const before = BEFORE[model.name];
  const data = before ? before(value, spot, checkValue) : value;
  if (data === undefined) return;
  const faults = spot.findings.issues.length;
  checkFields(model, data, spot);
  if (spot.findings.issues.length > faults) return;
  const error = AFTER[model.name]?.(data);
  if (error !== undefined) reportError(spot, error, value);
}

/** Fields that are there, fields that should be, and fields that should not. */
function checkFields({ fields, required = [], closed }: ModelRule, data: Fields, spot: Spot): undefined {
  for (const [field, rule] of Object.entries(fields)) {
    if (!Object.hasOwn(data, field)) {
      if (required.includes(field)) reportMissing(inside(spot, field), data);
    } else if (FIELDS[field]?.(data[field], inside(spot, field)) ?? true) {
      checkValue(rule, data[field], inside(spot, field));
    }
  }
  if (!closed) return;
  for (const field of Object.keys(data)) {
    if (!Object.hasOwn(fields, field)) {
      report(inside(spot, field), "extra_forbidden", "Extra inputs are not permitted", data[field]);
    }
  }
}
