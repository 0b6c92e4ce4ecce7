export * from './api.ts';
export * from './calls.ts';
export * from './catalogue.ts';
export * from './events.ts';
export * from './rules.ts';
export * from './streams.ts';
