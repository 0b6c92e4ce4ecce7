import { Eta } from 'eta';
import { type Brand, coloursOf, firstBrand } from '@framelift/contracts';
import type { Content } from './mail.content.ts';

/** Longest name or value (characters) that stays on one line. */
const SHORT = 18;
const wrap = (text: string): string => (text.length > SHORT ? 'overflow-wrap:anywhere' : 'white-space:nowrap');

/** Heights (px) of the bars of the site's mark. */
const MARK = [9, 14, 11, 20];

/** One column of tables, styles on the elements: what mail programs understand. The colours of the site, dark where the reader's are. */
const LAYOUT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title><%= it.subject %></title>
<style>
:root { color-scheme: light dark; }
@media (max-width: 480px) {
  .sheet { padding: 28px 22px !important; }
  .wide { width: 100% !important; }
  .wide a { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background: #0a0c0b !important; }
  .sheet { background: #111413 !important; border-color: #232825 !important; }
  .text { color: #eef2ea !important; }
  .soft { color: #aab4a8 !important; }
  .line { border-color: #232825 !important; }
  .bar { background: <%= it.colours.markDark %> !important; }
}
</style>
</head>
<body class="ground" style="margin:0;background:#f7f8f3;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden"><%= it.lines[0] %></div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f8f3"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 18px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<% if (it.logo) { %><td valign="bottom" style="padding-right:3px;line-height:0;font-size:0"><img src="cid:<%= it.logo %>" alt="" width="20" height="20" style="display:block;width:20px;height:20px;object-fit:contain"></td>
<% } else for (const height of it.mark) { %><td valign="bottom" style="padding-right:2px;line-height:0;font-size:0"><div class="bar" style="width:4px;height:<%= height %>px;border-radius:1px;background:<%= it.colours.mark %>"></div></td>
<% } %><td class="text" valign="bottom" style="padding-left:7px;font-size:18px;line-height:20px;font-weight:700;letter-spacing:-0.02em;color:#141810"><%= it.brand %></td>
</tr></table></td></tr>
<tr><td class="sheet" style="background:#ffffff;border:1px solid #e0e3d8;border-radius:16px;padding:36px 34px">
<h1 class="text" style="margin:0 0 14px;font-size:24px;line-height:1.25;font-weight:700;letter-spacing:-0.02em;color:#141810;overflow-wrap:anywhere"><%= it.heading %></h1>
<% for (const line of it.lines) { %><p class="text" style="margin:0 0 12px;font-size:16px;line-height:1.55;color:#141810;overflow-wrap:anywhere"><%= line %></p>
<% } %><% if (it.facts.length) { %><table class="line" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 4px;border-collapse:collapse;border-bottom:1px solid #e0e3d8">
<% for (const [name, value, url] of it.facts) { %><tr><td class="soft line" style="padding:11px 16px 11px 0;border-top:1px solid #e0e3d8;font-size:14px;line-height:1.4;color:#474f41;vertical-align:top;<%= it.wrap(name) %>"><%= name %></td><td class="text line" align="right" style="padding:11px 0;border-top:1px solid #e0e3d8;font-size:14px;line-height:1.4;font-weight:600;color:#141810;vertical-align:top;<%= it.wrap(value) %>"><% if (url) { %><a class="text" href="<%= url %>" style="color:#141810"><%= value %></a><% } else { %><%= value %><% } %></td></tr>
<% } %></table>
<% } %><% if (it.button) { %><table role="presentation" class="wide" cellpadding="0" cellspacing="0" style="margin-top:24px"><tr><td style="border-radius:10px;background:<%= it.colours.button %>"><a href="<%= it.button.url %>" style="display:inline-block;padding:13px 24px;font-size:16px;line-height:1.3;font-weight:700;color:<%= it.colours.onButton %>;text-decoration:none"><%= it.button.label %></a></td></tr></table>
<% } %><% for (const line of it.after) { %><p class="soft" style="margin:16px 0 0;font-size:14px;line-height:1.5;color:#474f41"><%= line %></p>
<% } %><% if (it.quoted) { %><pre class="soft line" style="margin:16px 0 0;padding:12px;border:1px solid #e0e3d8;border-radius:10px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:11px;line-height:1.5;color:#474f41;white-space:pre-wrap;overflow-wrap:anywhere"><%= it.quoted %></pre>
<% } %></td></tr>
<tr><td class="soft" style="padding:20px 4px 0;font-size:13px;line-height:1.6;color:#474f41"><%= it.why %><br>
<% for (const { label, url } of it.links) { %><a class="soft" href="<%= url %>" style="color:#474f41"><%= label %></a><br>
<% } %></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

const eta = new Eta({ autoEscape: true, autoTrim: false });
const compiled = eta.compile(LAYOUT);

/** How a mail names the logo that travels in it. */
export const LOGO_ID = 'logo';

/** What a mail shows of the accent. The first one's colours are the design's. */
function coloursFor(accent: string) {
  if (accent === firstBrand.accent) return { mark: '#3f5c00', markDark: accent, button: accent, onButton: '#12180a' };
  const { text, ink } = coloursOf(accent);
  return { mark: text[0], markDark: text[1], button: accent, onButton: ink };
}

/**
 * Whose mail it is, why the reader gets it, and where to choose otherwise. `hasLogo`: a picture in place of the mark, in the mail as LOGO_ID.
 * `unsubscribeUrl`: only for what can be switched off.
 */
export interface Frame {
  brand: Pick<Brand, 'name' | 'support' | 'accent'>;
  hasLogo?: boolean;
  site: string;
  settingsUrl: string;
  unsubscribeUrl?: string;
}

export interface Rendered {
  html: string;
  text: string;
}

/** Both parts of a mail from the same content. */
export function rendered(
  content: Content,
  { brand: { name, support, accent }, hasLogo, site, settingsUrl, unsubscribeUrl }: Frame,
): Rendered {
  const { heading, lines, facts = [], button, after = [], quoted } = content;
  const contact = support ? ` Questions: ${support}.` : '';
  const why = `You get this because you have an account at ${new URL(site).host}.${contact}`;
  const links = [
    { label: 'Choose what we write to you about', url: settingsUrl },
    ...(unsubscribeUrl ? [{ label: 'Stop mails like this one', url: unsubscribeUrl }] : []),
  ];
  const look = { brand: name, colours: coloursFor(accent), mark: MARK, logo: hasLogo && LOGO_ID, wrap };
  const html = eta.render(compiled, { ...content, ...look, facts, after, quoted, why, links });
  const text = [
    heading,
    ...lines,
    ...(facts.length ? [facts.map(([name, value, url]) => `${name}: ${value}${url ? ` <${url}>` : ''}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...after,
    ...(quoted ? [quoted] : []),
    ['-- ', why, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ].join('\n\n');
  return { html, text: `${text}\n` };
}
