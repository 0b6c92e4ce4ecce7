import { type Argon2Parameters, argon2Sync } from 'node:crypto';

/** What Passwords has evaluated in a thread of its own. */
export default (parameters: Argon2Parameters): Buffer => argon2Sync('argon2id', parameters);
