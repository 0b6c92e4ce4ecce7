// Installs Chromium from npm, in the version and with the hashes of the lockfile next to this file, and unpacks it into .cache.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchedFolder } from './chromium.mjs';

// The package unpacks into the temporary folder, and assumes that existing files are complete.
mkdirSync(dirname(fetchedFolder), { recursive: true });
const folder = mkdtempSync(`${fetchedFolder}-`);
try {
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(import.meta.dirname, name), join(folder, name));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  process.env.TMPDIR = folder;
  const shipped = join(folder, 'node_modules/@sparticuz/chromium');
  const { default: chromium, inflate } = await import(pathToFileURL(join(shipped, 'build/index.js')).href);
  await chromium.executablePath();
  // System libraries (NSS, Expat) that a bare machine lacks.
  await inflate(join(shipped, 'bin/al2023.tar.br'));
  rmSync(join(folder, 'node_modules'), { recursive: true });

  const fonts = ['/usr/share/fonts', '/usr/local/share/fonts', join(fetchedFolder, 'fonts')].map((path) => `<dir>${path}</dir>`);
  writeFileSync(join(folder, 'fonts.conf'), `<fontconfig>${fonts.join('')}<cachedir>${fetchedFolder}/font-cache</cachedir></fontconfig>\n`);
  writeFileSync(
    join(folder, 'chrome'),
    `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/al2023/lib"
[ -f /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`,
    { mode: 0o755 },
  );
  if (!existsSync(fetchedFolder)) renameSync(folder, fetchedFolder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
