import { Streams } from '../../engine/log/deciding/streams.ts';
import { ArchiveBypass } from '../backups/archive-bypass.ts';
import { fillFromArchive } from './fill-archive.ts';
import { addCommand, type Group } from './program.ts';
import { confirmed, type Get, operatorMeta, type Result } from './result.ts';

async function bypass(get: Get): Promise<Result> {
  const { position } = await new ArchiveBypass(get(Streams)).begin(operatorMeta(get));
  const text = 'Files, mails and webhooks leave without the archive now. They wait again once it is caught up.';
  return { ok: true, json: { ok: true, position }, text };
}

export const archiveCommands: Group = (program, run) => {
  const archive = addCommand(program, 'archive', 'The continuous archive beside the backups.', 'archive fill', 'archive bypass --yes');
  addCommand(
    archive,
    'fill',
    'Puts back the events that the archive has and the database lost, as after a failover to a lagging replica.',
  ).action(() => run((get, signal) => fillFromArchive(get, signal)));
  addCommand(archive, 'bypass', 'Lets files, mails and webhooks leave without an archive that cannot be written, until it is caught up.')
    .option('--yes', 'confirm')
    .action(({ yes }: { yes?: boolean }) => {
      confirmed(yes, 'What leaves before the archive is caught up is lost to the books if this server is lost.');
      return run((get) => bypass(get));
    });
};
