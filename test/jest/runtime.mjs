// Jest's `runtime` and environment over plain Node: modules are loaded by Node, once per worker and not again for each spec file.
// The rest of Jest (its workers, circus with its time limits, reporters, watch) is unchanged.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { checkAlone, onDone, onFailure } from './moments.mjs';

const require = createRequire(import.meta.url);
const CIRCUS_HANDLERS = Symbol.for('EVENT_HANDLERS');
const GLOBALS = Symbol.for('jest:globals');
const [RETRIES, AT_ONCE, KEEPS_ERRORS] = ['RETRY_TIMES', 'RETRY_IMMEDIATELY', 'LOG_ERRORS_BEFORE_RETRY'].map((name) => Symbol.for(name));
let files = 0;

export default class SharedRuntime {
  constructor(config, environment) {
    this.jest = environment.jest;
  }

  /** @internal circus keeps the state of one spec file: each gets a new one. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[CIRCUS_HANDLERS];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** A spec file is loaded again for each run; its imports stay. */
  async unstable_importModule(path) {
    const { href } = pathToFileURL(path);
    return import(/\.(spec|proof)\.tsx?$/.test(path) ? `${href}?run=${++files}` : href);
  }

  setGlobalsForRuntime(globals) {
    globalThis[GLOBALS] = { ...globals, jest: this.jest };
  }

  getSourceMaps() {
    return globalThis[Symbol.for('jest:source-maps')];
  }

  getAllCoverageInfoCopy() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}

/** The process itself; a spec file's changes are undone. Its additions stay: modules keep state there. */
export class SharedEnvironment {
  global = globalThis;
  #env = { ...process.env };
  #exit = process.exit;
  #globals = Object.getOwnPropertyDescriptors(globalThis);

  constructor({ projectConfig }) {
    const mocker = new ModuleMocker(globalThis);
    const timers = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.fakeTimersModern = timers;
    globalThis[RETRIES] = projectConfig.testEnvironmentOptions.retries ?? 0;
    globalThis[AT_ONCE] = true;
    globalThis[KEEPS_ERRORS] = true;
    this.jest = {
      fn: mocker.fn.bind(mocker),
      spyOn: mocker.spyOn.bind(mocker),
      restoreAllMocks: () => mocker.restoreAllMocks(),
      // Node and Jest keep running in this process: their messages need real timers, and their measurements a steady clock.
      useFakeTimers(config) {
        checkAlone();
        timers.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'hrtime'], ...config });
      },
      useRealTimers: () => timers.useRealTimers(),
      setSystemTime: (now) => timers.setSystemTime(now),
      advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
      advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    };
  }

  async setup() {
    // Jest asks for 100. React and others take a stack for each element and each refusal.
    Error.stackTraceLimit = 20;
  }

  async teardown() {
    this.jest.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
    process.exit = this.#exit;
    for (const [name, before] of Object.entries(this.#globals)) {
      const now = Object.getOwnPropertyDescriptor(globalThis, name);
      if (now?.value !== before.value || now?.get !== before.get) Object.defineProperty(globalThis, name, before);
    }
  }

  getVmContext() {
    return null;
  }

  async handleTestEvent({ name, test }) {
    const listeners = { test_fn_failure: onFailure, test_done: onDone }[name] ?? [];
    for (const listener of listeners) await listener(`${test.parent.name} ${test.name}`);
  }
}
