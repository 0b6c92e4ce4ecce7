import { Injectable } from '@nestjs/common';
import { payoutRefusals, type Sealed } from '@framelift/contracts';
import type { Actor } from '../engine/log/event.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { Vault } from '../engine/log/sealing/vault.ts';
import { addressOf } from '../platform/address.ts';
import { Refused } from '../platform/refused.ts';
import { affiliateSource } from './affiliate/affiliate.decider.ts';
import { adminSource } from './sign-in/admin.decider.ts';

/** Providers that ignore dots before the @. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** The same for all spellings of a mailbox's address. */
export function mailboxOf(email: string): string {
  const address = addressOf(email);
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at).replace(/\+.*$/, ''), address.slice(at + 1)];
  return DOTLESS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** Prevents admins from paying themselves. Two unrelated addresses of one person cannot be detected. */
@Injectable()
export class SamePerson {
  constructor(
    private readonly streams: Streams,
    private readonly vault: Vault,
  ) {}

  /** @throws Refused if one of the affiliates has the admin's mailbox */
  async refuse(actor: Actor, affiliateIds: readonly string[]): Promise<void> {
    if (actor.kind !== 'admin') return;
    const { state: admin } = await this.streams.load(adminSource(actor.id));
    const affiliates = await Promise.all(affiliateIds.map((id) => this.streams.load(affiliateSource(id))));
    const sealed: (Sealed | null)[] = [admin.email, ...affiliates.map(({ state }) => state.email)];
    const [own, ...theirs] = await this.vault.open(sealed);
    if (typeof own !== 'string') return;
    if (theirs.some((email) => typeof email === 'string' && mailboxOf(email) === mailboxOf(own)))
      throw new Refused(payoutRefusals.ownPayment, 'forbidden');
  }
}
