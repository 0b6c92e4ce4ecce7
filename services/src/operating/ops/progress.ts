import { SingleBar } from 'cli-progress';

export interface Progress {
  to(done: number, total: number): void;
  /** Removes the bar, whatever the outcome. */
  end(): void;
  /** Units per second since the first. */
  perSecond(): number;
}

/** A bar on stderr with speed and ETA in a terminal; otherwise silent. stdout has only the result. */
export function progress(title: string, unit = 'events'): Progress {
  const bar = new SingleBar({
    format: `${title} [{bar}] {percentage}% {value}/{total} ${unit}, {speed} ${unit}/s, ETA {eta_formatted}`,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    etaBuffer: 50,
    barsize: 30,
  });
  let began: { at: number; from: number } | undefined;
  let last = 0;
  const speed = () => (began ? Math.round((last - began.from) / Math.max(0.001, (performance.now() - began.at) / 1000)) : 0);
  return {
    to(done, total) {
      if (!began) {
        began = { at: performance.now(), from: done };
        if (process.stderr.isTTY) bar.start(total, done, { speed: 0 });
      }
      last = done;
      if (!process.stderr.isTTY) return;
      bar.setTotal(total);
      bar.update(done, { speed: speed().toLocaleString('en-US') });
    },
    end: () => bar.stop(),
    perSecond: speed,
  };
}
