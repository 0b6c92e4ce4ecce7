import { pageRefusals } from '@framelift/contracts/page-refusals';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { statusOf } from '../session/api/api.ts';

/** What to say when a part of the admin dashboard did not load (docs/product.md#fallbacks). */
export const loadError = (what: string, error: unknown): string => {
  const status = statusOf(error);
  if (status === 403) return pageRefusals.adminOnly;
  if (status === 429) return pageRefusals.tooManyRequests;
  if (!status) return 'An error occurred while fetching dashboard data';
  const { data } = error as FetchBaseQueryError;
  return `Failed to fetch ${what}: ${status} - ${typeof data === 'string' ? data : JSON.stringify(data)}`;
};
