/** What a command says that was pressed without network. */
export const OFFLINE = 'You are offline. Please try again when you are back online.';
export const isOffline = (): boolean => navigator.onLine === false;
