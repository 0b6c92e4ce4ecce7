// Trouble between one pair of processes, while all others hear each other.
import { setTimeout as wait } from 'node:timers/promises';

const kinds = {
  cut: 'down',
  // Requests arrive, their answers do not: whoever asked cannot know.
  silence: 'silent',
  slow: { slowMs: 150 },
};

/** Each pair once, each with another kind in each round: three rounds are every kind between every pair. */
export async function network({ cables, gate, journal, random, report, look }, round) {
  for (const [i, [pair, cable]] of Object.entries(cables).entries()) {
    if (report.problems.length) return;
    const kind = Object.keys(kinds)[(i + round) % 3];
    const from = performance.now();
    const before = journal.commands.length;
    cable.become(kinds[kind]);
    // A silence outlasts the patience of who asks a database.
    await wait((kind === 'silence' ? 6_000 : 2_000) + random() * 2_000);
    cable.repair();
    report.network = { ...report.network, [`${kind} ${pair}`]: (report.network?.[`${kind} ${pair}`] ?? 0) + 1 };
    if (!gate.open || journal.commands.length === before) report.problems.push(`nobody commanded anything during ${kind} ${pair}`);
    await look(`${kind} ${pair}`, from);
    await wait(500);
  }
}
