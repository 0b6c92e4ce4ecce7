import { type Static, Type } from 'typebox';

/** A signed balance of an affiliate and the head of the log that it follows from. */
export const StatementView = Type.Object({
  of: Type.String(),
  affiliate: Type.Object({ id: Type.String(), username: Type.String() }),
  balance: Type.Number({ description: 'Decimal euros, signed: what is on the account after all facts up to the head, on hold or not' }),
  at: Type.String({ format: 'date-time' }),
  head: Type.Object({ position: Type.Integer(), hash: Type.String() }, { description: 'As `ops audit --since` reads it' }),
  signed: Type.Object({
    text: Type.String({ description: 'Names everything above' }),
    publicKey: Type.String({ description: 'Ed25519, SubjectPublicKeyInfo, base64' }),
    signature: Type.String({ description: 'Of the text, base64' }),
  }),
});

export type StatementView = Static<typeof StatementView>;

/** The text a statement is signed as; deploy/verify-statement.mjs writes the same. Usernames hold no spaces or brackets. */
export const statementText = ({ of, affiliate, balance, at, head }: Omit<StatementView, 'signed'>): string =>
  `${of} statement: ${affiliate.username} (${affiliate.id}) has ${balance.toFixed(2)} EUR at ${at}, from head ${head.position} ${head.hash}`;
