/** The secrets of every database in test/golden/data. */
export const OLD_KEYS = {
  MASTER_KEY: '07'.repeat(32),
  CLAIM_KEY: '11'.repeat(32),
  JWT_SECRET: '22'.repeat(32),
  ALTCHA_SECRET: '33'.repeat(32),
  HEAD_SIGNING_KEY: '44'.repeat(32),
  ADMIN_PASSWORD: 'the admin password',
};
