import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Refused } from '../../../platform/refused.ts';

/** A person to erase: `affiliate:<id>` or `buyer:<keyed hash>`. */
export interface Person {
  kind: 'affiliate' | 'buyer';
  id: string;
}

/** `intended`: written before the commit. `withdrawn`: nothing was committed. `done` has no word, as in lists of earlier versions. */
type State = 'intended' | 'withdrawn' | 'done';

/** `affiliate:#intended:<id>`, so that a line that a crash cut off is never one that is done, and earlier versions know nobody of this id. */
const LINE = /^(affiliate|buyer):(?:#(intended|withdrawn):)?([^\s#]+)$/;
/** Ends a line that was cut off. */
const CUT = '#cut';

/** Who must stay erased, in a file outside the database and its backups. */
export class ErasureList {
  constructor(private readonly file: string) {}

  /** `pending`: it is not known whether the erasure was committed. @throws Refused */
  async read(): Promise<{ done: Person[]; pending: Person[] }> {
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const [states, people] = [new Map<string, State>(), new Map<string, Person>()];
    const lines = text.split('\n');
    for (const [i, line] of lines.entries()) {
      const [, kind, word, id] = LINE.exec(line) ?? [];
      if (!id) {
        // What was cut off was written before its transaction could commit.
        if (!line || i === lines.length - 1 || line.endsWith(CUT)) continue;
        throw Refused.inWords(`${this.file} has a line without a person`);
      }
      const name = `${kind}:${id}`;
      people.set(name, { kind: kind as Person['kind'], id });
      // A person who was erased once stays erased, even if a second erasure failed.
      if (states.get(name) !== 'done') states.set(name, (word ?? 'done') as State);
    }
    const those = (state: State) => [...people].filter(([name]) => states.get(name) === state).map(([, person]) => person);
    return { done: those('done'), pending: those('intended') };
  }

  /** Durable on return. */
  async note({ kind, id }: Person, state: State): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true });
    const file = await open(this.file, 'a+', 0o600);
    try {
      const rest = (await file.readFile('utf8')).split('\n').at(-1)!;
      const end = rest === '' ? '' : LINE.test(rest) ? '\n' : `${CUT}\n`;
      await file.appendFile(`${end}${kind}:${state === 'done' ? '' : `#${state}:`}${id}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
