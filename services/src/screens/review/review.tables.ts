import { type Reviewed, type SignalRuleName, signalRules, type SignalView } from '@framelift/contracts';
import { burst } from './burst.rule.ts';
import { detailsChanged } from './details-changed.rule.ts';
import { disposable } from './disposable.rule.ts';
import { firstCashout } from './first-cashout.rule.ts';
import { jump } from './jump.rule.ts';
import { oneNetwork } from './one-network.rule.ts';
import { reversedShare } from './reversed-share.rule.ts';
import { sharedAddress } from './shared-address.rule.ts';
import type { SignalRule } from './signal-rule.ts';
import { tooFast } from './too-fast.rule.ts';
import { unseen } from './unseen.rule.ts';

const rules: Record<SignalRuleName, SignalRule> = {
  detailsChanged,
  sharedAddress,
  firstCashout,
  reversedShare,
  burst,
  oneNetwork,
  tooFast,
  unseen,
  disposable,
  jump,
};

/** Every signal that the log gives, decided about or not. */
export const SIGNALS = Object.values(rules)
  .map(({ name, finds }) => `select '${name}' as rule, f.* from (${finds}) f`)
  .join('\nunion all\n');

/** Signals that wait for a decision. About deleted accounts there is nothing to decide. */
export const OPEN_SIGNALS = `select s.*, s.of || '-' || s.about as subject from (${SIGNALS}) s
  join review.accounts a on a.affiliate_id = s.affiliate_id and not a.deleted
  left join review.decisions d on d.subject = s.of || '-' || s.about
  where s.position > coalesce(d.up_to, 0)`;

/** A signal as SQL makes it an object. */
export interface Signal {
  rule: SignalRuleName;
  evidence: unknown;
  alarm: boolean;
  at: string;
  position: number;
}
export const SIGNAL_JSON = `jsonb_build_object('rule', s.rule, 'evidence', s.evidence, 'alarm', s.alarm, 'at', s.at, 'position', s.position)`;

/** Open signals of some affiliates ($1), alarms first, then the newest. */
export const OPEN_SIGNALS_OF = `select s.* from (${OPEN_SIGNALS}) s where s.affiliate_id = any($1::text[]) order by s.alarm desc, s.position desc`;
export interface SignalOf extends Signal {
  of: Reviewed;
  about: string;
  affiliate_id: string;
}
export const signalView = ({ rule, evidence, alarm, at, position }: Signal): SignalView => ({
  rule,
  title: signalRules[rule].title,
  evidence: rules[rule].says(evidence),
  alarm,
  happenedAt: new Date(at).toISOString(),
  position,
});
