import { Injectable } from '@nestjs/common';
import { fact, programmeStream, refusals } from '@framelift/contracts';
import { Archive } from '../../engine/log/archiving/archive.ts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { refuseIf } from '../../platform/refused.ts';

/** An operator's decision that what leaves does not wait for an archive that cannot be written (docs/architecture.md#what-leaves). */
@Injectable()
export class ArchiveBypass {
  constructor(private readonly streams: Streams) {}

  /** Until the archive is caught up. @throws Refused: it can be written */
  async begin(meta: CommandMeta): Promise<{ position: number; repeated: boolean }> {
    const [before] = await this.streams.log.readCommand(meta.commandId);
    if (before) return { position: before.position, repeated: true };
    const { position } = await this.streams.recordFacts(programmeStream, [fact('ArchiveBypassed', {})], meta, async (client) => {
      refuseIf(!(await Archive.bypass(client)), refusals.archiveNotFailing, 'conflict');
    });
    return { position, repeated: false };
  }
}
