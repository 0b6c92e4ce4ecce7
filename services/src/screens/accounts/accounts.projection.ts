import { idOf } from '@framelift/contracts';
import { bool, text } from '../../engine/projecting/columns.ts';
import { projection, unsealedTable } from '../../engine/projecting/projection.ts';

/** The one read model with names in clear: erasures empty its row and drop its copies. */
export const accounts = projection({
  name: 'accounts',
  version: 3,
  answers: 'Who is called what: names and e-mail addresses for lists and search, and which addresses are confirmed.',
  decrypts: true,
  tables: {
    accounts: unsealedTable({
      key: { account_id: text() },
      keyOf: (e) => idOf(e.streamId),
      columns: {
        kind: text<'affiliate' | 'admin'>(),
        /** Null once the key of the person is destroyed. */
        username: text().nullable(),
        email: text().nullable(),
        email_confirmed: bool(false),
      },
      clear: { columns: ['username', 'email'], keyOf: ({ kind, id }) => (kind === 'affiliate' ? id : undefined) },
      creates: {
        AffiliateRegistered: ({ data: { username, email } }) => ({ kind: 'affiliate', username, email }),
        AdminCreated: ({ data: { username, email } }) => ({ kind: 'admin', username, email, email_confirmed: true }),
      },
      on: {
        AffiliateEdited: (row, { data }) => ({
          ...row,
          username: data.username === undefined ? row.username : data.username,
          email: data.email === undefined ? row.email : data.email,
          email_confirmed: row.email_confirmed && data.email === undefined,
        }),
        AdminEmailChanged: (row, { data: { email } }) => ({ ...row, email, email_confirmed: false }),
        EmailConfirmed: (row) => ({ ...row, email_confirmed: true }),
        AffiliateDeleted: (row) => ({ ...row, username: null, email: null, email_confirmed: false }),
      },
    }),
  },
});
