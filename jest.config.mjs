import { projects } from './test/support/projects.mjs';

/** Specs stand beside what they specify; what needs more than one part stands in test/. */
export default {
  rootDir: import.meta.dirname,
  projects: projects({ runtime: '<rootDir>/test/jest/runtime.mjs', testEnvironment: '<rootDir>/test/jest/environment.mjs', transform: {} }),
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // Many specs wait rather than work; each has databases, topics and ports of its own.
  maxWorkers: 2,
  // Each spec leaves some MB behind, as modules stay loaded: without a limit a worker grew to 4.9 GB.
  workerIdleMemoryLimit: '700MB',
  testTimeout: 60_000,
};
