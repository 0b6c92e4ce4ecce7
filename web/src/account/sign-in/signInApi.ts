import type { ForgotBody, ForgotView, LoginBody, RegisterBody, ResetPasswordBody, SessionView } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';

const signInApi = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<SessionView, RegisterBody>({ query: (body) => ({ url: 'affiliate/register', method: 'POST', body }) }),
    login: build.mutation<SessionView, LoginBody>({ query: (body) => ({ url: 'affiliate/login', method: 'POST', body }) }),
    resetPassword: build.mutation<void, ResetPasswordBody>({ query: (body) => ({ url: 'account/reset', method: 'POST', body }) }),
    forgotPassword: build.mutation<ForgotView, ForgotBody>({ query: (body) => ({ url: 'account/forgot', method: 'POST', body }) }),
  }),
});

export const { useRegisterMutation, useLoginMutation, useResetPasswordMutation, useForgotPasswordMutation } = signInApi;
