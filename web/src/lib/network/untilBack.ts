const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

let waiting = 0;
const listeners = new Set<() => void>();
const count = (change: number) => {
  waiting += change;
  for (const listener of listeners) listener();
};

/** Whether something waits for the network. */
export const isAway = (): boolean => waiting > 0;
export const onAway = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The next moment to try: after a pause, or when the browser says that it is online. */
const moment = (pause: number): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, pause);
    window.addEventListener('online', go);
  });

/** Waits for the network or the server, while the page says so (app/AwayNote.tsx). `isBack` tries. */
export async function untilBack(isBack: () => Promise<boolean>): Promise<void> {
  count(1);
  try {
    for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await moment(pause);
      if (await isBack().catch(() => false)) return;
    }
  } finally {
    count(-1);
  }
}
