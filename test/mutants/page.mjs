// docs/mutants.md: the score of every file, and what survives with the reason.
import { basename } from 'node:path';
import prettier from 'prettier';

const code = (text) => {
  // An index that is called would be read as a link.
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('](', '] (');
  return `\`${(line.length > 70 ? `${line.slice(0, 67)}…` : line).replaceAll('`', '´')}\``;
};

/** `rows`: { file, all, killed, survivors }. */
export async function pageOf(rows) {
  const [all, killed] = [rows.reduce((sum, row) => sum + row.all, 0), rows.reduce((sum, row) => sum + row.killed, 0)];
  const scores = rows
    .toSorted((a, b) => a.file.localeCompare(b.file))
    .map((r) => `| \`${r.file}\` | ${r.all} | ${r.killed} | ${r.all ? ((100 * r.killed) / r.all).toFixed(1) : '–'} |`);
  const survivors = rows.flatMap(({ file, survivors: list }) => list.map((survivor) => ({ file, ...survivor })));
  const reasons = [...Map.groupBy(survivors, ({ reason }) => reason ?? '**No reason is known yet: a gap**')].map(
    ([reason, list]) =>
      `| ${reason} | ${list.map(({ file, line, was, now }) => `\`${basename(file, '.ts')}\` ${line}: ${code(was)} → ${code(now)}`).join('<br>')} |`,
  );
  const text = `# Mutants

Stryker changes one thing of a rule at a time (\`>\` to \`>=\`, a condition to \`true\`, an object to \`{}\`), and the unit specs of the file must
fail. **${((100 * killed) / all).toFixed(1)} % of ${all} mutants are killed.** Written by \`npm run mutants\` and then \`npm run mutants -- --write\`; \`-- PATH\`
or \`-- --only WORD\` narrows it. Not mutated: texts that people read, descriptions of calls, lines for operators and tables of values without a
rule (\`test/mutants/texts.mjs\`), because a spec of them would only say them again.

| file | mutants | killed | % |
| --- | --- | --- | --- |
${scores.join('\n')}

## What survives, and why

| reason | mutants |
| --- | --- |
${reasons.join('\n')}
`;
  return prettier.format(text, { parser: 'markdown', printWidth: 140 });
}
