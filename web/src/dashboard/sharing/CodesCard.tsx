import type { DashboardView } from '@framelift/contracts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { couponLink } from './affiliateLink.ts';

/** The codes that buyers enter at the till, each with a link that fills it in. */
export function CodesCard({ coupons }: { coupons: DashboardView['affiliate']['coupons'] }) {
  return (
    <TitledCard title="Your Codes" tight>
      <Soft>Purchases with your code always count for you, even if the buyer clicked another link.</Soft>
      <Entries>
        {coupons.map(({ code, discount }) => (
          <Entry
            key={code}
            title={<span id={`code-${code}`}>{code}</span>}
            aside={
              <Actions end>
                <CopyButton size="small" value={code} copied="Copied!" aria-describedby={`code-${code}`} />
                <CopyButton size="small" value={couponLink(code)} label="Copy link" copied="Copied!" aria-describedby={`code-${code}`} />
              </Actions>
            }
          >
            <Faint>{discount === null ? 'No discount' : `${discount}% off`}</Faint>
          </Entry>
        ))}
      </Entries>
    </TitledCard>
  );
}
