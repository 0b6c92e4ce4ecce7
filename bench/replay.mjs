// The dashboard rebuilt from 200,000 events like a programme's, next to only reading the same events in the same run.
import { dashboard } from '../services/dist/screens/dashboard/dashboard.projection.js';
import { replay as rebuild } from '../services/dist/engine/projecting/replay.js';
import { withDatabase } from './database.mjs';
import { fill, justRead } from './history.mjs';
import { inTurn, row } from './measure.mjs';

const EVENTS = 200_000;

export const replay = () =>
  withDatabase(async ({ owner, open }) => {
    const { pool, vault, log } = await open();
    const events = await fill(log, EVENTS);
    await owner.query('vacuum analyze log.events');
    const perSecond = (work) => async () => {
      const began = performance.now();
      await work();
      return events / ((performance.now() - began) / 1000);
    };
    const runs = await inTurn(5, {
      ours: perSecond(() => rebuild({ pool, vault }, log, [dashboard])),
      'just reading': perSecond(() => justRead(log)),
      'reading and parsing what it folds': perSecond(() => justRead(log, [...dashboard.subscription])),
    });
    return [row('replay', `dashboard from ${events / 1000}k events`, 'events/s', runs)];
  });
