type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** React compares a field with what it saw last: with the setter of its class the text changes unseen. */
const setUnseen = (field: Field, value: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);

/** Tells React what was typed or chosen before it took the page over, and may have put back since. */
function announce(field: Field, value: string): void {
  if (!(field instanceof HTMLSelectElement)) field.value = '';
  setUnseen(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Keeps what a person does before the framework is there, as links, menus and answers need none. @returns does it all again */
export function keepInput(wake: () => void): () => void {
  const kept: (() => void)[] = [];
  const typed = new Map<Field, string>();
  const keep = (event: Event, again: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push(again);
    wake();
  };
  const click = (event: MouseEvent) => {
    const button = (event.target as Element).closest?.('button');
    if (button && !button.hasAttribute('aria-expanded') && button.type !== 'submit')
      keep(event, () => button.isConnected && button.click());
  };
  const submit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    keep(event, () => form.isConnected && form.requestSubmit(event.submitter));
  };
  const change = ({ target }: Event) => {
    const field = target as Field;
    typed.set(field, field.value);
  };
  document.addEventListener('click', click, true);
  document.addEventListener('submit', submit, true);
  document.addEventListener('input', change, true);
  return () => {
    document.removeEventListener('click', click, true);
    document.removeEventListener('submit', submit, true);
    document.removeEventListener('input', change, true);
    // An effect of React says that it is there, and within effects React applies no change at once: a click would come before its text.
    queueMicrotask(() => {
      for (const [field, text] of typed) if (field.isConnected) announce(field, text);
      for (const again of kept) again();
    });
  };
}
