/** Specs stand beside what they specify; what needs more than one part stands in test/. */
export default {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/contracts/src', '<rootDir>/services/src', '<rootDir>/web/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        module: { type: 'es6' },
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
      },
    ],
  },
  moduleNameMapper: {
    '^@framelift/contracts$': '<rootDir>/contracts/src/index.ts',
    '^@framelift/contracts/(.*)$': '<rootDir>/contracts/src/$1.ts',
  },
  setupFiles: ['<rootDir>/test/setup.mjs'],
  testSequencer: '<rootDir>/test/sequencer.mjs',
  globalSetup: '<rootDir>/test/stack-start.mjs',
  globalTeardown: '<rootDir>/test/stack-stop.mjs',
  // Many specs wait rather than work; each has databases, topics and ports of its own.
  maxWorkers: 2,
  testTimeout: 60_000,
};
