import { bigint, json, text, timestamp } from '../../engine/projecting/columns.ts';
import { projection, table } from '../../engine/projecting/projection.ts';

export const site = projection({
  name: 'site',
  version: 2,
  answers: 'Every change of the site: by which admin, and when.',
  tables: {
    changes: table({
      key: { position: bigint() },
      keyOf: (e) => e.position,
      columns: { section: text(), content: json<object>(), note: text().nullable(), changed_at: timestamp, changed_by: text() },
      indexes: ['(section, position)'],
      creates: {
        SiteChanged: (e) => {
          const { occurredAt, actor } = e.metadata;
          const { section, content, note = null } = e.data;
          return { section, content, note, changed_at: occurredAt, changed_by: actor.id };
        },
      },
    }),
  },
});
