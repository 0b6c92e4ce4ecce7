import { createLogger } from '../../services/src/platform/logging.js';
/** What the suite's people and settings have that no log line may say. */
const personal = {
    'an e-mail address': /[\w.+-]+@[\w-]+\.\w+/,
    'a token': /eyJ[\w-]{8,}\.[\w-]{8,}/,
    'a password': /correct horse|the admin password|long enough|not the password|hunter2|"password":/i,
    'a payout address': /\b(?=\w*[g-zG-Z])[1-9A-HJ-NP-Za-km-z]{32,44}\b/,
    'a canary': /canary/i,
    'a secret': /(07|11|22|33|44|ab){32}|sandbox-(key|secret)/,
};
/** What of it a text holds. */
export const leaksIn = (text) => Object.entries(personal).flatMap(([what, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`${what} in: …${text.slice(Math.max(0, found.index - 200), found.index + 100)}…`] : [];
});
/** The log lines of a process's output. */
export const linesOf = (output) => output
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .join('\n');
/** @throws when log lines say what they must not. */
export function checkLines(lines) {
    const leaks = leaksIn(lines);
    if (leaks.length)
        throw new Error(`The log holds ${leaks.join('\nand ')}`);
}
/** A logger of everything from `info` up, which is kept and looked through; only what is fatal is shown. */
export function watchedLogger() {
    let lines = '';
    const write = (line) => {
        lines += line;
        if (line.includes('"level":60'))
            process.stdout.write(line);
    };
    return { logger: createLogger('info', { write }), check: () => checkLines(lines) };
}
//# sourceMappingURL=watched-log.js.map