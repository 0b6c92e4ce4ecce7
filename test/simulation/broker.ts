// A broker as seen through kafkajs: partitions, rebalancing groups, repeated messages, lost answers, a truncated topic.
import { EventEmitter } from 'node:events';
import type { Owner, World } from './world.ts';

interface Message {
  offset: string;
  value: Buffer;
}

const events = { CRASH: 'crash', REBALANCING: 'rebalancing', GROUP_JOIN: 'join' } as const;
const POLL_MS = 100;
const MAX_FETCH = 60;

export class SimulatedBroker {
  readonly world: World;
  isUp = true;
  private partitions: Message[][] | undefined;
  /** Group and partition → the offset to continue from. */
  private readonly committed = new Map<string, number>();
  private readonly groups = new Map<string, Consumer[]>();

  constructor(world: World) {
    this.world = world;
  }

  /** As kafkajs' `Kafka`, for one process. */
  client(owner: Owner): object {
    const way = () => this.way(owner);
    return {
      producer: () => ({
        connect: way,
        disconnect: async () => {},
        send: async ({ messages }: { messages: { partition: number; value: string }[] }) => {
          await way();
          if (!this.partitions) throw new Error('This server does not host this topic-partition');
          const written = new Map<number, number>();
          for (const { partition, value } of messages) {
            const log = this.partitions[partition]!;
            if (!written.has(partition)) written.set(partition, log.length);
            log.push({ offset: String(log.length), value: Buffer.from(value) });
          }
          this.world.trace(`broker takes ${messages.length}`);
          await way();
          return [...written].map(([partition, base]) => ({ partition, baseOffset: String(base) }));
        },
      }),
      admin: () => ({
        connect: way,
        disconnect: async () => {},
        listTopics: async () => (await way(), this.partitions ? ['simulated'] : []),
        createTopics: async ({ topics }: { topics: { numPartitions: number }[] }) => {
          await way();
          this.partitions ??= Array.from({ length: topics[0]!.numPartitions }, () => []);
        },
        fetchTopicOffsets: async () => {
          await way();
          if (!this.partitions) throw new Error('This server does not host this topic-partition');
          return this.partitions.map((log, partition) => ({ partition, high: String(log.length) }));
        },
      }),
      consumer: ({ groupId }: { groupId: string }) => new Consumer(this, owner, groupId),
    };
  }

  /** Loses the last messages of each partition, or the topic. */
  truncate(share: number): void {
    if (share === 1) this.partitions = undefined;
    for (const log of this.partitions ?? []) log.length = Math.floor(log.length * (1 - share));
    this.committed.clear();
    this.world.trace(`topic loses ${share}`);
    this.rebalance();
  }

  rebalance(group?: string): void {
    for (const [name, members] of this.groups) if (!group || name === group) this.assign(members.filter((m) => m.isAlive));
  }

  join(group: string, member: Consumer): void {
    this.groups.set(group, [...(this.groups.get(group) ?? []), member]);
    this.rebalance(group);
  }

  leave(group: string, member: Consumer): void {
    this.groups.set(
      group,
      (this.groups.get(group) ?? []).filter((m) => m !== member),
    );
    this.rebalance(group);
  }

  read(partition: number, from: number): Message[] {
    return this.partitions?.[partition]?.slice(from, from + MAX_FETCH) ?? [];
  }

  endOf(partition: number): number {
    return this.partitions?.[partition]?.length ?? 0;
  }

  offsetOf(group: string, partition: number): number {
    return this.committed.get(`${group} ${partition}`) ?? this.endOf(partition);
  }

  commit(group: string, partition: number, offset: number): void {
    this.committed.set(`${group} ${partition}`, offset);
  }

  async way(owner: Owner): Promise<void> {
    const { random } = this.world;
    await new Promise<void>(
      (done) => void this.world.after(random.happens(0.03) ? random.between(5, 80) : random.between(0.2, 1.5), owner, done),
    );
    if (!this.isUp) throw new Error('Connection error');
  }

  private assign(members: readonly Consumer[]): void {
    for (const [n, member] of members.entries())
      member.assigned((this.partitions ?? []).map((_, partition) => partition).filter((p) => p % members.length === n));
  }
}

interface Payload {
  batch: { partition: number; messages: Message[]; lastOffset(): string };
  resolveOffset(offset: string): void;
  heartbeat(): Promise<void>;
  commitOffsetsIfNecessary(): Promise<void>;
}

class Consumer {
  readonly events = events;
  isRunning = false;
  private readonly broker: SimulatedBroker;
  private readonly owner: Owner;
  private readonly group: string;
  private readonly emitter = new EventEmitter();
  /** Rises with each rebalance: messages fetched before are dropped. */
  private generation = 0;
  private eachBatch: (payload: Payload) => Promise<void> = async () => {};

  constructor(broker: SimulatedBroker, owner: Owner, group: string) {
    this.broker = broker;
    this.owner = owner;
    this.group = group;
  }

  get isAlive(): boolean {
    return this.isRunning && !this.owner.isDead;
  }

  on(event: string, listener: (event: { payload: any }) => void): void {
    this.emitter.on(event, listener);
  }

  async connect(): Promise<void> {
    await this.broker.way(this.owner);
  }

  async subscribe(): Promise<void> {}

  async run({ eachBatch }: { eachBatch: (payload: Payload) => Promise<void> }): Promise<void> {
    await this.broker.way(this.owner);
    this.eachBatch = eachBatch;
    this.isRunning = true;
    this.broker.join(this.group, this);
  }

  async disconnect(): Promise<void> {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.broker.leave(this.group, this);
  }

  assigned(partitions: readonly number[]): void {
    const generation = ++this.generation;
    const { world } = this.broker;
    world.after(world.random.between(1, 50), this.owner, () => {
      if (generation !== this.generation || !this.isRunning) return;
      this.emitter.emit(events.REBALANCING, { payload: {} });
      this.emitter.emit(events.GROUP_JOIN, { payload: { memberAssignment: { simulated: partitions } } });
      for (const partition of partitions) void this.follow(partition, generation);
    });
  }

  private async follow(partition: number, generation: number): Promise<void> {
    const { broker, group } = this;
    let offset = Math.min(broker.offsetOf(group, partition), broker.endOf(partition));
    // A group that lost its offset receives some messages again.
    if (broker.world.random.happens(0.3)) offset = Math.max(0, offset - broker.world.random.whole(0, 5));
    while (this.isAlive && generation === this.generation) {
      try {
        await broker.way(this.owner);
        const messages = broker.read(partition, offset);
        if (!messages.length) {
          await new Promise<void>((done) => void broker.world.after(POLL_MS, this.owner, done));
          continue;
        }
        let resolved = offset;
        await this.eachBatch({
          batch: { partition, messages, lastOffset: () => messages.at(-1)!.offset },
          resolveOffset: (to) => void (resolved = Number(to) + 1),
          heartbeat: async () => {},
          commitOffsetsIfNecessary: async () => {
            if (broker.world.random.happens(0.3)) broker.commit(group, partition, resolved);
          },
        });
        offset = resolved;
      } catch (error) {
        if (generation === this.generation) this.emitter.emit(events.CRASH, { payload: { error } });
        return;
      }
    }
  }
}
