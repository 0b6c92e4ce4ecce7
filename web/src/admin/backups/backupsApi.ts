import type { BackupsView } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';

const backupsApi = api.injectEndpoints({
  endpoints: (build) => ({
    backups: build.query<BackupsView, void>({ query: () => 'admin/backups', providesTags: ['Backups'] }),
    startBackup: build.mutation<BackupsView, void>({
      query: () => ({ url: 'admin/backups', method: 'POST' }),
      invalidatesTags: ['Backups'],
    }),
    restoreBackup: build.mutation<BackupsView, string>({
      query: (id) => ({ url: `admin/backups/${id}/restore`, method: 'POST' }),
      invalidatesTags: ['Backups'],
    }),
  }),
});

export const { useBackupsQuery, useRestoreBackupMutation, useStartBackupMutation } = backupsApi;
