import type { BackupsView, UploadBackupBody, UploadView } from '@framelift/contracts';
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
    restoreBackup: build.mutation<BackupsView, string>({
      query: (id) => ({ url: `admin/backups/${id}/restore`, method: 'POST' }),
      invalidatesTags: ['Backups'],
    }),
  }),
});

export const { useBackupsQuery, useBypassArchiveMutation, useRestoreBackupMutation, useStartBackupMutation, useUploadBackupMutation } =
  backupsApi;
