import { describe, expect, it } from '@jest/globals';
import { type Calls, type CommandCall, type ReadCall, wrongWith } from './checker.ts';

const seller = 'anna';
/** A sale for anna of 10 cents, or another amount, from `sent` to `answered`. */
const sale = (sent: number, answered: number | undefined, position: number | undefined, more: Partial<CommandCall> = {}): CommandCall => ({
  kind: 'command',
  client: seller,
  sent,
  ...(answered === undefined ? {} : { answered }),
  ...(position === undefined ? {} : { position }),
  movement: { account: seller, cents: 10 },
  ...more,
});
const moved = (cents: number) => ({ movement: { account: seller, cents } });
const read = (sent: number, position: number, balanceCents: number, more: Partial<ReadCall> = {}): ReadCall => ({
  kind: 'read',
  client: seller,
  sent,
  answered: sent + 1,
  account: seller,
  position,
  balanceCents,
  ...more,
});

describe('what can happen', () => {
  const right: Record<string, Calls> = {
    nothing: { calls: [read(0, 0, 0)] },
    'a read after each write': { calls: [sale(0, 1, 3), read(2, 3, 10), sale(4, 5, 7), read(6, 9, 20)] },
    'a command in flight is seen, or not, by concurrent readers': {
      calls: [
        sale(0, 10, 3),
        read(1, 0, 0, { client: 'bob' }),
        read(3, 2, 10, { client: 'bob' }),
        read(5, 1, 0, { client: 'eve' }),
        read(11, 3, 10),
      ],
    },
    'a read that shows more than it claims': { calls: [sale(0, 1, 3), sale(2, 20, 8, moved(5)), read(4, 4, 15)] },
    'a command without an answer happened': { calls: [sale(0, undefined, undefined), read(2, 5, 10), read(4, 5, 10)] },
    'a command without an answer did not happen': { calls: [sale(0, undefined, undefined), read(2, 5, 0), read(4, 6, 0)] },
    'a refused command': { calls: [sale(0, 1, undefined), read(2, 4, 0)] },
    'a debt is not a balance': { calls: [sale(0, 1, 2, moved(-7)), read(2, 2, 0)] },
    'an answer marked as older than requested': { calls: [sale(0, 1, 3), read(2, 1, 0, { isOlder: true }), read(4, 3, 10)] },
    'two concurrent reads': { calls: [sale(0, 9, 3), read(1, 3, 10, { answered: 8 }), read(2, 1, 0)] },
    'a lost command is seen before the loss, and another command gets its position': {
      calls: [
        sale(0, 1, 3),
        sale(2, 3, 4, { ...moved(5), isLost: true }),
        read(4, 4, 15),
        read(11, 3, 10),
        sale(13, 14, 4, moved(1)),
        read(15, 4, 11),
      ],
      losses: [10],
    },
  };
  it.each(Object.entries(right))('%s', (_, calls) => expect(wrongWith(calls)).toEqual([]));
});

describe('what must not happen', () => {
  const wrong: Record<string, [Calls, string]> = {
    'a read goes back': [{ calls: [read(0, 5, 0), read(2, 4, 0)] }, 'anna read 0 cents of anna at 4, after it had read 5'],
    'a read of another account goes back': [{ calls: [read(0, 5, 0), read(2, 4, 0, { account: 'bob' })] }, 'after it had read 5'],
    'a balance goes back before it was acknowledged': [{ calls: [sale(0, 20, 3), read(1, 2, 10), read(3, 2, 0)] }, 'of no state'],
    'an own write is newer than the answer claims': [{ calls: [sale(0, 1, 3), read(2, 2, 0)] }, 'after its own command at 3'],
    'an own write is missing from the balance': [{ calls: [sale(0, 1, 3), read(2, 3, 0)] }, 'the balance of no state since 3'],
    'another client’s write is newer than the answer claims': [
      { calls: [sale(0, 1, 3), read(2, 2, 0, { client: 'bob' })] },
      'bob read 0 cents of anna at 2, after 3 was acknowledged',
    ],
    'another client’s write is missing from the balance': [
      { calls: [sale(0, 1, 3), read(2, 4, 0, { client: 'bob' })] },
      'of no state since 4',
    ],
    'a sale counts twice': [{ calls: [sale(0, 1, 3), read(2, 3, 20)] }, 'anna read 20 cents'],
    'a sale is seen without the previous one': [
      { calls: [sale(0, 20, 3, moved(1)), sale(0, 20, 5, moved(2)), sale(0, 20, 7, moved(4)), read(1, 0, 5)] },
      'anna read 5 cents',
    ],
    'a refused cashout is deducted': [{ calls: [sale(0, 1, 3), sale(2, 3, undefined, moved(-4)), read(4, 5, 6)] }, 'anna read 6 cents'],
    'a sale is seen before it was made': [{ calls: [read(0, 1, 10), sale(5, 6, 3), read(7, 3, 10)] }, 'anna read 10 cents of anna at 1'],
    'two commands were acknowledged at one position': [{ calls: [sale(0, 5, 3), sale(1, 4, 3)] }, '3 was acknowledged for 2 commands'],
    'a later command is before an earlier one': [
      { calls: [sale(0, 1, 3), sale(2, 3, 2)] },
      '2 was acknowledged for a command sent after 3 was acknowledged',
    ],
    'a command without an answer is seen and then missing': [
      { calls: [sale(0, undefined, undefined), read(2, 5, 10), read(4, 6, 0)] },
      'at 6, which is the balance of no state',
    ],
    'a command without an answer counts twice': [{ calls: [sale(0, undefined, undefined), read(2, 5, 20)] }, 'anna read 20 cents'],
    'an answer marked as older shows less than it claims': [{ calls: [sale(0, 1, 3), read(2, 3, 0, { isOlder: true })] }, 'since 3'],
    'a part of a lost future is still there': [
      { calls: [sale(0, 1, 3), sale(2, 3, 4, { ...moved(5), isLost: true }), read(11, 3, 15)], losses: [10] },
      'anna read 15 cents',
    ],
    'a command that was not lost is missing with the rest': [
      { calls: [sale(0, 1, 3), read(11, 4, 0)], losses: [10] },
      'anna read 0 cents of anna at 4',
    ],
  };
  it.each(Object.entries(wrong))('%s', (_, [calls, says]) =>
    expect(wrongWith(calls)).toEqual(expect.arrayContaining([expect.stringContaining(says)])),
  );

  it('reports so many commands without an answer that every balance would fit', () => {
    const calls = [...Array.from({ length: 9 }, () => sale(0, undefined, undefined)), read(2, 5, 10)];
    expect(() => wrongWith({ calls })).toThrow('9 commands on anna have no answer');
  });
});
