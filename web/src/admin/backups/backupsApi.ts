import type {
  BackupsView,
  GoBackBody,
  GoingBackView,
  LeaveOutBody,
  RestoreBody,
  UploadBackupBody,
  UploadView,
  WithdrawnEventsView,
} from '@framelift/contracts';
import { api } from '../../session/api/api.ts';
import { page } from '../../session/api/paging.ts';

/** A command of any kind may have run. */
const recorded = ['Backups', 'Affiliates', 'Sales', 'Cashouts', 'Overview', 'Attention', 'Actions', 'Events'] as const;

const backupsApi = api.injectEndpoints({
  endpoints: (build) => ({
    backups: build.query<BackupsView, void>({ query: () => 'admin/backups', providesTags: ['Backups'] }),
    startBackup: build.mutation<BackupsView, void>({
      query: () => ({ url: 'admin/backups', method: 'POST' }),
      invalidatesTags: ['Backups'],
    }),
    uploadBackup: build.mutation<UploadView, UploadBackupBody>({
      query: (body) => ({ url: 'admin/backups/upload', method: 'POST', body }),
      invalidatesTags: (result) => (result?.id ? ['Backups'] : []),
    }),
    bypassArchive: build.mutation<void, void>({
      query: () => ({ url: 'admin/archive/bypass', method: 'POST' }),
      invalidatesTags: ['Backups'],
    }),
    restoreBackup: build.mutation<BackupsView, { id: string; body: RestoreBody }>({
      query: ({ id, body }) => ({ url: `admin/backups/${id}/restore`, method: 'POST', body }),
      invalidatesTags: ['Backups'],
    }),
    goingBack: build.query<GoingBackView, string>({
      query: (at) => ({ url: 'admin/history/back', params: { at } }),
      // Each question is about now.
      keepUnusedDataFor: 0,
    }),
    withdrawnEvents: build.query<WithdrawnEventsView, string>({
      query: (after) => page('admin/withdrawn-events', { after }),
      providesTags: ['Backups'],
    }),
    recordWithdrawnEvent: build.mutation<void, string>({
      query: (id) => ({ url: `admin/withdrawn-events/${encodeURIComponent(id)}/record`, method: 'POST' }),
      invalidatesTags: [...recorded],
    }),
    leaveWithdrawnEventOut: build.mutation<void, { id: string; body: LeaveOutBody }>({
      query: ({ id, body }) => ({ url: `admin/withdrawn-events/${encodeURIComponent(id)}/leave-out`, method: 'POST', body }),
      invalidatesTags: ['Backups', 'Actions', 'Events'],
    }),
    goBack: build.mutation<BackupsView, GoBackBody>({
      query: (body) => ({ url: 'admin/history/back', method: 'POST', body }),
      invalidatesTags: ['Backups'],
    }),
  }),
});

export const {
  useBackupsQuery,
  useBypassArchiveMutation,
  useGoBackMutation,
  useGoingBackQuery,
  useLeaveWithdrawnEventOutMutation,
  useRecordWithdrawnEventMutation,
  useRestoreBackupMutation,
  useStartBackupMutation,
  useUploadBackupMutation,
  useWithdrawnEventsQuery,
} = backupsApi;
