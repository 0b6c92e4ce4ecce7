import type { ConfirmBody } from '@framelift/contracts';
import { api, isRefusedWith } from './api.ts';

const confirmApi = api.injectEndpoints({
  endpoints: (build) => ({
    confirmPassword: build.mutation<void, ConfirmBody>({ query: (body) => ({ url: 'account/confirm', method: 'POST', body }) }),
  }),
});

export const { useConfirmPasswordMutation } = confirmApi;

/** The server wants the password again before it does this. */
export const wantsPassword = (error: unknown): boolean => isRefusedWith(error, 'confirmFirst');
