/** Injection tokens of what has no class of its own. Streams, Log, Vault, Keys and Erasure are injected by their class. */
export const POOL = Symbol('pool');
/** Connections for builds and reports, whose statements take as long as they take. */
export const PATIENT_POOL = Symbol('PATIENT_POOL');
/** `() => number`, milliseconds since the epoch: the time that rules and screens go by. */
export const CLOCK = Symbol('clock');
/** As above: the time that the log records, which is the database's. It differs from the other one where a trial moves that. */
export const LOG_CLOCK = Symbol('log clock');
export const CONFIG = Symbol('config');
/** `Secrets` of config.ts. */
export const SECRETS = Symbol('secrets');
export const LOGGER = Symbol('logger');
/** Connects as the role that owns the schema. */
export const OWNER_URL = Symbol('owner url');
/** `FeedSources` of config.ts, a sandbox in place of what is not set. */
export const FEEDS = Symbol('feeds');

export type Clock = () => number;
