import type { ReadModelsView } from '@framelift/contracts';
import { formatCount, formatDate, formatMoment, formatMoney } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/lists/Table.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';

type ReadModel = ReadModelsView['readModels'][number];

interface Acts {
  disabled: boolean;
  onVerify: (readModel: ReadModel) => void;
  onReplay: (readModel: ReadModel) => void;
}

const standing = ({ version, knownVersion, parked, lag, lagSeconds }: ReadModel) => {
  if (!version) return <Badge tone="red">Missing</Badge>;
  if (version !== knownVersion) return <Badge tone="yellow">{`Version ${version}, ${knownVersion} known`}</Badge>;
  if (parked) return <Badge tone="red">{`${formatCount(parked)} parked`}</Badge>;
  if (lag) return <Badge tone="yellow">{`${formatCount(lag)} behind, ${formatCount(lagSeconds)} s`}</Badge>;
  return <Badge tone="green">Up to date</Badge>;
};

const difference = ({ rows, differenceCents }: NonNullable<ReadModel['lastDifference']>) =>
  `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} changed, ${formatMoney(differenceCents / 100)}`;

/** The day, and what it changed. */
const rebuilt = ({ lastRebuiltAt, lastDifference: changed }: ReadModel) => (
  <span title={lastRebuiltAt ? formatMoment(lastRebuiltAt) : undefined}>
    {changed && <>{changed.rows ? difference(changed) : 'No changes'} </>}
    <Faint as="span">{lastRebuiltAt ? formatDate(lastRebuiltAt) : 'Never'}</Faint>
  </span>
);

/** What the page says of a read model, and what can be started. */
export const readModelColumns = ({ disabled, onVerify, onReplay }: Acts): Column<ReadModel>[] => [
  {
    header: 'Read model',
    cell: ({ name, answers }) => (
      <span title={answers}>
        <strong>{name}</strong> <Faint as="span">{answers}</Faint>
      </span>
    ),
    long: true,
  },
  { header: 'Version', cell: ({ version }) => version, numeric: true },
  { header: 'Checkpoint', cell: ({ checkpoint }) => formatCount(checkpoint), numeric: true },
  { header: 'Lag', cell: ({ lag }) => formatCount(lag), numeric: true },
  { header: 'Parked', cell: ({ parked }) => formatCount(parked), numeric: true },
  { header: 'Last rebuild', cell: rebuilt },
  { header: 'State', cell: standing },
  {
    header: 'Actions',
    cell: (readModel) => (
      <Actions end>
        <Button size="small" disabled={disabled} aria-label={`Verify ${readModel.name}`} onClick={() => onVerify(readModel)}>
          Verify
        </Button>
        <Button size="small" disabled={disabled} aria-label={`Replay ${readModel.name}`} onClick={() => onReplay(readModel)}>
          Replay
        </Button>
      </Actions>
    ),
  },
];
