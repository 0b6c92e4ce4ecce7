import { createHash } from 'node:crypto';
import { Eta } from 'eta';
import type { KeptMail } from './sandbox-mailbox.ts';

const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#f7f8f3, #0a0c0b); --surface: light-dark(#fff, #111413); --line: light-dark(#e0e3d8, #232825);
  --text: light-dark(#141810, #eef2ea); --soft: light-dark(#474f41, #aab4a8); --yellow: light-dark(#734e00, #f2c850);
  --yellow-soft: light-dark(#fcefcb, #292210); --focus: light-dark(#3f5c00, #c9fb52); --hover: light-dark(#f3f5ee, #1b201d); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
.mark { margin: 0; padding: .625rem 1rem; text-align: center; font-size: .875rem; font-weight: 600; color: var(--yellow); background: var(--yellow-soft); }
main { width: min(56rem, 100% - 2rem); margin: 2rem auto; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1rem; }
ul { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .75rem 1rem; color: inherit; text-decoration: none; }
li a:hover { background: var(--hover); }
li a span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } li a .address { grid-column: 1 / -1; }
.subject { font-weight: 600; } .soft { color: var(--soft); font-size: .875rem; }
.back { color: inherit; }
iframe { width: 100%; height: 40rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
pre { margin: 0; padding: 1rem; overflow: auto; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.25rem; font-size: .875rem; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: -3px; }
`;

const FRAME = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= it.title %> – sandbox mailbox</title>
<style>${STYLE}</style></head>
<body><header class="mark">Sandbox mailbox: nothing left this machine</header><main>`;
const END = '</main></body></html>';

const LIST = `${FRAME}<h1>Mails</h1>
<% if (!it.mails.length) { %><p class="soft">No mail yet. Register an affiliate, buy something through their link, ask for a cashout.</p>
<% } else { %><ul><% for (const mail of it.mails) { %><li><a href="/sandbox/mail/<%= mail.id %>">
<span class="subject" title="<%= mail.subject %>"><%= mail.subject %></span><time class="soft"><%= it.timeOf(mail.sentAt) %></time>
<span class="soft address" title="<%= mail.address %>"><%= mail.address %></span></a></li>
<% } %></ul><% } %>${END}`;

const MAIL = `${FRAME}<p><a class="back" href="/sandbox/mail">All mails</a></p><h1><%= it.mail.subject %></h1>
<dl><dt>To</dt><dd><%= it.mail.address %></dd><dt>Sent</dt><dd><%= it.sentAt %></dd>
<% for (const [name, value] of Object.entries(it.mail.headers)) { %><dt><%= name %></dt><dd><%= value %></dd><% } %></dl>
<iframe title="The mail" sandbox="allow-top-navigation-by-user-activation" srcdoc="<%= it.framed %>"></iframe>
<h2>Its plain text</h2><pre><%= it.mail.body %></pre>${END}`;

const rest = "img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const ownStyle = createHash('sha256').update(STYLE).digest('base64');
/** No script, and nothing loaded. A mail brings styles on its elements, which no hash can name. */
export const listPolicy = `default-src 'none'; style-src 'sha256-${ownStyle}'; ${rest}`;
export const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; ${rest}`;

const timeOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const eta = new Eta({ autoEscape: true, autoTrim: false });
const [list, one] = [eta.compile(LIST), eta.compile(MAIL)];

export const mailboxPage = (mails: readonly Pick<KeptMail, 'id' | 'sentAt' | 'address' | 'subject'>[]): string =>
  eta.render(list, { title: 'Mails', mails, timeOf });

/** Links of the mail open in the whole window. */
export const mailPage = (mail: KeptMail): string =>
  eta.render(one, {
    title: mail.subject,
    mail,
    sentAt: timeOf(mail.sentAt),
    framed: mail.html.replace('<head>', '<head><base target="_top">'),
  });
