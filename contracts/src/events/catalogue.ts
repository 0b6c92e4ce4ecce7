import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Money } from './money.ts';
import type { People } from './people.ts';

/** A personal value in the log: AES-256-GCM under its subject's key. Destroying the key erases it. */
export const Sealed = Type.Object({ sealed: Type.String(), of: Type.String() }, { additionalProperties: false });
export type Sealed = Static<typeof Sealed>;

/** Whose a personal field is; `contracts/src/events/streams.ts` says how the subject's id is found. */
export type SubjectKind = 'affiliate' | 'referrer' | 'admin' | 'buyer' | 'day';

/** One kind of fact. `version` counts shipped shapes of `data`; `upcast[n]` turns shape n into n + 1, if that needs more than a new optional field. */
export interface Definition<Data extends TObject = TObject> {
  means: string;
  data: Data;
  personal?: Record<string, SubjectKind>;
  /** 'affiliate': the account of the stream may see it, in its own data and live. Default: admins only. */
  visibleTo?: 'affiliate' | 'admin';
  /** It ends a history: later ones were withdrawn. Its data is an `Ending` (services/src/engine/log/proving/endings.ts). */
  endsHistory?: true;
  /** Its `note` says which key signs from here on instead of which. */
  replacesKey?: true;
  /** From here on the events of its stream have tags, if the first one had none. */
  beginsTags?: true;
  /** The field with the position of the event of this type before it: its tag is made of both, so that anybody sees that there is no later one. */
  follows?: string;
  version?: number;
  upcast?: Record<number, (data: any) => any>;
}

export type Catalogue = Record<string, Definition>;

/** The types with a flag. */
export const typesWith = (catalogue: Catalogue, flag: 'endsHistory' | 'replacesKey'): string[] =>
  Object.keys(catalogue).filter((type) => catalogue[type]![flag]);

/** A fact that shipped, with its rows: what it means to people, and to an affiliate's account if it changes one. */
export interface Shipped<Data extends TObject = TObject> extends Definition<Data> {
  people: People<Static<Data>>;
  money?: Money<Static<Data>>;
  /** What of it is recorded again if the system goes back to before it; undefined: nothing. */
  outlives?: (data: Static<Data>) => Static<Data> | undefined;
}

/** All of it. */
export const whole = <Data>(data: Data): Data => data;

/** Keeps the literal names and schemas, so that every event's type is inferred from its entry. */
export const catalogue = <const S extends Record<string, TObject>, const C extends { [K in keyof S]: Shipped<S[K]> }>(
  definitions: C & { [K in keyof S]: { data: S[K] } },
): C => definitions;

type PersonalKeys<D extends Definition> = D['personal'] extends object ? keyof D['personal'] : never;
type WithPersonal<Data, Keys, As> = { [K in keyof Data]: K extends Keys ? As | (undefined extends Data[K] ? undefined : never) : Data[K] };

/** Data of a decider's fact: personal fields in clear, or still sealed. */
export type FactData<D extends Definition> = {
  [K in keyof Static<D['data']>]: K extends PersonalKeys<D> ? Static<D['data']>[K] | Sealed : Static<D['data']>[K];
};

/** Data in the log and in folds: personal fields sealed. */
export type StoredData<D extends Definition> = WithPersonal<Static<D['data']>, PersonalKeys<D>, Sealed>;

/** Data in folds of a decrypting projection: personal fields in clear, null once the key is destroyed. */
export type OpenedData<D extends Definition> = {
  [K in keyof Static<D['data']>]: K extends PersonalKeys<D> ? Static<D['data']>[K] | null : Static<D['data']>[K];
};

const withPersonal = (definition: Definition, as: (clear: TSchema) => TSchema): TSchema =>
  Type.Object(
    Object.fromEntries(
      Object.entries(definition.data.properties as Record<string, TSchema>).map(([name, schema]) => {
        if (!definition.personal?.[name]) return [name, schema];
        return [name, definition.data.required?.includes(name) ? as(schema) : Type.Optional(as(schema))];
      }),
    ),
    { additionalProperties: false },
  );

/** The schema facts are checked against on append: a personal field may be clear or sealed. */
export const factSchema = (definition: Definition): TSchema => withPersonal(definition, (clear) => Type.Union([clear, Sealed]));

/** The schema of what the log keeps: every personal field sealed. */
export const storedSchema = (definition: Definition): TSchema => withPersonal(definition, () => Sealed);
