import type { NotificationView } from '@framelift/contracts';
import { useCommand } from '../session/api/useCommand.ts';
import { useReadAllNotificationsMutation } from './dashboardApi.ts';

/** Marks the shown notifications read; one that arrives meanwhile stays unread. */
export const useReadAll = (shown: readonly NotificationView[]) => {
  const [readAll] = useCommand(useReadAllNotificationsMutation());
  return () => void readAll({ upTo: Math.max(0, ...shown.map(({ id }) => Number(id))) });
};
