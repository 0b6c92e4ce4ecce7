import { describe, expect, it } from '@jest/globals';
import { markedContent } from '@framelift/contracts/site-marks';
import { closeScreens } from '../../../../../test/support/screen.tsx';
import { morph } from './morph.ts';
import { unmark } from './unmark.ts';

closeScreens();
const { title, lead, games } = markedContent('pages.home', {
  title: 'Fans',
  lead: 'Quiet fans',
  games: [{ name: 'Chess', logo: '/a.png' }],
}) as unknown as { title: string; lead: string; games: { name: string; logo: string }[] };
const page = (body: string) => {
  const opened = document.implementation.createHTMLDocument(title);
  opened.body.innerHTML = body;
  unmark(opened);
  return opened;
};

describe('a marked page', () => {
  it('says of each element what it shows, and has no mark any more', () => {
    const { body, title: inTab } = page(
      `<h1>${title}</h1><p aria-label="${lead}"><b>All:</b> ${lead}</p><img src="${games[0]!.logo}" alt="${games[0]!.name}">`,
    );
    expect(inTab).toBe('Fans');
    expect(body.innerHTML).toBe(
      '<h1 data-at="pages.home:title">Fans</h1>' +
        '<p aria-label="Quiet fans"><b>All:</b><span data-at="pages.home:lead"> Quiet fans</span></p>' +
        '<img src="/a.png" alt="Chess" data-at="pages.home:games.0.logo">',
    );
  });

  it('names the field of a text with markup, and both of two texts in one', () => {
    const { parts } = markedContent('policies.terms', { parts: [{ heading: 'One', text: { html: '<p>Two</p>' } }] }) as unknown as {
      parts: { text: { html: string } }[];
    };
    expect(page(`<div>${parts[0]!.text.html}</div>`).body.innerHTML).toBe('<div data-at="policies.terms:parts.0.text"><p>Two</p></div>');
    expect(page(`<p>${title}, ${lead}</p>`).body.innerHTML).toBe('<p data-at="pages.home:title pages.home:lead">Fans, Quiet fans</p>');
  });
});

describe('a page that follows a change', () => {
  it('becomes as it is rendered, and keeps what is the same', () => {
    const before = page('<header>One</header><ul class="a"><li>1</li><li>2</li></ul><p>Old</p>');
    const [header, list] = [before.querySelector('header'), before.querySelector('ul')];
    const after = page('<header>One</header><ul class="b" id="x"><li>1</li><li>3</li><li>4</li></ul><div>New</div>');
    morph(before.documentElement, after.documentElement);
    expect(before.body.innerHTML).toBe(after.body.innerHTML);
    expect([before.querySelector('header'), before.querySelector('ul')]).toEqual([header, list]);
    expect(before.querySelector('ul')).toBe(list);
  });
});
