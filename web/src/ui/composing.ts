/** Keys of an input method that composes a word, such as the Enter that confirms it; 229 is how Safari reports that one. */
const isComposing = ({ isComposing: composes, keyCode }: KeyboardEvent): boolean => composes || keyCode === 229;

/**
 * They are never commands: no handler of a key gets them, neither ours nor a library's. On window, before all others, and once; the text
 * itself arrives by other events.
 */
export function ignoreComposedKeys(): void {
  const ignore = (event: KeyboardEvent) => isComposing(event) && event.stopImmediatePropagation();
  for (const name of ['keydown', 'keypress', 'keyup'] as const) window.addEventListener(name, ignore, true);
}
