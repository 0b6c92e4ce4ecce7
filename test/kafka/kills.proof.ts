import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { ChildProcess } from '../support/child-process.ts';
import { noteForProof } from '../support/counts.ts';
import { firsts, noKafka, titled } from '../support/kafka.ts';
import { KafkaProcesses } from '../support/kafka-processes.ts';

const KILLS = 8;
const about = noKafka ? describe.skip : describe;

about(titled('killed and paused processes'), () => {
  let own: KafkaProcesses;
  beforeAll(async () => {
    own = await KafkaProcesses.open();
  });
  afterEach(() => own.endAll());
  afterAll(() => own.close());

  it('two relays, the leader paused past its lock and resumed, leave at most duplicates', async () => {
    const relays = [await own.relay(), await own.relay()];
    await own.projector();
    const leader = () => relays.find((r) => r.output.lastIndexOf('the relay leads') > r.output.lastIndexOf('the relay waits'));
    await own.harness.until('nobody leads', async () => leader() !== undefined);
    const first = leader()!;
    const second = relays.find((r) => r !== first)!;
    await own.under(async () => {
      await wait(1_000);
      first.child.kill('SIGSTOP');
      await own.harness.until('the other one leads', async () => second.output.includes('the relay leads'));
      await wait(1_000);
      first.child.kill('SIGCONT');
      await wait(2_000);
      expect(await second.end('SIGTERM')).toBe(0);
      await wait(1_000);
    });
    await own.harness.published();
    const { position } = await own.db.log.head();
    expect(firsts(await own.harness.messages())).toEqual(Array.from({ length: position }, (_, i) => i + 1));
    expect(await own.wrong()).toEqual([]);
    noteForProof(`a paused relay beside ${position} events`);
  });

  it('three projectors fold every event, killed and paused at random while partitions move between them', async () => {
    await own.relay();
    const all = [await own.projector(), await own.projector(), await own.projector()];
    await own.under(async () => {
      for (let done = 0; done < KILLS; done++) {
        await wait(300 + Math.random() * 1_500);
        const n = Math.floor(Math.random() * all.length);
        if (done % 2) {
          all[n]!.child.kill('SIGSTOP');
          // Sometimes longer than the group waits: then another has its partitions when it resumes.
          await wait(done === 3 ? 12_000 : 500);
          all[n]!.child.kill('SIGCONT');
        } else {
          await all[n]!.end('SIGKILL');
          all[n] = await own.projector();
        }
      }
    });
    expect(await own.wrong()).toEqual([]);
    noteForProof(`${KILLS} kills and pauses of projectors`);
  });

  it('names a missing setting and an unknown projection', async () => {
    const without = async (name: string, entry: string) => {
      const { [name]: _, ...less } = own.env;
      await ChildProcess.start(entry, less, 'is ready');
    };
    await expect(without('DATABASE_URL', 'projector.js')).rejects.toThrow('DATABASE_URL is not set');
    await expect(without('KAFKA_BROKERS', 'relay.js')).rejects.toThrow('KAFKA_BROKERS is not set');
    await expect(own.projector('--projections', 'nonsense')).rejects.toThrow(
      'There is no projection or reactor nonsense. There are: dashboard',
    );
  });
});
