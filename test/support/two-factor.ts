import { rules } from '@framelift/contracts';
import { Secret, TOTP } from 'otpauth';

/**
 * A two-factor code of a secret, `steps` of 30 s after `at` (ms since 1970). An account accepts each of this and the next step's once,
 * in this order, even if a step ends meanwhile.
 */
export const codeOf = (secret: string, steps = 0, at = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at + steps * rules.totp.period * 1000 });
