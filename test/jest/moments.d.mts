type Listeners = Set<(title: string) => unknown>;
/** When a test fails, before its `afterEach` hooks; called with its title. */
export declare const onFailure: Listeners;
/** When a test is done. */
export declare const onDone: Listeners;
/** When the worker has no more to do; there is half a second. */
export declare const onEnd: Set<() => unknown>;
/** What stays open in this worker from one spec file to the next, such as a system with its timers. */
export declare const lasting: Set<string>;
/** @throws when something is open that fake timers or a page's globals would disturb. */
export declare function checkAlone(): void;
