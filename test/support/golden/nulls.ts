import { type Static, type TObject, type TSchema } from 'typebox';

type Nulls<T> = { [K in keyof T as null extends T[K] ? K : never]-?: null };

/** The nullable fields of an answer, null: a sample spreads it and gives the fields it is about. */
export const nullsOf = <S extends TObject>(answer: S): Nulls<Static<S>> =>
  Object.fromEntries(
    Object.entries(answer.properties as Record<string, TSchema & { anyOf?: { type?: string }[] }>)
      .filter(([, { anyOf = [] }]) => anyOf.some(({ type }) => type === 'null'))
      .map(([field]) => [field, null]),
  ) as Nulls<Static<S>>;
