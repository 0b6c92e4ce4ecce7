import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipReason } from '../support/skip-reason.ts';

const deploy = join(import.meta.dirname, '../../deploy/systemd');
const unit = readFileSync(join(deploy, 'framelift.service'), 'utf8');
/** systemd’s estimate of what a unit may do to the machine: 0 nothing, 10 everything. */
const MOST_EXPOSED = 1.5;

function noSystemdBecause(): string | undefined {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'there is no systemd-analyze: apt-get install systemd';
  }
}
const noSystemd = noSystemdBecause();
const about = noSystemd ? describe.skip : describe;

/** What systemd-analyze says about a unit. */
function analysed(text: string, ...args: string[]): { code: number; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'framelift-unit-'));
  const file = join(folder, 'framelift.service');
  writeFileSync(file, text);
  try {
    return { code: 0, said: execFileSync('sh', ['-c', 'systemd-analyze "$@" 2>&1', 'sh', ...args, file], { encoding: 'utf8' }) };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { code: status, said: stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

about(skipReason(noSystemd)('deploy/systemd'), () => {
  // The program is not installed here.
  const here = unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);

  it('is a valid unit', () => {
    expect(analysed(here, 'verify')).toEqual({ code: 0, said: '' });
    expect(analysed(here.replace('ProtectHome=yes', 'ProtectHose=yes'), 'verify').said).toContain('ProtectHose');
  });

  it('may do little to the machine', () => {
    const exposure = (text: string) =>
      Number(/Overall exposure level for \S+: ([\d.]+)/.exec(analysed(text, 'security', '--offline=true').said)![1]);
    expect(exposure(here)).toBeLessThanOrEqual(MOST_EXPOSED);
    expect(exposure(here.replace('ProtectSystem=strict', '').replace('CapabilityBoundingSet=', ''))).toBeGreaterThan(MOST_EXPOSED);
  });

  it('has scripts that a plain shell reads', () => {
    for (const file of ['install.sh', '../upgrade-containers.sh']) execFileSync('dash', ['-n', join(deploy, file)]);
  });
});
