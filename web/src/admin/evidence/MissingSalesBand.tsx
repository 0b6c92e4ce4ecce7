import { formatCount } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Between } from '../../ui/layout/Toolbar.tsx';
import { useAttentionQuery } from '../attentionApi.ts';

/** Claims that wait for an answer, above all sales; nothing where none does. */
export function MissingSalesBand() {
  const count = useAttentionQuery().data?.counts.sales ?? 0;
  if (!count) return null;
  return (
    <Card>
      <Between>
        <p>
          {formatCount(count)} missing {count === 1 ? 'sale' : 'sales'} to answer
        </p>
        <ButtonLink size="small" variant="primary" to={adminPath('sales', undefined, { status: 'missing' })}>
          Answer
        </ButtonLink>
      </Between>
    </Card>
  );
}
