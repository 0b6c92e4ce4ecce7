import type { BackupsView, GoBackBody, GoingBackView, RestoreBody, UploadBackupBody, UploadView } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';

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
  useRestoreBackupMutation,
  useStartBackupMutation,
  useUploadBackupMutation,
} = backupsApi;
