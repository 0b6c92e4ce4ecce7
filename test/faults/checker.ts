// Checks a history of client calls, no matter what was killed meanwhile. Knows only calls and answers; times are ms of one clock.

/** A command that may change an account's balance. */
export interface CommandCall {
  kind: 'command';
  client: string;
  sent: number;
  /** Undefined: its outcome is unknown, so it may have happened or not. */
  answered?: number;
  /** The acknowledged position; undefined: it was refused. */
  position?: number;
  /** Its effect on a balance if it is accepted. */
  movement?: { account: string; cents: number };
  /** The database lost it after the acknowledgement (a restore, a failover): from then on it never happened. */
  isLost?: boolean;
}

/** A balance read. `isOlder`: the answer was marked as older than requested, and the client retried. */
export interface ReadCall {
  kind: 'read';
  client: string;
  sent: number;
  answered: number;
  account: string;
  /** The position up to which the answer claims to be fresh. */
  position: number;
  balanceCents: number;
  isOlder?: boolean;
}

export interface Calls {
  calls: readonly (CommandCall | ReadCall)[];
  /** When the database lost commits. */
  losses?: readonly number[];
}

type Acknowledged = CommandCall & { answered: number; position: number };
const isAcknowledged = (command: CommandCall): command is Acknowledged => command.position !== undefined;
const isUnanswered = ({ answered }: CommandCall) => answered === undefined;

/** A possible state of an account: everything up to a position, and some of the commands without an answer. */
interface State {
  upTo: number;
  unanswered: ReadonlySet<CommandCall>;
}
/** A read that claims the requested freshness, and the states it can have shown. */
type Shown = ReadCall & { states: readonly State[] };
const follows = (state: State, earlier: State): boolean =>
  state.upTo >= earlier.upTo && [...earlier.unanswered].every((command) => state.unanswered.has(command));

/** With more than this many unknown outcomes on an account, every balance would fit. */
const MOST_UNANSWERED = 8;

/** @returns the errors of a history, as sentences. */
export function wrongWith({ calls, losses = [] }: Calls): string[] {
  const commands = calls.filter((call) => call.kind === 'command');
  const reads = calls.filter((call) => call.kind === 'read').toSorted((a, b) => a.sent - b.sent);
  const historyAt = (time: number) => losses.filter((loss) => loss <= time).length;
  const inHistory = (history: number) =>
    commands.filter(({ sent, isLost }) => (isLost ? historyAt(sent) === history : historyAt(sent) <= history));
  const wrong: string[] = [];
  for (let history = 0; history <= losses.length; history++) {
    const known = inHistory(history);
    wrong.push(...wrongOrder(known.filter(isAcknowledged)));
    const during = reads.filter(({ sent }) => historyAt(sent) === history);
    for (const own of Map.groupBy(during, ({ client }) => client).values()) wrong.push(...wrongReads(own, known));
  }
  return [...new Set(wrong)];
}

/** One position for each command, and a command sent after another's acknowledgement comes after it. */
function wrongOrder(commands: readonly Acknowledged[]): string[] {
  const wrong: string[] = [];
  const bySent = commands.toSorted((a, b) => a.sent - b.sent);
  const byAnswer = commands.toSorted((a, b) => a.answered - b.answered);
  let furthest: Acknowledged | undefined;
  for (let i = 0, done = 0; i < bySent.length; i++) {
    const command = bySent[i]!;
    for (; done < byAnswer.length && byAnswer[done]!.answered < command.sent; done++)
      if (!furthest || byAnswer[done]!.position > furthest.position) furthest = byAnswer[done]!;
    if (furthest && command.position <= furthest.position)
      wrong.push(`${command.client}: ${command.position} was acknowledged for a command sent after ${furthest.position} was acknowledged`);
  }
  for (const [position, same] of Map.groupBy(commands, (command) => command.position))
    if (same.length > 1) wrong.push(`${position} was acknowledged for ${same.length} commands`);
  return wrong;
}

/** One client's reads of one history, in the order they were sent. */
function wrongReads(reads: readonly ReadCall[], commands: readonly CommandCall[]): string[] {
  const wrong: string[] = [];
  const acknowledged = commands.filter(isAcknowledged);
  const shown: Shown[] = [];
  for (const read of reads) {
    const found = `${read.client} read ${read.balanceCents} cents of ${read.account} at ${read.position}`;
    const before = acknowledged.filter(({ answered }) => answered < read.sent);
    const furthest = highest(before);
    const own = highest(before.filter(({ client }) => client === read.client));
    const ended = shown.filter(({ answered }) => answered < read.sent);
    const earlier = highest(ended);
    if (!read.isOlder) {
      if (read.position < own) wrong.push(`${found}, after its own command at ${own} was acknowledged`);
      else if (read.position < furthest) wrong.push(`${found}, after ${furthest} was acknowledged`);
      if (read.position < earlier) wrong.push(`${found}, after it had read ${earlier}`);
    }
    const atLeast = read.isOlder ? read.position : Math.max(read.position, furthest, earlier);
    const was = read.isOlder ? [] : ended.filter(({ account, states }) => account === read.account && states.length);
    const states = statesOf(read, commands).filter(
      (state) => state.upTo >= atLeast && was.every((one) => one.states.some((earlierState) => follows(state, earlierState))),
    );
    if (!states.length) wrong.push(`${found}, which is the balance of no state since ${atLeast} that follows what it had read`);
    if (!read.isOlder) shown.push({ ...read, states });
  }
  return wrong;
}

const highest = (of: readonly { position: number }[]): number => Math.max(0, ...of.map(({ position }) => position));

/** Every state in which the account has the balance read, with the last position at which it has. */
function statesOf(read: ReadCall, commands: readonly CommandCall[]): State[] {
  const moving = commands.filter(({ movement }) => movement?.account === read.account);
  const began = moving.filter(({ sent }) => sent < read.answered);
  const unanswered = began.filter(isUnanswered);
  if (unanswered.length > MOST_UNANSWERED) throw new Error(`${unanswered.length} commands on ${read.account} have no answer`);
  const ordered = moving.filter(isAcknowledged).toSorted((a, b) => a.position - b.position);
  // The answer cannot show commands that began after it.
  const next = ordered.findIndex(({ sent }) => sent >= read.answered);
  const possible = next < 0 ? ordered : ordered.slice(0, next);
  const states: State[] = [];
  for (const some of subsetsOf(unanswered))
    for (let n = 0; n <= possible.length; n++) {
      const cents = [...possible.slice(0, n), ...some].reduce((sum, { movement }) => sum + movement!.cents, 0);
      if (Math.max(0, cents) !== read.balanceCents) continue;
      states.push({ upTo: (ordered[n]?.position ?? Infinity) - 1, unanswered: new Set(some) });
    }
  return states;
}

const subsetsOf = <T>(all: readonly T[]): T[][] => all.reduce<T[][]>((some, one) => [...some, ...some.map((s) => [...s, one])], [[]]);
