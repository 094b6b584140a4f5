/** docs/contract-rules.md: made of the table of rules, their examples, and what oasdiff has beside them. */

import { RULES, type Rule, type RuleName } from "../../src/contract/rules.js";
import { compareDocuments } from "../../src/contract.js";
import { casesOf } from "./contract-example-documents.js";
import { EXAMPLES, type Example } from "./contract-examples.js";
import { OASDIFF } from "./contract-oasdiff.js";

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
const code = (value: unknown): string => `\`${cell(JSON.stringify(value))}\``;

const CODE: Readonly<Record<Rule["code"], string>> = {
  always: "yes",
  events: "in the union of events",
  never: "no",
  requests: "in requests",
  validators: "in named schemas of requests",
};

/** An example in two cells: schemas and operations in place; of whole documents what is found is enough. */
function exampleOf(name: RuleName, example: Example): string {
  if ("document" in example) {
    const [found] = casesOf(example).flatMap(({ before, after }) =>
      compareDocuments(before, after).filter(({ rule }) => rule === name),
    );
    return cell(found?.message ?? "");
  }
  const [before, after] = "schema" in example ? example.schema : example.operation;
  return `${code(before)} → ${code(after)}`;
}

const rowOf = (name: RuleName): string => {
  const { request, response, code: touched, says } = RULES[name];
  const [sent, received] = name === "schema-replaced" ? ["as what differs", "breaking"] : [request, response];
  return `| \`${name}\` | ${sent} | ${received} | ${CODE[touched]} | ${cell(says)} | ${exampleOf(name, EXAMPLES[name])} |`;
};

/** The page. */
export const rulesPage = (): string => `# Rules of the contract check

By these rules \`compareDocuments\` tells what differs between the document that this package was made from and the one
of a server. Written from the table of rules and its examples; a test holds it to them.

Severity depends on the way that values go. What is sent may be refused when less is allowed; what is received may
surprise when more is allowed. A schema that travels both ways is judged by the worse of the two. \`breaking\`: requests
that were right may be refused, or answers may hold what code that fits the old document does not expect. \`compatible\`:
such code goes on to work; the readers of this package are open, so new kinds, fields and enum values are that.
\`info\`: worth knowing, not on the wire.

"Code" says whether code generated from the other document would be another one, samples for mocks aside. A finding says so, too, and whether its
place is one that this package repairs (\`touches\`).

No difference: the order of anything; descriptions, titles, examples, summaries, tags, \`readOnly\`, \`writeOnly\` and
\`x-…\` members; null by \`anyOf\` or by a list of types; \`allOf\`, \`anyOf\` or \`oneOf\` of one; a union in a union; a
constant or an enum of one; an absent or an empty \`required\`; \`additionalProperties\` absent, \`true\` or \`{}\`; a default of null;
bounds that bound nothing; \`exclusiveMinimum: 0\` or \`minimum: 1\` of whole numbers; a file by \`format\` or by
\`contentMediaType\`; schemas that no operation below \`/api\` reaches; numbers at the end of discriminator keys.

| rule | in requests | in answers | code | what it means | example |
| --- | --- | --- | --- | --- | --- |
${Object.keys(RULES)
  .map((name) => rowOf(name as RuleName))
  .join("\n")}

## Beside oasdiff

oasdiff (its list of checks before 1.38, and its release notes up to 1.40) has a check for each place and way; here one
rule serves all places. \`*\` stands for the place (\`request-body\`,
\`request-property\`, \`request-parameter\`, \`response-body\`, \`response-property\`).

| oasdiff | here | |
| --- | --- | --- |
${OASDIFF.map(({ theirs, ours = [], why = "" }) => `| ${cell(theirs)} | ${ours.map((name) => `\`${name}\``).join(", ") || "none"} | ${cell(why)} |`).join("\n")}

Not found there: \`schema-added\`, \`schema-renamed\`, \`schema-replaced\`, \`path-parameter-renamed\`,
\`parameter-style-changed\`, \`additional-properties-…\` and \`repair-not-needed\`.
`;
