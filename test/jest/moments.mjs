// Hooks of helpers at moments of a run. They last as long as the worker.

/** When a test fails, before its `afterEach` hooks; called with its title. */
export const onFailure = new Set();
/** When a test is done. */
export const onDone = new Set();
/** When the worker has no more work; they have half a second. */
export const onEnd = new Set();
