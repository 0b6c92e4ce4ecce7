import type { LoginBody, RegisterBody, SessionView } from '@framelift/contracts';
import { api } from '../../lib/api.ts';

const signInApi = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<SessionView, RegisterBody>({
      query: (body) => ({ url: 'affiliate/register', method: 'POST', body }),
    }),
    login: build.mutation<SessionView, LoginBody>({
      query: (body) => ({ url: 'affiliate/login', method: 'POST', body }),
    }),
  }),
});

export const { useRegisterMutation, useLoginMutation } = signInApi;
