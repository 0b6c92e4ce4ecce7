import { configureStore } from '@reduxjs/toolkit';
import { api } from './api.ts';
import { keepSession, sessionSlice } from './sessionSlice.ts';

export const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer, [sessionSlice.name]: sessionSlice.reducer },
  middleware: (defaults) => defaults().concat(api.middleware),
});
keepSession(store);
