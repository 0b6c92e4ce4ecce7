/** The token of a mailed link. It is after the # of the address, which no server sees. */
export const tokenInAddress = (): string | null => new URLSearchParams(window.location.hash.slice(1)).get('token');
