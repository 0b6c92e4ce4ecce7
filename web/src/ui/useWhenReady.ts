import { useCallback, useEffect, useRef } from 'react';

/** For controls whose engine arrives after them: @returns does something with it, at once or when it is there. */
export const useWhenReady = <Engine>(engine: Engine | undefined): ((act: (engine: Engine) => void) => void) => {
  const waiting = useRef<((engine: Engine) => void)[]>([]);
  useEffect(() => {
    if (engine) for (const act of waiting.current.splice(0)) act(engine);
  }, [engine]);
  return useCallback((act) => (engine ? act(engine) : void waiting.current.push(act)), [engine]);
};
