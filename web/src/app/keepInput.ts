type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** React compares a field with what it saw last: with the setter of its class the text changes unseen. */
const setUnseen = (field: Field, value: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);

/** Tells React what was typed or chosen before it took the page over. */
function announce(field: Field): void {
  const { value } = field;
  if (!(field instanceof HTMLSelectElement)) field.value = '';
  setUnseen(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Keeps what a person does before the framework is there, as links, menus and answers need none. @returns does it all again */
export function keepInput(wake: () => void): () => void {
  const kept: (() => void)[] = [];
  const changed = new Set<Field>();
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
  const change = ({ target }: Event) => void changed.add(target as Field);
  document.addEventListener('click', click, true);
  document.addEventListener('submit', submit, true);
  document.addEventListener('input', change, true);
  return () => {
    document.removeEventListener('click', click, true);
    document.removeEventListener('submit', submit, true);
    document.removeEventListener('input', change, true);
    for (const field of changed) if (field.isConnected) announce(field);
    for (const again of kept) again();
  };
}
