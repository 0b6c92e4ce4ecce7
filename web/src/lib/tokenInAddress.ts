/** The token of a link that was mailed. It stands behind the address's #, which no server sees. */
export const tokenInAddress = (): string | null => new URLSearchParams(window.location.hash.slice(1)).get('token');
