import { pageRefusals } from '@framelift/contracts/page-refusals';
import { useState } from 'react';
import { isRefusedWith, statusOf } from '../session/api/api.ts';
import {
  cashoutsOf,
  firstPage,
  useActionsQuery,
  useAdminProfileQuery,
  useAffiliatesQuery,
  useCashoutsQuery,
  useOverviewQuery,
} from './adminApi.ts';
import { loadError } from './loadError.ts';

const fresh = { refetchOnMountOrArgChange: true };

/** Loads the profile; for an admin then the overview and the first pages of the lists, in order. From then on each tab asks for what it shows. */
export const useAdminData = () => {
  const profile = useAdminProfileQuery(undefined, fresh);
  const isAdmin = profile.data?.affiliate.isAdmin ?? false;
  const [isLoaded, setLoaded] = useState(false);
  const options = { ...fresh, skip: !isAdmin || isLoaded };
  const overview = useOverviewQuery(undefined, options);
  const affiliates = useAffiliatesQuery(firstPage, options);
  const cashouts = useCashoutsQuery(cashoutsOf(firstPage), options);
  const actions = useActionsQuery(firstPage, options);

  const parts = { overview, affiliates, cashouts, actions };
  const failed = Object.entries({ profile, ...parts }).find(([, part]) => part.isError && !part.data);
  const isRefused = profile.data !== undefined && !isAdmin;
  if (!isLoaded && Object.values(parts).every((part) => part.data)) setLoaded(true);

  return {
    username: profile.data?.affiliate.username,
    isLoaded,
    signedOut: Object.values({ profile, ...parts }).some(({ error }) => statusOf(error) === 401),
    /** Admins have to turn on two-factor sign-in before they get anywhere. */
    needsTotp: Object.values(parts).some(({ error }) => isRefusedWith(error, 'totpFirst')),
    /** Somebody who is signed in, but no admin. */
    isRefused,
    error: isRefused ? pageRefusals.adminOnly : failed ? loadError(failed[0], failed[1].error) : null,
    retry: () => {
      void profile.refetch();
      if (isAdmin) for (const part of Object.values(parts)) void part.refetch();
    },
  };
};
