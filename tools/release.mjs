// npm run release -- X.Y.Z [--dry-run]: writes CHANGELOG.md from commit subjects, commits and tags. Where Docker is there, it also builds
// the images for amd64 and arm64 with their SBOM into .cache/release; the workflow `release` pushes those of a tag.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } });
const [version] = positionals;
const refuse = (why) => {
  console.error(why);
  process.exit(2);
};
const run = (program, args, options = {}) => execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, ...options });
const git = (...args) => run('git', args).trim();
const works = (program, ...args) => {
  try {
    run(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const numbers = (text) => text.split('.').map(Number);
const isNewer = (a, b) => {
  const [left, right] = [numbers(a), numbers(b)];
  const at = left.findIndex((n, i) => n !== right[i]);
  return at >= 0 && left[at] > right[at];
};

if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) refuse('npm run release -- X.Y.Z [--dry-run]');
const last = git('tag', '--list', 'v*', '--sort=-v:refname')
  .split('\n')
  .find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
if (last && !isNewer(version, last.slice(1))) refuse(`${version} is not newer than ${last.slice(1)}`);
if (!values['dry-run'] && git('status', '--porcelain', '--untracked-files=no')) refuse('Commit or undo your changes first');

/** The program that affiliates check their proof with: they compare the hash of the one that a site offers. */
const VERIFIER = 'framelift-verify.mjs';
const verifierHash = hash('sha256', readFileSync(join(root, 'deploy', VERIFIER)));

/**
 * What somebody who upgrades reads: the subjects since the last release, newest first, without those that only record measurements, and
 * the hash of the verifier.
 */
function section() {
  const day = git('log', '-1', '--format=%cs');
  const subjects = last ? git('log', '--no-merges', '--format=%s', `${last}..HEAD`).split('\n').filter(Boolean) : ['The first release'];
  const told = subjects.filter((subject) => !/^(Record|Release) /.test(subject));
  return `## ${version} (${day})\n\n${told.map((subject) => `- ${subject}`).join('\n')}\n\n\`${VERIFIER}\`: sha256 \`${verifierHash}\`\n`;
}

const changelog = join(root, 'CHANGELOG.md');
const [head, ...sections] = readFileSync(changelog, 'utf8').split(/^(?=## )/m);
const text = section();
if (values['dry-run']) {
  console.log(text);
  process.exit(0);
}
writeFileSync(changelog, `${[head, text, ...sections].map((part) => part.trim()).join('\n\n')}\n`);
run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version']);
git('add', 'CHANGELOG.md', 'package.json', 'package-lock.json');
git('commit', '-m', `Release ${version}`);
git('tag', '-a', `v${version}`, '-m', `Framelift ${version}`);
console.log(`v${version} is committed and tagged. Publish it: git push --follow-tags`);

const out = join(root, '.cache/release');
mkdirSync(out, { recursive: true });
const sbom = join(out, `framelift-${version}.cdx.json`);
run('node', ['tools/supply.mjs', 'sbom', sbom]);
console.log(`SBOM: ${sbom}`);
if (!works('docker', 'buildx', 'version')) {
  console.log('No images were built: Docker with buildx is not here. The workflow `release` builds them from the tag');
} else {
  const image = join(out, `framelift-${version}.oci.tar`);
  const epoch = git('log', '-1', '--format=%ct');
  // The same commit gives the same bytes: every time in the image is that of the commit.
  const args = ['buildx', 'build', '-f', 'deploy/Dockerfile', '--platform', 'linux/amd64,linux/arm64', '--sbom=true', '--provenance=false'];
  run('docker', [...args, '--output', `type=oci,dest=${image},rewrite-timestamp=true`, '.'], {
    stdio: 'inherit',
    env: { ...process.env, SOURCE_DATE_EPOCH: epoch },
  });
  if (existsSync(image)) console.log(`Images for amd64 and arm64: ${image}`);
}
