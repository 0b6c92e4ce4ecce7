/** Fields that many sections of the site declare. */

/** Icons that a card may have (web/src/site/icons.ts draws them). */
export const CARD_ICONS = [
  'gauge',
  'monitor',
  'network',
  'processor',
  'game',
  'shield',
  'refresh',
  'key',
  'headphones',
  'ruler',
  'eye',
  'handshake',
  'download',
  'checks',
  'pointer',
  'undo',
  'timer',
  'clock',
  'wallet',
  'chart',
  'person',
  'megaphone',
  'link',
] as const;

export const line = (label: string, max = 120) => ({ kind: 'line', label, max }) as const;
export const text = (label: string, max = 400) => ({ kind: 'text', label, max }) as const;
export const lines = (label: string, count: number, max = 120) => ({ kind: 'lines', label, count, max }) as const;
/** It may be left empty. */
export const optional = <const F extends object>(field: F) => ({ ...field, isOptional: true }) as const;
/** Whether a part of a page is there. */
export const shown = (label: string, hint?: string) => ({ kind: 'switch', label, ...(hint !== undefined && { hint }) }) as const;
/** It was not there when others published the section. */
export const later = <const F extends object>(field: F) => ({ ...field, isLater: true }) as const;
/** Pages compare it with words that they know (site-marks.ts). */
export const read = <const F extends object>(field: F) => ({ ...field, isRead: true }) as const;
export const cards = (label: string, one: string) =>
  ({
    kind: 'list',
    label,
    one,
    titledBy: 'title',
    min: 1,
    max: 30,
    of: { icon: { kind: 'choice', label: 'Icon', options: CARD_ICONS }, title: line('Title', 80), text: text('Text') },
  }) as const;
export const questions = {
  kind: 'list',
  label: 'Questions',
  one: 'question',
  titledBy: 'question',
  unique: 'question',
  min: 1,
  max: 60,
  of: { question: line('Question', 200), answer: text('Answer', 2_000) },
} as const;
/** A line that was fixed when others published the section. */
export const small = (label: string, max = 60) => later(line(label, max));
