import { projects } from './test/support/projects.mjs';

/** Specs are next to their subject; those that need more than one part are in test/. */
export default {
  rootDir: import.meta.dirname,
  projects: projects({ runtime: '<rootDir>/test/jest/runtime.mjs', testEnvironment: '<rootDir>/test/jest/environment.mjs', transform: {} }),
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // Many specs wait rather than work; each has its own databases, topics and ports.
  maxWorkers: 4,
  // Each spec leaves some MB behind because modules stay loaded: without a limit a worker grew to 4.9 GB.
  workerIdleMemoryLimit: '1500MB',
  // Ends a test that hangs. A slow machine needs minutes for what takes seconds.
  testTimeout: 300_000,
  // Temporary folders end with the run.
  cacheDirectory: '<rootDir>/.cache/jest',
};
