import { readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';

// Prints what is invalid in each HTML document of the file named first (JSON: documents by name), as JSON. The
// rules are those for pages, minus those that mail programs break.

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Programs that drop the style element use inline styles only.
    'no-inline-style': 'off',
    // Outlook on Windows reads conditional comments.
    'no-conditional-comment': 'off',
    // A subject may be as long as a tool's name.
    'long-title': 'off',
    // Older screen readers know only the longer name.
    'presentation-role-style': 'off',
  },
});

const problems = {};
for (const [name, html] of Object.entries(JSON.parse(readFileSync(process.argv[2], 'utf8')))) {
  const { results } = await validator.validateString(html);
  problems[name] = results.flatMap(({ messages }) =>
    messages.map((found) => `${found.ruleId}: ${found.message}`),
  );
}
process.stdout.write(JSON.stringify(problems));
