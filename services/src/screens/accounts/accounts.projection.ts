import { idOf } from '@framelift/contracts';
import { creates, projection, unsealedTable } from '../../engine/projecting/projection.ts';

export interface AccountsRow {
  kind: 'affiliate' | 'admin';
  /** Null once the key of the person is destroyed. */
  username: string | null;
  email: string | null;
}

/** The one read model with names in clear: erasures empty its row and drop its copies. */
export const accounts = projection({
  name: 'accounts',
  version: 1,
  answers: 'Who is called what: names and e-mail addresses for lists and search.',
  decrypts: true,
  tables: {
    accounts: unsealedTable<AccountsRow>({
      ddl: 'account_id text primary key, kind text not null, username text, email text',
      key: (e) => idOf(e.streamId),
      clear: { columns: ['username', 'email'], key: 'account_id', keyOf: ({ kind, id }) => (kind === 'affiliate' ? id : undefined) },
      on: {
        AffiliateRegistered: creates(({ data: { username, email } }) => ({ kind: 'affiliate', username, email })),
        AffiliateEdited: (row, { data }) =>
          row && {
            ...row,
            username: data.username === undefined ? row.username : data.username,
            email: data.email === undefined ? row.email : data.email,
          },
        AffiliateDeleted: (row) => row && { ...row, username: null, email: null },
        AdminCreated: creates(({ data: { username, email } }) => ({ kind: 'admin', username, email })),
      },
    }),
  },
});
