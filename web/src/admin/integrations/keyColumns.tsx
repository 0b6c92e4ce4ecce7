import type { ApiKeyView } from '@framelift/contracts';
import { formatCount, formatDate, formatMoment } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import type { Column } from '../../ui/lists/Table.tsx';
import styles from './integrations.module.css';

/** Changes things, or reads about people. */
const isRisky = (scope: string): boolean => scope.startsWith('write:') || scope === 'read:personal';

const expiry = ({ expiresAt }: ApiKeyView) => {
  if (!expiresAt) return 'Never';
  return Date.parse(expiresAt) <= Date.now() ? <Badge tone="red">Expired</Badge> : formatDate(expiresAt);
};

/** What the page says of a key, and how it is taken away. */
export const keyColumns = (onRevoke: (key: ApiKeyView) => void): Column<ApiKeyView>[] => [
  {
    header: 'Key',
    cell: ({ id, name }) => (
      <span title={name}>
        <strong>{name}</strong> <code className={styles.begins}>flk_{id.slice(0, 8)}…</code>
      </span>
    ),
    long: true,
  },
  {
    header: 'Scopes',
    cell: ({ scopes }) => (
      <span className={styles.scopes} title={scopes.join(', ')}>
        {[...scopes.filter(isRisky), ...scopes.filter((scope) => !isRisky(scope))].map((scope) => (
          <Badge key={scope} tone={isRisky(scope) ? 'yellow' : 'grey'}>
            {scope}
          </Badge>
        ))}
      </span>
    ),
    long: true,
  },
  { header: 'A minute', cell: ({ perMinute }) => formatCount(perMinute), numeric: true },
  { header: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? formatMoment(lastUsedAt) : 'Never') },
  { header: 'Expires', cell: expiry },
  {
    header: 'Made',
    cell: ({ createdAt, createdBy }) => (
      <span title={`By ${createdBy}`}>
        {formatDate(createdAt)} <Faint as="span">by {createdBy}</Faint>
      </span>
    ),
    long: true,
  },
  {
    header: 'Actions',
    cell: (key) => (
      <Actions end>
        <Button size="small" variant="danger" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
          Revoke
        </Button>
      </Actions>
    ),
  },
];
