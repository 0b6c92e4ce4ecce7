export * from './affiliate-view.ts';
export * from './api.ts';
export * from './books.ts';
export * from './calls.ts';
export * from './catalogue.ts';
export * from './events.ts';
export * from './rules.ts';
export * from './streams.ts';
