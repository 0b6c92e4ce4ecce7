import type { BackupsView } from '@framelift/contracts';
import { formatCount, formatMegabytes, formatMoment } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';

export type Backup = BackupsView['backups'][number];

const columnsFor = (onRestore: ((backup: Backup) => void) | undefined): Column<Backup>[] => [
  {
    header: 'Taken',
    cell: ({ takenAt, position, keeps }) => (
      <>
        {formatMoment(takenAt)}
        {keeps < position && <Faint>before the system went back</Faint>}
      </>
    ),
  },
  { header: 'Events', cell: ({ position }) => formatCount(position), numeric: true },
  { header: 'Size', cell: ({ bytes }) => formatMegabytes(bytes), numeric: true },
  {
    header: 'Trial restore',
    cell: ({ provedAt, error }) =>
      error ? (
        <span title={error}>
          <Badge tone="red">Failed</Badge>
        </span>
      ) : provedAt ? (
        <>
          <Badge tone="green">Proved</Badge> <Faint as="span">{formatMoment(provedAt)}</Faint>
        </>
      ) : (
        <Badge tone="grey">Not yet</Badge>
      ),
  },
  { header: 'Name', cell: ({ id }) => <code>{id}</code>, long: true },
  {
    header: 'Action',
    cell: (backup) => (
      <Button size="small" disabled={!onRestore} aria-label={`Restore ${backup.id}`} onClick={() => onRestore?.(backup)}>
        Restore
      </Button>
    ),
  },
];

interface Props {
  backups: readonly Backup[];
  /** undefined: something is running. */
  onRestore: ((backup: Backup) => void) | undefined;
}

export const BackupsTable = ({ backups, onRestore }: Props) => (
  <Table caption="Backups" columns={columnsFor(onRestore)} rows={backups} keyOf={({ id }) => id} />
);
