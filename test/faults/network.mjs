// Faults between one pair of processes, while all others can communicate.
import { setTimeout as wait } from 'node:timers/promises';

const kinds = {
  cut: 'down',
  // Requests arrive, their answers do not: the outcome is unknown to the client.
  silence: 'silent',
  slow: { slowMs: 150 },
};

/** Each pair once, with another kind in each round: three rounds cover every kind between every pair. */
export async function network({ cables, gate, journal, random, report, look }, round) {
  for (const [i, [pair, cable]] of Object.entries(cables).entries()) {
    if (report.problems.length) return;
    const kind = Object.keys(kinds)[(i + round) % 3];
    const from = performance.now();
    const before = journal.commands.length;
    cable.become(kinds[kind]);
    // A silence outlasts the timeout of database clients.
    await wait((kind === 'silence' ? 6_000 : 2_000) + random() * 2_000);
    cable.repair();
    report.network = { ...report.network, [`${kind} ${pair}`]: (report.network?.[`${kind} ${pair}`] ?? 0) + 1 };
    if (!gate.open || journal.commands.length === before) report.problems.push(`no command was sent during ${kind} ${pair}`);
    await look(`${kind} ${pair}`, from);
    await wait(500);
  }
}
