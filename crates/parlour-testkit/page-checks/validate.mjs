// Reads one JSON string of HTML per line and answers with one line: a list of what is wrong with it. Ends with its input.

import { createInterface } from "node:readline";
import { HtmlValidate, StaticConfigLoader } from "html-validate";

const config = {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // Valid, and used on purpose: several ticks of one name, and buttons that submit by default.
    "form-dup-name": "off",
    "no-implicit-button-type": "off",
    "no-implicit-input-type": "off",
    // Ids end with the ids of records.
    "valid-id": ["error", { relaxed: true }],
    // How code is written, not what it means.
    "attr-quotes": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "long-title": "off",
    "no-redundant-for": "off",
    "no-redundant-role": "off",
    "no-trailing-whitespace": "off",
    "prefer-native-element": "off",
    "prefer-tbody": "off",
    "tel-non-breaking": "off",
    "void-style": "off",
  },
};

// The usual loader reads and checks what is known of all elements anew for each page.
class OnceLoader extends StaticConfigLoader {
  #resolved;

  getConfigFor(...page) {
    this.#resolved ??= super.getConfigFor(...page);
    return this.#resolved;
  }
}

const validator = new HtmlValidate(new OnceLoader(config));

for await (const line of createInterface({ input: process.stdin })) {
  const html = JSON.parse(line);
  const report = await validator.validateString(html);
  const lines = html.split("\n");
  const messages = report.results.flatMap((result) => result.messages);
  const faults = messages.map(({ ruleId, message, line, column }) => {
    const source = (lines[line - 1] ?? "").slice(Math.max(0, column - 41), column + 80).trim();
    return `${ruleId} (line ${line}): ${message} in ${JSON.stringify(source)}`;
  });
  process.stdout.write(`${JSON.stringify(faults)}\n`);
}
