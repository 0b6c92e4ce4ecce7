import { type Logger } from '../../services/src/platform/logging.ts';
/** What of it a text holds. */
export declare const leaksIn: (text: string) => string[];
/** The log lines of a process's output. */
export declare const linesOf: (output: string) => string;
/** @throws when log lines say what they must not. */
export declare function checkLines(lines: string): void;
/** A logger of everything from `info` up, which is kept and looked through; only what is fatal is shown. */
export declare function watchedLogger(): { logger: Logger; check: () => void };
