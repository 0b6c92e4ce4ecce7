export { SharedEnvironment as default } from './runtime.mjs';
