import { describe, expect, it } from '@jest/globals';
import { fieldsOf, firstSite, shownAsWritten, type SiteFields, SITE_SECTIONS } from '@framelift/contracts';
import { htmlOf } from './markdown.ts';

it.each([
  ['One.\n\nTwo.', '<p>One.</p>\n<p>Two.</p>'],
  ['**Bold** and *soft* and `code`', '<p><strong>Bold</strong> and <em>soft</em> and <code>code</code></p>'],
  ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['# Title', '<h4>Title</h4>'],
  ['###### Small', '<h6>Small</h6>'],
  ['[mail](mailto:a@shop.example)', '<p><a href="mailto:a@shop.example" rel="noreferrer">mail</a></p>'],
  ['[here](/tos#refunds "Refunds")', '<p><a href="/tos#refunds" title="Refunds" rel="noreferrer">here</a></p>'],
  [
    '<https://shop.example/x?a=1&b=2>',
    '<p><a href="https://shop.example/x?a=1&amp;b=2" rel="noreferrer">https://shop.example/x?a=1&amp;b=2</a></p>',
  ],
  ['| a | b |\n|:-:|--:|\n| 1 | 2 |', expect.not.stringContaining('style')],
  ['退款政策：**不退款**', '<p>退款政策：<strong>不退款</strong></p>'],
  ['سياسة *الخصوصية*', '<p dir="auto">سياسة <em>الخصوصية</em></p>'],
])('%j is %s', (text, html) => expect(htmlOf(text)).toEqual(html));

describe('what a form says is shown as text', () => {
  const link = 'A link begins with https://, mailto: or /.';
  it.each([
    ['[a](http://shop.example)', [`Shown as text: [a](http://shop.example). ${link}`]],
    ['See [our shop](www.shop.example "Shop") now', [`Shown as text: [our shop](www.shop.example "Shop"). ${link}`]],
    ['[a](javascript:alert(1))', [expect.stringContaining(link)]],
    ['<http://shop.example>', [`Shown as text: <http://shop.example>. ${link}`]],
    ['![logo](https://shop.example/a.png)', ['Not shown as a picture: ![logo](https://shop.example/a.png). Texts have no pictures.']],
    ['<b>bold</b>', ['Shown as text: <b>. Use Markdown, not HTML.']],
  ])('%s', (text, sentences) => {
    expect(shownAsWritten(text)).toEqual(sentences);
    expect(htmlOf(text)).not.toMatch(/<a href="(?!https:)|<img|<b>/);
  });
  it.each([
    '[a](https://shop.example/x?a=1)',
    '[a](/tos#refunds "Refunds")',
    '[a](<https://shop.example>)',
    '[mail](mailto:a@shop.example)',
    '<https://shop.example>',
  ])('%s is a link, and nothing is said', (text) => {
    expect(shownAsWritten(text)).toEqual([]);
    expect(htmlOf(text)).toContain('<a ');
  });
  it.each(['`[a](http://x)` and `<b>`', '```\n<b>[a](http://x)\n```', 'a < b and c > d', '2 <3', 'I ❤ <3', '[x] done', ''])(
    'nothing is said of %j',
    (text) => expect(shownAsWritten(text)).toEqual([]),
  );
});

describe('what an attacker writes', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<!-- --><svg onload=alert(1)>',
    '</p></div></main><iframe src="https://a.example">',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](&#x6A;avascript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](<java\nscript:alert(1)>)',
    '[x](\u0001javascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox)',
    '[x](file:///etc/passwd)',
    '[x](http://a.example)',
    '[x](//a.example)',
    '[x](/\\a.example)',
    '[x](https://user:password@a.example)',
    '[x](mailto:a@b.example?bcc=c@d.example)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '![x](javascript:alert(1))',
    '![x](https://a.example/pixel.png)',
    '[x](https://a.example "onmouseover=alert(1) \\"><script>")',
    '[<img src=x onerror=alert(1)>](/tos)',
    '`<script>`',
    '```html"><script>alert(1)</script>\n<script>\n```',
    '<style>*{display:none}</style>',
    '<base href="https://a.example">',
    `${'['.repeat(5_000)}x`,
    `${'> '.repeat(5_000)}x`,
    `${'*a '.repeat(5_000)}`,
    `${'- '.repeat(2_000)}x`,
    '\u0000\u202E[x](/tos)',
  ];
  const TAGS = /<(?!\/?(?:p|a|em|strong|code|pre|ul|ol|li|blockquote|h[4-6]|hr|br|table|thead|tbody|tr|th|td|s)\b)/;

  it.each(hostile)('%j becomes no more than text and safe links', (text) => {
    const html = htmlOf(text);
    expect(TAGS.exec(html)).toBeNull();
    // Nested no deeper, however long it is: what is left of it is not parsed.
    expect(html.match(/<(?:blockquote|ul)>/g)?.length ?? 0).toBeLessThanOrEqual(100);
    const tags = html.match(/<[^>]*>/g) ?? [];
    for (const tag of tags) expect(tag).not.toMatch(/\s(?!href=|title=|rel=|dir=|class="language-|start=)[\w-]+=(?=")|src=/);
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(?:https:\/\/a\.example|\/(?!\/))/);
  });

  it('as ten thousand words is rendered whole', () => {
    const text = Array.from({ length: 10_000 }, (_, i) => (i % 40 ? `word${i}` : `\n\n## Part ${i}\n\n- *first*`)).join(' ');
    const html = htmlOf(text);
    expect([html.match(/<h5/g)!.length, html.match(/<em>/g)!.length, html.includes('word9999')]).toEqual([250, 250, true]);
  });
});

/** Every text of the first content that may have markup. */
const textsIn = (fields: SiteFields, content: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'list') return (content[name] as Readonly<Record<string, unknown>>[]).flatMap((record) => textsIn(field.of, record));
    return field.kind === 'markdown' ? [content[name] as string] : [];
  });

it('the first content has none: pages show it as it is, without the server', () => {
  const texts = SITE_SECTIONS.flatMap((section) => textsIn(fieldsOf(section) ?? {}, { ...firstSite[section] })).filter(Boolean);
  expect(texts.length).toBeGreaterThan(15);
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  for (const text of texts) expect(htmlOf(text)).toBe(`<p>${escaped(text)}</p>`);
});
