import { bigint, json, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, projection, table } from '../../engine/projecting/projection.ts';

const published = ({ position, metadata }: FoldedEvent, content: object) => ({
  content,
  position,
  changed_at: metadata.occurredAt,
  changed_by: metadata.actor.id,
});

export const site = projection({
  name: 'site',
  version: 1,
  answers: 'What visitors read, and how it came to be.',
  tables: {
    sections: table({
      key: { section: text() },
      keyOf: (e) => (e.data as { section: string }).section,
      columns: { content: json<object>(), position: bigint(), changed_at: timestamp, changed_by: text() },
      on: { SiteChanged: (_row, e) => published(e, e.data.content) },
    }),

    changes: table({
      key: { position: bigint() },
      keyOf: (e) => e.position,
      columns: { section: text(), content: json<object>(), note: text().nullable(), changed_at: timestamp, changed_by: text() },
      indexes: ['(section, position)'],
      creates: {
        SiteChanged: (e) => {
          const { position: _, ...row } = published(e, e.data.content);
          return { ...row, section: e.data.section, note: e.data.note ?? null };
        },
      },
    }),
  },
});
