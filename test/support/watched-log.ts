import { createLogger, type Logger } from '../../services/src/platform/logging.ts';

/** Data of the suite's people and settings that no log line may contain. */
const personal: Record<string, RegExp> = {
  'an e-mail address': /[\w.+-]+@[\w-]+\.\w+/,
  'a token': /eyJ[\w-]{8,}\.[\w-]{8,}/,
  'a password': /correct horse|the admin password|long enough|not the password|hunter2|"password":/i,
  'a payout address': /\b(?=\w*[g-zG-Z])[1-9A-HJ-NP-Za-km-z]{32,44}\b/,
  'a canary': /canary/i,
  'a secret': /(07|11|22|33|44|ab){32}|sandbox-(key|secret)/,
};

/** Which of these a text contains. */
export const leaksIn = (text: string): string[] =>
  Object.entries(personal).flatMap(([what, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`${what} in: …${text.slice(Math.max(0, found.index - 200), found.index + 100)}…`] : [];
  });

/** The log lines of a process's output. */
export const linesOf = (output: string): string =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .join('\n');

/** @throws when log lines contain any of these. */
export function checkLines(lines: string): void {
  const leaks = leaksIn(lines);
  if (leaks.length) throw new Error(`The log holds ${leaks.join('\nand ')}`);
}

/** A logger that keeps and checks everything from `info` up; it prints only fatal errors. */
export function watchedLogger(): { logger: Logger; check: () => void } {
  let lines = '';
  const write = (line: string) => {
    lines += line;
    if (line.includes('"level":60')) process.stdout.write(line);
  };
  return { logger: createLogger('info', { write }), check: () => checkLines(lines) };
}
