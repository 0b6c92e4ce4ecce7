import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLive } from '../session/api/useLive.ts';
import { LiveMark } from '../session/screens/LiveMark.tsx';
import { Shell } from '../session/shell/Shell.tsx';
import { lazily } from '../ui/dialogs/lazily.ts';
import type { Modal } from './AdminModal.tsx';
import { adminPlaces } from './adminPlaces.tsx';
import { ATTENTION_EVERY_MS, useAttentionQuery } from './attentionApi.ts';
import { FindButton } from './find/FindButton.tsx';
import { LossBanner } from './LossBanner.tsx';
import { SetupNotices } from './SetupNotices.tsx';

const AdminModal = lazily(() => import('./AdminModal.tsx').then((loaded) => loaded.AdminModal));

/** The admin dashboard with everything loaded: its places, one modal at a time. */
export function AdminDashboard({ username }: { username: string }) {
  const [modal, setModal] = useState<Modal | null>(null);
  const live = useLive();
  const attention = useAttentionQuery(undefined, { pollingInterval: ATTENTION_EVERY_MS });
  const navigate = useNavigate();
  const close = () => setModal(null);
  const create = () => setModal({ name: 'create' });
  const groups = adminPlaces({ onCreate: create, onModal: setModal, onOpen: (to) => void navigate(to) });
  return (
    <>
      <Shell
        label="Admin dashboard"
        title="Admin Dashboard"
        username={username}
        groups={groups}
        counts={attention.data?.counts}
        actions={
          <>
            <FindButton places={groups} onCreate={create} />
            <LiveMark connected={live} />
          </>
        }
        banners={
          <>
            <LossBanner />
            <SetupNotices />
          </>
        }
      />
      <Suspense>{modal && <AdminModal modal={modal} onClose={close} />}</Suspense>
    </>
  );
}
