// Hooks of helpers at moments of a run. They last as long as the worker.

/** When a test fails, before its `afterEach` hooks; called with its title. */
export const onFailure = new Set();
/** When a test is done. */
export const onDone = new Set();
/** When the worker has no more work; they have half a second. */
export const onEnd = new Set();

/** What stays open in this worker from one spec file to the next, such as a system with its timers. */
export const lasting = new Set();
/** Fake timers and a page's globals are the whole process's: a system that is open would never stop waiting. */
export function checkAlone() {
  if (lasting.size)
    throw new Error(`${[...lasting].join(' and ')} stays open in this worker: specs with fake timers or a page run before it`);
}
