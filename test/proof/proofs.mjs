// Every proof: what it proves, the specs it runs at full count or the program it runs, the files and folders whose change asks for it
// again, and about how many minutes it takes on two cores. docs/adding.md#a-proof says how one is added.
const engine = ['contracts/src', 'services/src/engine', 'services/src/platform', 'services/sql'];
const programme = [...engine, 'services/src/programme'];

/** `command`: a program of the repository and its arguments, given the commit of its last run. It exits with 2 where the machine lacks something. */
export const proofs = [
  {
    name: 'payouts',
    title: 'payout runs keep their rules in races and are paid once when processes are killed',
    specs: ['services/src/programme/payouts/payout-runs.spec.ts'],
    folders: programme,
    minutes: 2,
  },
];
