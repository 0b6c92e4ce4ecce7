/** What a restored system signs people in with. */
export const KEPT_SIGN_INS = [
  { name: 'sign_in.credentials', rows: 1_000 },
  { name: 'sign_in.totp', rows: 1_000 },
  { name: 'sign_in.recovery_codes', rows: 1_000 },
];
