import type { WebhookView } from '@framelift/contracts';
import { formatCount } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { MenuItem, RowMenu } from '../../ui/lists/RowMenu.tsx';
import type { Column } from '../../ui/lists/Table.tsx';
import styles from './integrations.module.css';

const tones = { active: 'green', paused: 'yellow', failing: 'red', gone: 'red' } as const;
const stateWords = { active: 'Active', paused: 'Paused', failing: 'Failing', gone: 'Gone' } as const;
/** Why it was paused, where nobody did it. */
const why: Partial<Record<WebhookView['state'], string>> = { failing: 'failed for three days', gone: 'answered 410' };

export type WebhookAct = 'test' | 'deliveries' | 'edit' | 'pause' | 'secret' | 'remove';

/** What the page says of a webhook, and what can be done about it. */
export const webhookColumns = (onAct: (act: WebhookAct, webhook: WebhookView) => void): Column<WebhookView>[] => [
  {
    header: 'Webhook',
    cell: ({ name, host }) => (
      <span title={`${name}, ${host}`}>
        <strong>{name}</strong> <code className={styles.begins}>{host}</code>
      </span>
    ),
    long: true,
  },
  {
    header: 'Events',
    cell: ({ types, personal }) => (
      <span className={styles.scopes} title={types.join(', ') || undefined}>
        {personal && <Badge tone="yellow">personal</Badge>}
        {types.length === 0 ? <Badge>all</Badge> : types.map((type) => <Badge key={type}>{type}</Badge>)}
      </span>
    ),
    long: true,
  },
  {
    header: 'State',
    cell: ({ state }) => (
      <span>
        <Badge tone={tones[state]}>{stateWords[state]}</Badge> {why[state] && <Faint as="span">{why[state]}</Faint>}
      </span>
    ),
  },
  { header: 'Waiting', cell: ({ waiting }) => formatCount(waiting), numeric: true },
  {
    header: 'Actions',
    cell: (webhook) => (
      <Actions end>
        <Button size="small" aria-label={`Deliveries of ${webhook.name}`} onClick={() => onAct('deliveries', webhook)}>
          Deliveries
        </Button>
        <RowMenu label={`Actions for ${webhook.name}`}>
          <MenuItem onSelect={() => onAct('test', webhook)}>Test</MenuItem>
          <MenuItem onSelect={() => onAct('pause', webhook)}>{webhook.state === 'active' ? 'Pause' : 'Resume'}</MenuItem>
          <MenuItem onSelect={() => onAct('edit', webhook)}>Edit</MenuItem>
          <MenuItem onSelect={() => onAct('secret', webhook)}>Rotate secret</MenuItem>
          <MenuItem danger onSelect={() => onAct('remove', webhook)}>
            Remove
          </MenuItem>
        </RowMenu>
      </Actions>
    ),
  },
];
