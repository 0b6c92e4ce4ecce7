import type { CheckpointView } from '@framelift/contracts';
import { api } from '../api/api.ts';
import { compareKept, type Compared, keptSizes } from './keptCheckpoints.ts';

interface Checked {
  checkpoint: CheckpointView;
  compared: Compared;
}

const checkpointApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The last checkpoint, compared with those that this browser was shown before. */
    checkpoint: build.query<Checked, void>({
      queryFn: async (_, __, ___, ask) => {
        const { data, error } = await ask({ url: 'account/checkpoint', params: { since: keptSizes().join() } });
        if (error) return { error };
        const checkpoint = data as CheckpointView;
        return { data: { checkpoint, compared: await compareKept(checkpoint) } };
      },
    }),
  }),
});

export const { useCheckpointQuery } = checkpointApi;
