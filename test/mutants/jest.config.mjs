// Jest for one mutated file: its specs only (MUTANTS_SPECS), of the project `unit`.
import all from '../../jest.config.mjs';

const specs = process.env.MUTANTS_SPECS.split(',');
const unit = all.projects.find(({ displayName }) => displayName === 'unit');

export default {
  ...unit,
  testEnvironment: '@stryker-mutator/jest-runner/jest-env/node',
  setupFiles: [],
  roots: ['<rootDir>/contracts/src', '<rootDir>/services/src'],
  testMatch: specs.map((spec) => `<rootDir>/${spec}`),
};
