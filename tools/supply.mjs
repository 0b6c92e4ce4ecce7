// npm run supply -- licences | sbom [FILE]: the packages of a running Framelift, from the lockfile alone.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [what, file] = process.argv.slice(2);

/** Packages used at run time, by licence. */
function licences() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const byLicence = new Map();
  for (const [path, { version, license = 'not stated', dev, devOptional, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || dev || devOptional || link) continue;
    const name = `${path.split('node_modules/').at(-1)} ${version}`;
    byLicence.set(license, [...new Set([...(byLicence.get(license) ?? []), name])]);
  }
  for (const [license, names] of [...byLicence].sort(([, a], [, b]) => b.length - a.length))
    console.log(
      `${license} (${names.length})\n${names
        .sort()
        .map((name) => `  ${name}`)
        .join('\n')}\n`,
    );
}

/** CycloneDX, on stdout or into a file. */
function sbom() {
  const document = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], {
    cwd: root,
    maxBuffer: 1 << 28,
  });
  if (file) writeFileSync(file, document);
  else process.stdout.write(document);
}

const commands = { licences, sbom };
if (!Object.hasOwn(commands, what)) {
  console.error('npm run supply -- licences | sbom [FILE]');
  process.exit(2);
}
commands[what]();
