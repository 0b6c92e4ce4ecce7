import type { WebhookView } from '@framelift/contracts';
import { formatCount } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import type { Column } from '../../ui/lists/Table.tsx';
import styles from './integrations.module.css';

const tones = { active: 'green', paused: 'yellow', failing: 'red', gone: 'red' } as const;
const stateWords = { active: 'Active', paused: 'Paused', failing: 'Failing', gone: 'Gone' } as const;
/** Why it was paused, where nobody did it. */
const why: Partial<Record<WebhookView['state'], string>> = { failing: 'failed for three days', gone: 'answered 410' };

export type WebhookAct = 'test' | 'deliveries' | 'edit' | 'pause' | 'secret' | 'remove';
const acts = (state: WebhookView['state']): [WebhookAct, string, string][] => [
  ['deliveries', 'Deliveries', 'Deliveries of'],
  ['test', 'Test', 'Test'],
  ['pause', ...(state === 'active' ? (['Pause', 'Pause'] as const) : (['Resume', 'Resume'] as const))],
  ['edit', 'Edit', 'Edit'],
  ['secret', 'Rotate secret', 'Rotate secret of'],
  ['remove', 'Remove', 'Remove'],
];

/** What the page says of a webhook, and what can be done about it. */
export const webhookColumns = (onAct: (act: WebhookAct, webhook: WebhookView) => void): Column<WebhookView>[] => [
  {
    header: 'Webhook',
    cell: ({ name, host }) => (
      <span>
        <strong>{name}</strong>
        <br />
        <code className={styles.begins}>{host}</code>
      </span>
    ),
  },
  {
    header: 'Events',
    cell: ({ types, personal }) => (
      <span className={styles.scopes}>
        {types.length === 0 ? <Badge>all</Badge> : types.map((type) => <Badge key={type}>{type}</Badge>)}
        {personal && <Badge tone="yellow">personal</Badge>}
      </span>
    ),
  },
  {
    header: 'State',
    cell: ({ state }) => (
      <span>
        <Badge tone={tones[state]}>{stateWords[state]}</Badge>
        {why[state] && (
          <>
            <br />
            <Faint as="span">{why[state]}</Faint>
          </>
        )}
      </span>
    ),
  },
  { header: 'Waiting', cell: ({ waiting }) => formatCount(waiting), numeric: true },
  {
    header: 'Actions',
    cell: (webhook) => (
      <Actions end>
        {acts(webhook.state).map(([act, text, of]) => (
          <Button
            key={act}
            size="small"
            variant={act === 'remove' ? 'danger' : 'secondary'}
            aria-label={`${of} ${webhook.name}`}
            onClick={() => onAct(act, webhook)}
          >
            {text}
          </Button>
        ))}
      </Actions>
    ),
  },
];
