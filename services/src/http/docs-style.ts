import { type Brand, coloursOf, firstBrand, type Themed } from '@framelift/contracts';

/** Where the style of the API reference is served. */
export const DOCS_STYLE = '/api/docs-style.css';

/** The accents of a brand: the first brand has the design's (web/src/ui/tokens.css). */
const accentsOf = (accent: string): Themed => (accent === firstBrand.accent ? ['#436100', '#c3f542'] : coloursOf(accent).text);

/** The API reference in the colours of the site. Swagger's own style is light only. */
export const docsStyle = ({ accent, logo }: Pick<Brand, 'accent' | 'logo'>): string => `
:root { color-scheme: light dark; --ground: #f7f8f3; --surface: #ffffff; --line: #e0e3d8; --text: #141810; --soft: #474f41; --accent: ${accentsOf(accent)[0]}; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0a0c0b; --surface: #111413; --line: #232825; --text: #eef2ea; --soft: #aab4a8; --accent: ${accentsOf(accent)[1]}; }
}
html, html.dark-mode, body, .swagger-ui { background: var(--ground) !important; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { background: var(--surface) !important; color: var(--text) !important; }
.swagger-ui, .swagger-ui :is(h1, h2, h3, h4, h5, p, li, table, td, th, label, .opblock-tag, .opblock-summary-path, .opblock-summary-description,
  .opblock-description-wrapper, .parameter__name, .parameter__type, .response-col_status, .response-col_links, .tab li, .model, .model-title,
  .prop-type, .prop-format, section.models h4, .opblock-section-header h4, .btn, .dialog-ux *) { color: var(--text); font-family: ui-sans-serif, system-ui, sans-serif; }
.swagger-ui :is(.opblock-tag small, .parameter__in, .opblock-summary-description, .info .title small) { color: var(--soft); }
.swagger-ui a, .swagger-ui .info a { color: var(--accent); }
.swagger-ui .topbar { display: none; }
.swagger-ui .info { margin: 2.5rem 0 1.5rem; max-width: 70ch; }
.swagger-ui .info .title { color: var(--text); font: 680 2rem ui-sans-serif, system-ui, sans-serif; letter-spacing: -0.02em; }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: none !important; }
.swagger-ui .info .title small pre { background: none; color: var(--soft); }
.swagger-ui .scheme-container { background: none !important; box-shadow: none !important; border: 0 !important; padding: 0 0 1rem; }
.swagger-ui .opblock-tag { border-color: var(--line); font-size: 1.125rem; }
.swagger-ui .opblock, .swagger-ui section.models, .swagger-ui .dialog-ux .modal-ux { background: var(--surface); border: 1px solid var(--line); box-shadow: none; }
.swagger-ui .opblock .opblock-section-header, .swagger-ui section.models .model-container { background: var(--ground); box-shadow: none; }
.swagger-ui .opblock .opblock-summary { border-color: var(--line) !important; }
.swagger-ui .opblock .opblock-summary-method { background: none; color: var(--accent); text-align: start; text-shadow: none; min-width: 4.5rem; }
.swagger-ui :is(input, select, textarea) { background: var(--ground); color: var(--text); border-color: var(--line); }
.swagger-ui .btn { box-shadow: none; border-color: var(--line); }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize svg { color: var(--accent) !important; fill: var(--accent) !important; border-color: var(--accent) !important; }
.swagger-ui svg { fill: currentColor; }
${logo ? `.swagger-ui .info .title::before { content: ''; display: inline-block; width: 1em; height: 1em; margin-inline-end: 0.4em; vertical-align: -0.12em; background: url(${logo}) center / contain no-repeat; }` : ''}`;
