/** Injection tokens of values without their own class. Streams, Log, Vault, Keys and Erasure are injected by their class. */
export const POOL = Symbol('pool');
/** Connections for builds and reports, whose statements have no time limit. */
export const PATIENT_POOL = Symbol('PATIENT_POOL');
/** `() => number`, milliseconds since the epoch: business time, for rules and screens. */
export const CLOCK = Symbol('clock');
/** As above: the log's time, which is the database's. It differs from business time if a trial moves that. */
export const LOG_CLOCK = Symbol('log clock');
export const CONFIG = Symbol('config');
/** `Secrets` of config.ts. */
export const SECRETS = Symbol('secrets');
export const LOGGER = Symbol('logger');
/** Connects as the role that owns the schema. */
export const OWNER_URL = Symbol('owner url');
/** Connects as the role of the processes. */
export const APP_URL = Symbol('app url');
/** `() => Buffer`: the key of backups, generated when it is first needed. */
export const BACKUP_KEY = Symbol('backup key');
/** `Env`: the settings as texts, for another process of ours. */
export const ENVIRONMENT = Symbol('environment');
/** `FeedSources` of config.ts, with the sandbox for unset ones. */
export const FEEDS = Symbol('feeds');
/** The pages of the site. */
export const PAGES = Symbol('pages');

export type Clock = () => number;
