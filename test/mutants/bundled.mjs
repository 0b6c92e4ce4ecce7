// Stryker's runner of unit specs, as a plugin: the specs of a mutated file and all that they reach are one bundle, which is evaluated again in
// this process for each mutant. Jest, which builds a context for each spec file and run, takes twenty times as long.
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Script } from 'node:vm';
import { expect } from 'expect';
import * as circus from 'jest-circus';
import { rolldown } from 'rolldown';
import { specsOf } from './mutated.mjs';

const { describe, it, beforeEach, afterEach, beforeAll, afterAll } = circus;
const functions = { describe, it, expect, beforeEach, afterEach, beforeAll, afterAll };

let hasFailed = false;
circus.addEventHandler(({ name, test }) => {
  if (name === 'run_start') hasFailed = false;
  if (name === 'test_start' && hasFailed) test.mode = 'skip';
  if (name === 'test_done' && test.errors.length) hasFailed = true;
});

/** The specs of a file in one function. `sandbox`: Stryker's copy of the repository, in which the file has all its mutants. */
async function bundled(file, sandbox) {
  const modules = {
    'all specs': specsOf(file)
      .map((spec) => `import ${JSON.stringify(join(sandbox, spec))};`)
      .join('\n'),
    '@jest/globals': `export const { ${Object.keys(functions)} } = functions;`,
  };
  const plugin = {
    name: 'specs',
    async resolveId(id, importer) {
      if (id in modules) return id;
      // A link of node_modules leads out of the sandbox.
      const ours = id.startsWith('@framelift/') && (await this.resolve(id, importer, { skipSelf: true }));
      return ours ? ours.id.replace(/.*(?=\/(contracts|services)\/src\/)/, sandbox) : undefined;
    },
    load: (id) => modules[id],
    transform: (code, id) => code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
  };
  const build = await rolldown({
    input: 'all specs',
    platform: 'node',
    treeshake: false,
    resolve: { conditionNames: ['source', 'import'] },
    external: (id) => isBuiltin(id) || (/^[@\w]/.test(id) && !id.startsWith('@framelift/') && !(id in modules)),
    plugins: [plugin],
  });
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false });
  return new Script(`(require, functions) => {${output[0].code}\n}`, { filename: `${file}.specs.cjs` }).runInThisContext();
}

class Bundled {
  sandbox = process.cwd();
  require = createRequire(join(this.sandbox, 'package.json'));
  specs = new Map();

  capabilities() {
    return { reloadEnvironment: true };
  }

  /** Runs the specs of a file up to the first that fails. */
  async run(file, activeMutant) {
    if (!this.specs.has(file)) this.specs.set(file, await bundled(file, this.sandbox));
    // oxlint-disable-next-line no-underscore-dangle -- where Stryker's mutants look
    globalThis.__stryker__ = { activeMutant };
    circus.resetState();
    this.specs.get(file)(this.require, functions);
    const { testResults } = await circus.run();
    return testResults.map(({ testPath, errors, duration }) => {
      const name = [file, ...testPath.slice(1)].join(' › ');
      return { id: name, name, timeSpentMs: duration ?? 0, status: errors.length ? 1 : 0, failureMessage: errors[0] };
    });
  }

  async dryRun() {
    const tests = [];
    for (const file of process.env.MUTATED.split(',')) tests.push(...(await this.run(file)));
    return { status: 'complete', tests };
  }

  async mutantRun({ activeMutant, sandboxFileName }) {
    const file = relative(this.sandbox, sandboxFileName);
    const tests = await this.run(file, activeMutant.id).catch((error) => [{ id: 'loading', status: 1, failureMessage: String(error) }]);
    const failed = tests.find(({ status }) => status === 1);
    if (!failed) return { status: 'survived', nrOfTests: tests.length };
    return { status: 'killed', nrOfTests: tests.length, killedBy: [failed.id], failureMessage: failed.failureMessage };
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'bundled', injectableClass: Bundled }];
