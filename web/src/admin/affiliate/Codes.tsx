import type { AdminAffiliateView, CouponView } from '@framelift/contracts';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useCouponsQuery, useTakeBackCouponMutation } from './couponsApi.ts';
import { GiveCouponForm } from './GiveCouponForm.tsx';

type Affiliate = Pick<AdminAffiliateView, 'id' | 'username'>;

/** The codes of an affiliate: giving one, and taking one back. */
export function Codes({ affiliate }: { affiliate: Affiliate }) {
  const { data, error, isFetching, refetch } = useCouponsQuery(affiliate.id);
  return (
    <TitledCard title={`Codes of ${affiliate.username}`}>
      <Soft>
        Sales with one of these codes are credited to this affiliate, even if the buyer clicked another link. The username is always a code.
      </Soft>
      {error && !data && !isFetching && <Failed text={errorText(error, 'Failed to fetch the codes')} onRetry={refetch} />}
      {!data && isFetching && <Loading text="Loading codes..." />}
      {data && <Given affiliate={affiliate} coupons={data.coupons} />}
      {data && <GiveCouponForm affiliateId={affiliate.id} />}
    </TitledCard>
  );
}

function Given({ affiliate: { id, username }, coupons }: { affiliate: Affiliate; coupons: CouponView[] }) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const [takeBack, { error }] = useCommand(useTakeBackCouponMutation());
  const confirmed = (code: string) => {
    setLeaving(null);
    void takeBack({ id, code });
  };
  return (
    <>
      {error && <Banner tone="error" text={errorText(error, 'Failed to remove the code')} />}
      <Entries>
        <Entry title={username}>
          <Faint>The username, always</Faint>
        </Entry>
        {coupons.map(({ code, discount }) => (
          <Entry
            key={code}
            title={code}
            aside={
              <Button size="small" variant="danger" aria-label={`Remove ${code}`} onClick={() => setLeaving(code)}>
                Remove
              </Button>
            }
          >
            <Faint>{discount === null ? 'No discount' : `${discount}% off at the store`}</Faint>
          </Entry>
        ))}
      </Entries>
      {leaving && (
        <Confirm
          title="Remove Code"
          question={`Buyers can no longer use ${leaving}. It stays reserved until the attribution window has passed.`}
          action="Remove"
          onConfirm={() => confirmed(leaving)}
          onCancel={() => setLeaving(null)}
        />
      )}
    </>
  );
}
