import type { LiveUpdate } from '@framelift/contracts';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { api, followLive, sawPosition, type Tag, tagTypes } from './api.ts';
import { accountOf } from '../session.ts';
import { joinTabs } from './liveTabs.ts';
import { ended, type SessionState } from './sessionSlice.ts';

const SHORTEST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;
const FIRST_REFRESH = 400;
/** While news keep coming, what is shown is asked for again this often. */
const REFRESH_EVERY = 2_000;
/** Between two attempts to show what a read model lacks; they grow to this. */
const LONGEST_BEHIND = 30_000;
/** The server says something every 15 s. */
const LONGEST_SILENCE = 35_000;
const LONGEST_CONNECT = 10_000;

/** Ends what it is the signal of when nothing was heard for too long: a connection can die without a word. */
function untilSilent() {
  const silent = new AbortController();
  const after = (ms: number) => setTimeout(() => silent.abort(), ms);
  let timer = after(LONGEST_CONNECT);
  const heard = () => {
    clearTimeout(timer);
    timer = after(LONGEST_SILENCE);
  };
  return { signal: silent.signal, heard, end: () => clearTimeout(timer) };
}

/** Reads the account's stream of updates until it ends. An EventSource cannot carry the bearer header, so fetch does. */
async function follow(
  token: string | null,
  leaving: AbortSignal,
  onRefused: () => void,
  onConnected: () => void,
  onUpdate: (update: LiveUpdate) => Promise<void>,
): Promise<void> {
  const silence = untilSilent();
  try {
    const signal = AbortSignal.any([leaving, silence.signal]);
    const response = await fetch('/api/live', { headers: { Authorization: `Bearer ${token ?? ''}` }, signal });
    // The server no longer knows this session: no later attempt would be answered otherwise.
    if (response.status === 401) return onRefused();
    if (!response.ok || !response.body) throw new Error(`The live stream answered ${response.status}`);
    onConnected();
    const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        silence.heard();
        controller.enqueue(chunk);
      },
    });
    const events = response.body.pipeThrough(heard).pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    const reader = events.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value.event === 'ended') return onRefused();
      await onUpdate(JSON.parse(next.value.data) as LiveUpdate);
    }
  } finally {
    silence.end();
  }
}

/** Refreshes what an open screen shows as events change it. @returns whether it is connected; a lost connection is taken up again. */
export const useLive = (): boolean => {
  const { dispatch, getState } = useStore<SessionState>();
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    const changed = new Set<Tag>();
    let pending: ReturnType<typeof setTimeout> | undefined;
    let lastAt = 0;
    let catchUp: ReturnType<typeof setTimeout> | undefined;
    let pauseBehind = REFRESH_EVERY;
    const refresh = (tags: readonly Tag[]) => {
      for (const tag of tags) changed.add(tag);
      if (!changed.size) return;
      pending ??= setTimeout(
        () => {
          pending = undefined;
          lastAt = Date.now();
          dispatch(api.util.invalidateTags([...changed]));
          changed.clear();
        },
        Math.max(FIRST_REFRESH, lastAt + REFRESH_EVERY - Date.now()),
      );
    };
    const leave = followLive(() => {
      catchUp ??= setTimeout(() => {
        catchUp = undefined;
        pauseBehind = Math.min(pauseBehind * 2, LONGEST_BEHIND);
        refresh(tagTypes);
      }, pauseBehind);
    });
    // How far this tab is, and whether it hears: what it missed is asked for once.
    const seen = { position: 0, connected: false, before: false };
    const hears = (hearing: boolean, position = seen.position) => {
      const missed = hearing && seen.before && (!seen.connected || (seen.position > 0 && position !== seen.position));
      Object.assign(seen, { connected: hearing, position, before: seen.before || hearing });
      setConnected(hearing);
      if (missed) refresh(tagTypes);
    };
    const update = async ({ position, events }: LiveUpdate) => {
      pauseBehind = REFRESH_EVERY;
      if (!events.length) hears(true, position);
      seen.position = position;
      sawPosition(position);
      if (!events.length) return;
      // Which event changes what is long: it loads with the first one. A deployment may have taken it away.
      const { tagsOf } = await import('./liveTags.ts').catch(() => ({ tagsOf: () => tagTypes }));
      refresh(tagsOf(events, tagTypes));
    };
    const keep = async (leaving: AbortSignal) => {
      for (let pause = SHORTEST_PAUSE; !leaving.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
        const begin = () => {
          pause = SHORTEST_PAUSE;
          hears(true);
          tabs.tell(true);
        };
        const both = async (told: LiveUpdate) => {
          tabs.tell(true, told);
          await update(told);
        };
        const { token } = getState().session;
        const refused = () => {
          if (token === getState().session.token) dispatch(ended());
        };
        await follow(token, leaving, refused, begin, both).catch(() => undefined);
        if (leaving.aborted) return;
        hears(false);
        tabs.tell(false);
        await new Promise((resume) => setTimeout(resume, pause));
      }
    };
    const tabs = joinTabs(accountOf(getState().session.token ?? ''), {
      lead: (signal) => void keep(signal),
      follow(isHearing, position) {
        if (position) sawPosition(position);
        hears(isHearing, position || undefined);
      },
      update: (told) => void update(told),
    });
    return () => {
      tabs.end();
      leave();
      clearTimeout(pending);
      clearTimeout(catchUp);
    };
  }, [dispatch, getState]);
  return connected;
};
