import { Injectable } from '@nestjs/common';
import { type Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Sealed } from '@framelift/contracts';
import type { Outcome, WithMeta } from '../engine/log/deciding/command.ts';
import type { Load, Rule, Sources } from '../engine/log/deciding/decider.ts';
import type { Actor } from '../engine/log/event.ts';
import { type Decision, Streams } from '../engine/log/deciding/streams.ts';
import { Vault } from '../engine/log/sealing/vault.ts';
import { addressOf } from '../platform/address.ts';
import { affiliateSource } from './affiliate/affiliate.decider.ts';
import type { OwnPayees } from './payouts/payer.decider.ts';
import { type Admin, adminSource } from './sign-in/admin.decider.ts';

/** Providers that ignore dots before the @. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** The same for all spellings of a mailbox's address. */
export function mailboxOf(email: string): string {
  const address = addressOf(email);
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at).replace(/\+.*$/, ''), address.slice(at + 1)];
  return DOTLESS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** Finds the payees of a decision who are the admin that decides. Two unrelated addresses of one person cannot be detected. */
@Injectable()
export class SamePerson {
  constructor(
    private readonly streams: Streams,
    private readonly vault: Vault,
  ) {}

  /** Who would decide, for what is asked before the decision: it asks again. */
  async payer(actor: Actor, affiliateIds: readonly string[]): Promise<OwnPayees & { admin: Admin }> {
    const load: Load = async (source) => (await this.streams.load(source)).state;
    const [admin, own] = await Promise.all([load(adminSource(actor.id)), this.among(load, actor, affiliateIds)]);
    return { admin, ...own };
  }

  /** Finds the affiliates who have the admin's mailbox. */
  async among(load: Load, actor: Actor, affiliateIds: readonly string[]): Promise<OwnPayees> {
    if (actor.kind !== 'admin' || !affiliateIds.length) return { own: [] };
    const admin = await load(adminSource(actor.id));
    const affiliates = await Promise.all(affiliateIds.map((id) => load(affiliateSource(id))));
    const sealed: (Sealed | null)[] = [admin.email, ...affiliates.map(({ email }) => email)];
    const [own, ...theirs] = await this.vault.open(sealed);
    if (typeof own !== 'string') return { own: [] };
    const isOwn = (email: unknown) => typeof email === 'string' && mailboxOf(email) === mailboxOf(own);
    return { own: affiliateIds.filter((_, i) => isOwn(theirs[i])) };
  }

  /** A decision whose rule meets them. Sources are found again on every attempt, so mailboxes are compared at the states that are decided on. */
  meeting<States extends OwnPayees, C extends WithMeta>(
    command: C,
    { sources, payees, rule }: Paying<States, C>,
  ): Decision<Omit<States, 'own'>, C> {
    let own: OwnPayees = { own: [] };
    return {
      command,
      sources: async (load) => {
        own = await this.among(load, command.meta.actor, await payees(load));
        return typeof sources === 'function' ? sources(load) : sources;
      },
      rule: (states, c) => rule({ ...states, ...own } as unknown as States, c),
    };
  }
}

type Handled = Command<Outcome> & WithMeta;
export interface Paying<States extends OwnPayees, C> {
  sources: Sources<Omit<States, 'own'>> | ((load: Load) => Promise<Sources<Omit<States, 'own'>>>);
  /** The affiliates whose money it is. */
  payees: (load: Load) => Promise<readonly string[]> | readonly string[];
  rule: Rule<States, C>;
}

/** A handler of a decision about somebody's money: its rule also meets those payees who are the admin who decides. */
export function payingHandler<C extends Handled, States extends OwnPayees>(
  type: new (fields: any) => C,
  decisionOf: (command: C) => Paying<States, C>,
) {
  @CommandHandler(type)
  class PayingHandler implements ICommandHandler<Handled> {
    constructor(
      readonly streams: Streams,
      readonly samePerson: SamePerson,
    ) {}
    execute(command: Handled): Promise<Outcome> {
      return this.streams.decideAcross(this.samePerson.meeting(command as C, decisionOf(command as C)));
    }
  }
  return PayingHandler as new (streams: Streams, samePerson: SamePerson) => { execute(command: C): Promise<Outcome> };
}
