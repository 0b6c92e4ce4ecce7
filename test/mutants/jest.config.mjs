// Jest for one mutated file: its specs only (MUTANTS_SPECS), of the project `unit`.
import all from '../../jest.config.mjs';
import { swcOptions } from '../jest/hooks.mjs';

const specs = process.env.MUTANTS_SPECS.split(',');
const unit = all.projects.find(({ displayName }) => displayName === 'unit');

export default {
  ...unit,
  // Stryker counts in a separate context for each spec file, which only Jest's default runtime gives it.
  runtime: undefined,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swcOptions(false), sourceMaps: 'inline' }] },
  moduleNameMapper: {
    '^@framelift/contracts$': '<rootDir>/contracts/src/index.ts',
    '^@framelift/contracts/(.*)$': ['rules/', 'events/', ''].map((shelf) => `<rootDir>/contracts/src/${shelf}$1.ts`),
  },
  testEnvironment: '@stryker-mutator/jest-runner/jest-env/node',
  setupFiles: [],
  roots: ['<rootDir>/contracts/src', '<rootDir>/services/src'],
  testMatch: specs.map((spec) => `<rootDir>/${spec}`),
};
