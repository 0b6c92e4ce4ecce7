import { expect, it } from '@jest/globals';
import type { ArgumentsHost } from '@nestjs/common';
import { errorView, refusals, refusalsByPrefix } from '@framelift/contracts';
import { ClockApart, Conflict, HistoryLost } from '../engine/log/appending/append.ts';
import { Refused } from '../platform/refused.ts';
import { ErrorFilter } from './errors.ts';

interface Answered {
  status?: number;
  body?: unknown;
  retryAfter?: string;
  logged: object[];
  warned: object[];
}

/** The response to a request that failed with this error. */
function answerTo(fault: unknown): Answered {
  const answered: Answered = { logged: [], warned: [] };
  const reply = {
    status: (status: number) => ((answered.status = status), reply),
    header: (_name: string, value: string) => ((answered.retryAfter = value), reply),
    headers: () => reply,
    send: (body: unknown) => ((answered.body = body), reply),
  };
  const request = { id: 'r1', method: 'POST', routeOptions: { url: '/api/x' } };
  const host = { switchToHttp: () => ({ getRequest: () => request, getResponse: () => reply }) } as unknown as ArgumentsHost;
  const logger = { error: (line: object) => answered.logged.push(line), warn: (line: object) => answered.warned.push(line) };
  new ErrorFilter(logger as never).catch(fault, host);
  return answered;
}

it.each([
  ['a rule', new Refused(refusals.totpOff, 'conflict'), 409, refusals.totpOff],
  ['an append that came too late', new Conflict('affiliate-a', 1, 2), 409, refusals.conflict],
  ['a fault of ours', new Error('a secret'), 500, refusals.internal],
])('%s gets its status', (_, error, status, text) => {
  expect(answerTo(error)).toMatchObject({ status, body: errorView(text) });
});

it.each([
  ['a database that is away', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  ['a database that lost commits', new HistoryLost()],
  ['a clock that is apart from the database’s', new ClockApart('the clock is 9 s from the database’s')],
])('%s asks for a retry, and is logged', (_, error) => {
  expect(answerTo(error)).toEqual({
    status: 503,
    body: errorView(refusals.unavailable),
    retryAfter: '2',
    logged: [{ err: error, requestId: 'r1', method: 'POST', route: '/api/x', status: 503 }],
    warned: [],
  });
});

it('a refusal for now is no error of the log', () => {
  const { logged, warned, retryAfter } = answerTo(new Refused(refusals.behind, 'unavailable', 1));
  expect([logged, warned.length, retryAfter]).toEqual([[], 1, '1']);
});

/** Texts may be about lists. */
const textOf = (refusal: unknown): never => (typeof refusal === 'function' ? refusal(['x']) : refusal) as never;

it.each(Object.entries(refusalsByPrefix))('every refusal of %j has its key as its code', (prefix, texts) => {
  expect(Object.keys(texts).length).toBeGreaterThan(3);
  for (const [key, refusal] of Object.entries(texts))
    expect(answerTo(new Refused(textOf(refusal))).body).toEqual({ error: textOf(refusal), code: `${prefix}${key}` });
});
