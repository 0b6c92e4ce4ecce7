import { type Argon2Parameters, argon2Sync } from 'node:crypto';

/** Runs the hashing for Passwords in a separate thread. */
export default (parameters: Argon2Parameters): Buffer => argon2Sync('argon2id', parameters);
