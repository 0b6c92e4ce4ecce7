// Whether the time of a refused login reveals that the name exists (AUC 0.5: not at all), and what a flood of bad logins from
// everywhere costs all others. The site trusts one forwarded address, so that each request can come from elsewhere.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { REFUSED_BATCH_MS } from '../services/dist/operating/access/access-records.js';
import { NICENESS } from '../services/dist/programme/sign-in/passwords.js';
import { beside, Crowd, text } from './crowd.mjs';
import { inTurn, row } from './measure.mjs';
import { post, startSite } from './site.mjs';

const SAMPLES = 2_000;
/** Guesses at one name that are evaluated without a wait. */
const PER_NAME = 8;
const FLOOD = 200;
const SECONDS = 15;
const ROUNDS = 8;

const name = () => `u${randomBytes(8).toString('hex')}`;
const guess = (url, username) => post(url, '/api/affiliate/login', { username, password: 'not the password' });

async function register(url, username) {
  const response = await post(url, '/api/affiliate/register', {
    username,
    email: `${username}@example.org`,
    password: 'correct horse battery',
  });
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()).token;
}

/** The probability that a sample of the first takes longer than one of the second. */
function auc(first, second) {
  const all = [...first.map((ms) => ({ ms, of: 1 })), ...second.map((ms) => ({ ms, of: 0 }))].sort((a, b) => a.ms - b.ms);
  let [below, sum] = [0, 0];
  for (const { of } of all) {
    if (of === 0) below++;
    else sum += below;
  }
  return sum / (first.length * second.length);
}

async function timing(url) {
  const names = Array.from({ length: SAMPLES / PER_NAME }, () => ({ known: name(), unknown: name() }));
  for (const { known } of names) await register(url, known);
  const times = { known: [], unknown: [] };
  for (let i = 0; i < SAMPLES; i++)
    for (const kind of i % 2 ? ['known', 'unknown'] : ['unknown', 'known']) {
      const began = performance.now();
      const response = await guess(url, names[i % names.length][kind]);
      await response.arrayBuffer();
      times[kind].push(performance.now() - began);
      if (response.status !== 401) throw new Error(`A guess was answered ${response.status}`);
      // Otherwise each would wait for the record of the one before.
      await wait(REFUSED_BATCH_MS);
    }
  const areas = [auc(times.known, times.unknown)];
  return [
    row('sign-in', `known before unknown names, ${SAMPLES} each: AUC, 0.5 reveals nothing`, 'of 1', { ours: areas }),
    row('sign-in', 'a refused login', 'ms', { ours: times.known, 'unknown name': times.unknown }),
  ].map(({ runs, ...rest }) => ({
    ...rest,
    runs: Object.fromEntries(Object.entries(runs).map(([key, values]) => [key, values.slice(0, 20)])),
  }));
}

/** Keeps a processor busy with an idle loop, at hashing's priority. */
async function whileBusy(work) {
  const child = spawn(process.execPath, ['-e', 'for (;;);']);
  setPriority(child.pid, NICENESS);
  try {
    return await work();
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

async function flood(url) {
  const username = name();
  const watched = { dashboard: { url, about: await register(url, username) }, visit: { url, about: username }, page: { url } };
  const crowd = new Crowd(url, 500);
  const bad = () => text('POST', '/api/affiliate/login', JSON.stringify({ username: name(), password: 'not the password' }));
  const usual = () => beside(watched, () => wait(SECONDS * 1000));
  const flooded = () => beside(watched, () => crowd.opened(FLOOD, SECONDS, bad));
  const runs = await inTurn(ROUNDS, { ours: flooded, 'without them': usual, 'beside a busy loop': () => whileBusy(usual) });
  crowd.close();
  const p99 = (route) => Object.fromEntries(Object.entries(runs).map(([name, rounds]) => [name, rounds.map((r) => r[route].p99)]));
  return [
    ...Object.keys(watched).map((route) => row('sign-in', `p99 of a ${route} beside ${FLOOD} bad sign-ins/s`, 'ms', p99(route))),
    row('sign-in', `of ${FLOOD} bad logins/s evaluated, the rest asked to wait`, '/s', {
      ours: runs.ours.map(({ result }) => result.others / SECONDS),
    }),
  ];
}

export async function signIn() {
  const site = await startSite({ TRUST_PROXY: '1' });
  try {
    return [...(await timing(site.url)), ...(await flood(site.url))];
  } finally {
    await site.stop();
  }
}
