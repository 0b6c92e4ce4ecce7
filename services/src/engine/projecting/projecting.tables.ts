/** What operators decided on parked events: a restored system needs it. */
export const KEPT_DECISIONS = [{ name: 'projecting.decisions', rows: 1_000 }];
