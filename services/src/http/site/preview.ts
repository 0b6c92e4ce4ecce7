import type { PreviewTheme } from '@framelift/contracts';

/** A theme whatever the browser prefers: by itself, and by the two properties that the build writes in place of `light-dark()`. */
const FORCED: Record<PreviewTheme, string> = {
  light: ':root{color-scheme:light;--lightningcss-light:initial;--lightningcss-dark: }',
  dark: ':root{color-scheme:dark;--lightningcss-light: ;--lightningcss-dark:initial}',
};

/** A page without scripts, whose links lead nowhere. */
export function asPreview(page: string, theme?: PreviewTheme): string {
  const html = page.replace(/<script\b[\s\S]*?<\/script>/gi, '').replace(/<link rel="modulepreload"[^>]*>/gi, '');
  // Its policy lets no link open a window.
  const head = `<base target="_blank"/>${theme ? `<style>${FORCED[theme]}</style>` : ''}</head>`;
  return html.replace('</head>', () => head);
}
