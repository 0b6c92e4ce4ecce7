import { Provider } from 'react-redux';
import { Outlet } from 'react-router';
import { store } from '../session/api/store.ts';

/** Redux loads only with the pages below this layout. */
export default function WithStore() {
  return (
    <Provider store={store}>
      <Outlet />
    </Provider>
  );
}
