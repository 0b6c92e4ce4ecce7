import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { api } from './api.ts';
import { paths } from './paths.ts';
import { session } from './session.ts';

/** Clears token and data, forgets what was loaded with them, and goes to the login (SPEC §2). */
export const useLogout = () => {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  return async () => {
    session.end();
    await navigate(paths.login);
    dispatch(api.util.resetApiState());
  };
};
