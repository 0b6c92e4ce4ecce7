import { describe, expect, it } from '@jest/globals';
import { firstSite } from '../content/first-site.ts';
import { markedContent, unmarkedPicture, unmarkedText } from './site-marks.ts';
import { fieldsOf, SITE_SECTIONS } from './site-sections.ts';

const home = markedContent('pages.home', { ...firstSite['pages.home'] }) as unknown as (typeof firstSite)['pages.home'];

describe('marks', () => {
  it('say which field each text and picture is of', () => {
    expect(unmarkedText(home.title)).toEqual({ text: firstSite['pages.home'].title, places: ['pages.home:title'] });
    expect(unmarkedText(home.benefits[2]!.text).places).toEqual(['pages.home:benefits.2.text']);
    expect(unmarkedText(home.features[1]!).places).toEqual(['pages.home:features.1']);
    expect(unmarkedPicture(home.games[0]!.logo)).toEqual({
      address: firstSite['pages.home'].games[0]!.logo,
      place: 'pages.home:games.0.logo',
    });
    expect(unmarkedText(`${home.title}, ${home.lead}`).places).toEqual(['pages.home:title', 'pages.home:lead']);
  });

  it('are beside the markup of a long text', () => {
    const part = { heading: 'One', text: { html: '<p>Two</p>' } };
    const { parts } = markedContent('policies.terms', { title: 'Terms', summary: '', parts: [part] }) as { parts: (typeof part)[] };
    expect(parts[0]!.text.html.startsWith('<p>Two</p>')).toBe(true);
    expect(unmarkedText(parts[0]!.text.html).places).toEqual(['policies.terms:parts.0.text']);
  });

  it('leave alone what is no text: numbers, choices, links, empty texts, and texts that pages compare', () => {
    const { benefits, downloadsGoal, showsApp } = home;
    expect([benefits[0]!.icon, downloadsGoal, showsApp]).toEqual([
      firstSite['pages.home'].benefits[0]!.icon,
      firstSite['pages.home'].downloadsGoal,
      firstSite['pages.home'].showsApp,
    ]);
    expect(markedContent('announcement', { text: '', link: '/premium' })).toEqual({ text: '', link: '/premium' });
    const [row] = (
      markedContent('pages.pricing', { comparison: [{ feature: 'Fans', free: 'yes', premium: 'yes' }] }) as { comparison: object[] }
    ).comparison;
    expect(row).toMatchObject({ free: 'yes', premium: 'yes' });
  });

  it('come out of every first content as they went in', () => {
    for (const section of SITE_SECTIONS) {
      const clean = JSON.parse(
        unmarkedText(JSON.stringify(markedContent(section, { ...firstSite[section] }))).text.replaceAll(/#[a-z][\w.-]*:[\w.]+"/g, '"'),
      ) as object;
      expect([section, clean]).toEqual([section, JSON.parse(JSON.stringify(firstSite[section]))]);
    }
    expect(fieldsOf('products')).toBeUndefined();
  });

  it('are not the letters of a flag', () => {
    const england = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';
    expect(unmarkedText(`Made in ${england}`)).toEqual({ text: `Made in ${england}`, places: [] });
  });
});
