/** Proofs are pictures, so few are written at once. */
export const KEPT_PROOFS = [{ name: 'affiliate.proofs', rows: 10 }];
