import { Resvg } from '@resvg/resvg-js';

/** Letters need a font, and pictures may be anything: neither is drawn. */
const NOT_DRAWN = /<(?:[\w-]+:)?(?:text|image|foreignObject|feImage)\b/i;
/** A side at most, in pixels. */
const LARGEST = 10_000;

/** Whether an uploaded file begins as an SVG. */
export const isSvg = (file: Buffer): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s/>]/i.test(file.toString('utf8', 0, 4096));

/**
 * Draws an SVG as outlines: paths, gradients, masks and filters, and nothing else of the file. Scripts, styles, handlers, links and references
 * to other files are not read. The same drawing again has the same bytes. @returns undefined: it cannot be drawn
 */
export function cleanSvg(file: Buffer): string | undefined {
  try {
    // Its parser gives up at a million nodes, also those that references make.
    const drawing = new Resvg(file.toString('utf8').replace(/^\uFEFF/, ''), { font: { loadSystemFonts: false } });
    if (Math.max(drawing.width, drawing.height) > LARGEST) return undefined;
    const clean = drawing.toString();
    return NOT_DRAWN.test(clean) ? undefined : clean;
  } catch {
    return undefined;
  }
}

/** Whether a file holds what is left out of a drawing that people see. */
export const isOutlined = (file: Buffer): boolean => !NOT_DRAWN.test(file.toString('utf8'));
