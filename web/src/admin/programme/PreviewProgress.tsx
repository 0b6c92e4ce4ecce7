import { useEffect, useState } from 'react';
import { Progress } from '../../ui/Progress.tsx';
import { usePreviewProgressQuery } from './termsApi.ts';

/** A preview that takes no longer shows no progress, ms. */
const PATIENCE_MS = 2000;
const LOOK_EVERY_MS = 500;

/** How far a preview is that takes long. */
export function PreviewProgress() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong && <Bar />;
}

function Bar() {
  const { data } = usePreviewProgressQuery(undefined, { pollingInterval: LOOK_EVERY_MS, refetchOnMountOrArgChange: true });
  return <Progress label="Progress of the preview" value={data?.done ?? 0} />;
}
