import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const tabs = ['overview', 'affiliates', 'cashouts', 'actions', 'sales', 'events', 'access', 'read-models'] as const;
export type AdminTab = (typeof tabs)[number];

/** The open tab, kept in the address with whatever it is narrowed to. */
export const useAdminTab = () => {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const open = useCallback(
    (tab: AdminTab, narrowed: Record<string, string> = {}) =>
      setParams({ ...(tab === 'overview' ? {} : { tab }), ...narrowed }, { preventScrollReset: true }),
    [setParams],
  );
  return [tabs.find((tab) => tab === asked) ?? 'overview', open] as const;
};
