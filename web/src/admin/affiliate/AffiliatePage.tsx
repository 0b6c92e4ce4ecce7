import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { adminPath } from '../../lib/paths.ts';
import { errorText } from '../../session/api/api.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { type AffiliateDialog, AffiliateDialogs } from './AffiliateDialogs.tsx';
import { useOneAffiliateQuery } from './affiliateApi.ts';
import { AffiliateHead } from './AffiliateHead.tsx';
import styles from './AffiliatePage.module.css';
import { AffiliateTabs } from './AffiliateTabs.tsx';
import { DangerZone } from './DangerZone.tsx';
import { Figures } from './Figures.tsx';
import { WorthALook } from './WorthALook.tsx';

/** One affiliate whole: who, what they are paid at, what the account holds, and everything that made it so. */
export function AffiliatePage({ id }: { id: string }) {
  const navigate = useNavigate();
  const { currentData: affiliate, error, isFetching, refetch } = useOneAffiliateQuery(id);
  const [dialog, setDialog] = useState<AffiliateDialog | null>(null);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [id]);
  const list = adminPath('affiliates');
  return (
    <Stack>
      <Link to={list} className={styles.back}>
        <ArrowLeft aria-hidden />
        All affiliates
      </Link>
      {error && !affiliate && !isFetching && <Failed text={errorText(error, 'Failed to fetch the affiliate')} onRetry={refetch} />}
      {!affiliate && isFetching && <Loading text="Loading affiliate..." />}
      {affiliate && <AffiliateHead affiliate={affiliate} onEdit={() => setDialog('edit')} />}
      {affiliate && affiliate.signals.length > 0 && <WorthALook signals={affiliate.signals} />}
      {affiliate && <Figures affiliate={affiliate} />}
      {affiliate && <AffiliateTabs affiliate={affiliate} />}
      {affiliate && <DangerZone affiliate={affiliate} onDialog={setDialog} />}
      {affiliate && dialog && (
        <AffiliateDialogs
          dialog={dialog}
          affiliate={affiliate}
          position={affiliate.position}
          onClose={() => setDialog(null)}
          onDeleted={() => void navigate(list, { replace: true })}
        />
      )}
    </Stack>
  );
}
