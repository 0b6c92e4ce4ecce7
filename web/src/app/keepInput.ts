type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const toggleOf = (field: Field) => (field instanceof HTMLInputElement && /checkbox|radio/.test(field.type) ? field : undefined);

/** React compares a field with what it saw last: with the setter of its class the text changes unseen. */
const setUnseen = (field: Field, value: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);

interface Typed {
  field: Field;
  state: string | boolean;
  caret?: [number, number];
}

const typedIn = (field: Field): Typed => {
  const { selectionStart = null, selectionEnd = null } = field instanceof HTMLSelectElement ? {} : field;
  return {
    field,
    state: toggleOf(field)?.checked ?? field.value,
    ...(selectionStart !== null && { caret: [selectionStart, selectionEnd!] }),
  };
};

/** Tells React what was typed or chosen before it took the page over, and may have put back since. */
function announce({ field, state, caret }: Typed): void {
  const toggle = toggleOf(field);
  if (toggle) {
    if (toggle.checked === state) toggle.checked = !state;
    return toggle.click();
  }
  if (field instanceof HTMLSelectElement) {
    setUnseen(field, state as string);
    return void field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  field.value = '';
  setUnseen(field, state as string);
  if (caret) field.setSelectionRange(...caret);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** React hears of a pointer or a focus only when it comes: says where they are. */
function announcePlace(pointer: PointerEvent | undefined): void {
  const { target, pointerType } = pointer ?? {};
  target?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));
  if (document.activeElement !== document.body) document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
}

/** Keeps what a person does before the framework is there, as links, menus and answers need none. @returns does it all again, in order */
export function keepInput(wake: () => void): () => void {
  const kept: { of: Element; again: () => void }[] = [];
  let pointer: PointerEvent | undefined;
  let isComposing = false;
  const keep = (event: Event, of: Element, again: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push({ of, again });
    wake();
  };
  const keeps: { [Name in keyof DocumentEventMap]?: (event: DocumentEventMap[Name]) => void } = {
    click(event) {
      const button = (event.target as Element).closest?.('button');
      if (button && !button.matches('[data-disclosure] [aria-expanded]') && !(button.type === 'submit' && button.form))
        keep(event, button, () => button.click());
    },
    submit(event) {
      const form = event.target as HTMLFormElement;
      keep(event, form, () => form.requestSubmit(event.submitter));
    },
    input({ target }) {
      const field = target as Field;
      // Letters are one text, until something else is done.
      if (kept.at(-1)?.of === field) kept.pop();
      const typed = typedIn(field);
      kept.push({ of: field, again: () => announce(typed) });
    },
    pointerover: (event) => void (pointer = event.pointerType === 'mouse' ? event : undefined),
    pointerout: () => void (pointer = undefined),
    compositionstart: () => void (isComposing = true),
    compositionend: () => void (isComposing = false),
  };
  const listeners = Object.entries(keeps) as [string, EventListener][];
  for (const [name, listener] of listeners) document.addEventListener(name, listener, true);
  return function again() {
    // An input method would lose the word that it composes.
    if (isComposing) return document.addEventListener('compositionend', () => setTimeout(again), { once: true });
    void (async () => {
      // An effect of React says that it is there; it applies what one event changed before the next only between them.
      await Promise.resolve();
      for (const [name, listener] of listeners) document.removeEventListener(name, listener, true);
      announcePlace(pointer);
      for (const one of kept) {
        await Promise.resolve();
        if (one.of.isConnected) one.again();
      }
    })();
  };
}
