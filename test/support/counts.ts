// One spec serves two tiers: `npm test` runs its everyday count, `npm run proof` its full one. `npm run proof` sets PROOF to a file that
// collects what ran at which count; docs/proof.md shows it.
import { appendFileSync } from 'node:fs';

const { PROOF } = process.env;
/** Whether `npm run proof` runs. */
export const isProof = Boolean(PROOF);

/** Adds a run to the proof's row of docs/proof.md. */
export function noteForProof(what: string): void {
  if (PROOF) appendFileSync(PROOF, `${what}\n`);
}

/** Adds to a count of the proof's row that many specs add to. `of`: the counted things, in the plural. */
export function addForProof(count: number, of: string): void {
  noteForProof(`+${count} ${of}`);
}

/** How many times: `full` under `npm run proof`, `everyday` under `npm test`. `of`: the counted things, in the plural. */
export function atProof(full: number, everyday: number, of: string): number {
  noteForProof(`${full.toLocaleString('en')} ${of}`);
  return PROOF ? full : everyday;
}
