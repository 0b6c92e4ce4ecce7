// npm run supply -- licences | sbom [FILE]: the packages of a running Framelift, from the lockfile alone. pin [FOLDER]: the images by digest.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

const IMAGES = ['docker-compose.yml', 'deploy/Dockerfile', 'deploy/compose.yml'];
const INDEXES = ['application/vnd.oci.image.index.v1+json', 'application/vnd.docker.distribution.manifest.list.v2+json'].join(', ');
const REGISTRY = process.env.REGISTRY_URL ?? 'https://registry-1.docker.io';

/** The digest under which the registry serves a tag today, for every architecture. */
async function digestOf(image) {
  const [, name, tag] = /^([^:@]+):([^:@]+)/.exec(image);
  const path = name.includes('/') ? name : `library/${name}`;
  const ask = (headers) => fetch(`${REGISTRY}/v2/${path}/manifests/${tag}`, { method: 'HEAD', headers: { accept: INDEXES, ...headers } });
  let answer = await ask({});
  const challenge = answer.headers.get('www-authenticate') ?? '';
  if (answer.status === 401 && /^bearer/i.test(challenge)) {
    const { realm, ...query } = Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
    const { token } = await (await fetch(`${realm}?${new URLSearchParams(query)}`)).json();
    answer = await ask({ authorization: `Bearer ${token}` });
  }
  const digest = answer.headers.get('docker-content-digest');
  if (!answer.ok || !/^sha256:[0-9a-f]{64}$/.test(digest ?? ''))
    throw new Error(`${REGISTRY} names no digest of ${image} (${answer.status})`);
  return `${name}:${tag}@${digest}`;
}

/** Replaces each image of others by the one that its tag names today. A registry that does not answer changes nothing. */
async function pin() {
  const folder = file ?? root;
  const texts = new Map(
    IMAGES.map((name) => join(folder, name))
      .filter((path) => existsSync(path))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
  const NAMED = /^(FROM |\s*image: )([a-z][\w./-]*:[\w.-]+)(?:@sha256:\w+)?/gm;
  const images = new Set([...texts.values()].flatMap((text) => [...text.matchAll(NAMED)].map(([, , image]) => image)));
  const pinned = new Map(await Promise.all([...images].map(async (image) => [image, await digestOf(image)])));
  for (const [path, text] of texts)
    writeFileSync(
      path,
      text.replaceAll(NAMED, (_, before, image) => before + pinned.get(image)),
    );
  console.log([...pinned.values()].toSorted().join('\n'));
}

const commands = { licences, sbom, pin };
if (!Object.hasOwn(commands, what)) {
  console.error('npm run supply -- licences | sbom [FILE] | pin [FOLDER]');
  process.exit(2);
}
await commands[what]();
