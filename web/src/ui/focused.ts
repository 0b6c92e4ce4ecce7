/** As a ref: takes the focus when it appears. For what a person just asked for: a dialog's field, the next step of a form. */
export const focused = (element: HTMLElement | null): void => element?.focus();
