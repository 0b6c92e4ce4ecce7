// A Debian 12 in its own namespaces, with its systemd as the first process. It shares the network of this machine, so its servers take
// ports here.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const PORTS = [80, 443, 3000];
const READY_MS = 60_000;

/** Why there can be none here, if so. */
export async function noDebianBecause(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'it needs root';
  for (const program of ['mmdebstrap', 'nsenter', 'unshare'])
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
    } catch {
      return `there is no ${program}: apt-get install mmdebstrap util-linux`;
    }
  for (const port of PORTS) if (await isTaken(port)) return `port ${port} is taken`;
  return undefined;
}

const isTaken = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    }).on('error', () => done(false));
  });

/** What a container of systemd has: no device but the harmless ones, and nothing of this kernel to write. */
const BOOT = `
set -e
mkdir "$2" && echo $$ >"$2/cgroup.procs"
exec unshare --fork --kill-child --pid --mount --uts --ipc --cgroup sh -ec '
  root=$1
  mount --make-rprivate /
  mount --bind "$root" "$root"
  cd "$root"
  mount -t proc -o nosuid,nodev,noexec proc proc
  mount --bind proc/sys proc/sys
  mount -o remount,bind,ro proc/sys
  mount --bind /sys sys
  mount -o remount,bind,ro sys
  mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755,nosuid dev dev
  for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
  touch dev/console && mount --bind /dev/null dev/console
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
  mount -t tmpfs -o mode=1777,nosuid,nodev shm dev/shm
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  for n in 0:stdin 1:stdout 2:stderr; do ln -s /proc/self/fd/\${n%:*} dev/\${n#*:}; done
  mount -t tmpfs -o mode=755,nosuid,nodev run run
  mkdir -p .before
  pivot_root . .before
  umount -l /.before
  exec env -i container=framelift PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
' sh "$1"`;

export interface BareDebian {
  /** Its files, as this machine sees them. */
  root: string;
  /** A command of its root user, in its own process group. `input`: what is typed. */
  start(command: string, input?: string): ChildProcess;
  run(command: string, input?: string): Promise<{ code: number | null; text: string }>;
  stop(): Promise<void>;
}

/** A minimal Debian with systemd and nothing else, until `stop`. */
export async function bootDebian(): Promise<BareDebian> {
  const folder = await mkdtemp(join(tmpdir(), 'framelift-debian-'));
  const root = join(folder, 'root');
  // mmdebstrap's users and those of PostgreSQL must get in.
  execFileSync('chmod', ['755', folder]);
  execFileSync('mmdebstrap', ['--variant=minbase', '--include=ca-certificates,systemd-sysv', 'bookworm', root], { stdio: 'pipe' });
  for (const file of ['/etc/hosts', '/etc/resolv.conf']) await copyFile(file, join(root, file));
  const env: Record<string, string> = {
    HOME: '/root',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
  };
  // The registry of this machine, and the certificates that it trusts.
  env['npm_config_registry'] = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const extra = process.env['NODE_EXTRA_CA_CERTS'];
  if (extra) {
    env['NODE_EXTRA_CA_CERTS'] = '/etc/ssl/extra.pem';
    await copyFile(extra, join(root, env['NODE_EXTRA_CA_CERTS']));
    execFileSync('chmod', ['644', join(root, env['NODE_EXTRA_CA_CERTS'])]);
  }
  for (const unit of ['systemd-sysctl', 'systemd-modules-load', 'console-getty', 'getty@tty1'])
    execFileSync('ln', ['-sf', '/dev/null', join(root, `etc/systemd/system/${unit}.service`)]);

  const mounts = await readFile('/proc/self/mounts', 'utf8');
  const group = join(/^\S+ (\S+) cgroup2 /m.exec(mounts)![1]!, `framelift-debian-${process.pid}`);
  let said = '';
  const system = spawn('sh', ['-c', BOOT, 'sh', root, group], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [system.stdout, system.stderr]) stream.on('data', (text: Buffer) => (said += String(text)));
  const isOver = () => system.exitCode !== null || system.signalCode !== null;
  const first = () => readFileSync(`/proc/${system.pid}/task/${system.pid}/children`, 'utf8').trim();
  const start = (command: string, input?: string): ChildProcess => {
    const entered = ['--target', first(), '--mount', '--uts', '--ipc', '--pid', '--cgroup', 'sh', '-c', command];
    const child = spawn('nsenter', entered, { env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin!.on('error', () => {});
    child.stdin!.end(input ?? '');
    return child;
  };
  const run = async (command: string, input?: string) => {
    const child = start(command, input);
    let text = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part: Buffer) => (text += String(part)));
    await once(child, 'close');
    return { code: child.exitCode, text };
  };
  const stop = async () => {
    // Its first process takes all others with it.
    if (!isOver()) {
      system.kill('SIGKILL');
      await once(system, 'exit');
    }
    for (let tries = 0; tries < 50; tries++)
      try {
        execFileSync('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';'], { stdio: 'ignore' });
        break;
      } catch {
        await wait(100);
      }
    await rm(folder, { recursive: true, force: true });
  };
  execFileSync('touch', [join(root, 'bare')]);
  for (const late = Date.now() + READY_MS; ; await wait(500)) {
    // Before its root is in place, the files of this machine are seen.
    const { text } = first() ? await run('[ -f /bare ] && systemctl is-system-running') : { text: 'not started' };
    if (/^(running|degraded)$/m.test(text)) return { root, start, run, stop };
    if (Date.now() < late && !isOver()) continue;
    await stop();
    throw new Error(`Debian did not start: ${text}\n${said}`);
  }
}

/** Puts the files of this tree into a folder, as a clone has them. */
export async function cloneTo(folder: string): Promise<void> {
  const tree = join(import.meta.dirname, '../..');
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], { cwd: tree, encoding: 'utf8' });
  for (const file of files.trim().split('\n')) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    // One that was deleted and not committed yet.
    await copyFile(join(tree, file), join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
