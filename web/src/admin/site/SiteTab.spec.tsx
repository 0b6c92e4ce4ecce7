import { describe, expect, it } from '@jest/globals';
import { firstSite, premium, productRefusals, siteRefusals } from '@framelift/contracts';
import { SITE_SECTIONS } from '@framelift/contracts/site-sections';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { site, siteAnswers } from '../../../../test/support/golden/site.ts';
import { type Answers, closeScreens, refusal, type SentRequest } from '../../../../test/support/screen.tsx';
import { entriesIn, momentSeen, part, seen } from '../../../../test/support/seen.ts';
import { pageShows, productShows } from '../../app/shows.ts';
import { previewPage } from './previewPage.ts';

closeScreens();
const read = 'GET /api/admin/site' as const;
const publish = 'POST /api/admin/site/publish' as const;
const discard = 'DELETE /api/admin/site/:section' as const;
const restore = 'POST /api/admin/site/history/:position/restore' as const;
const save = 'PUT /api/admin/site/:section' as const;
const open = (answers: Answers = {}, at = 'site/fields') => openAdminTab(at, { answers: { ...siteAnswers, ...answers } });
const saved = { success: true, savedAt: '2026-04-05T12:00:00.000Z' } as const;
/** Without the draft of another admin. */
const noDraft: Answers = { [read]: { sections: site.sections.map((section) => ({ ...section, draft: null })) } };

describe('the site', () => {
  it('shows what is published, and a draft as what it changes', async () => {
    const { screen } = await open();
    await screen.findByText('For summer', { exact: false });
    expect(seen(part('Shop'))).toEqual([
      'Shop',
      'Products',
      `What is sold, and its prices. Published by ada, ${momentSeen('2026-04-03T10:00:00.000Z')}`,
      'Draft (yellow)',
      'Announcement',
      'A line over every page. Never changed.',
    ]);
    expect(entriesIn(screen.getByRole('region', { name: 'Draft of products' })).flat()).toEqual([
      'Framelift Premium: price €29.99 → €19.99',
      'Framelift Premium: “A new one” added',
      'Framelift Premium: “Full system and hardware optimisation” removed',
      'Framelift Free Utility removed',
    ]);
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Edit team' }).pathname).toBe('/admin/dashboard/site/team');
  });

  it('publishes a draft after it showed once more what changes', async () => {
    const { screen, user, sentTo } = await open({ [publish]: { success: true } });
    await user.click(await screen.findByRole('button', { name: 'Publish products' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(seen(dialog).join(' ')).toContain('Framelift Premium: price €29.99 → €19.99');
    expect(sentTo(publish)).toEqual([]);
    await user.click(within(dialog).getByText('Publish'));
    await screen.findByText('Published. Pages follow within seconds.');
    expect(sentTo(publish)).toMatchObject([
      { body: { sections: ['products'], drafts: [{ section: 'products', savedAt: '2026-04-04T12:00:00.000Z' }], editBase: 7 } },
    ]);
  });

  it('publishes all drafts as one change, or those that are chosen', async () => {
    const { published, position } = site.sections.find(({ section }) => section === 'team')!;
    const savedAt = '2026-04-04T13:00:00.000Z';
    const long = `${'Wort'.repeat(22)}!!`;
    const draft = {
      content: { ...published, team: [{ ...firstSite.team.team[0], role: long }] },
      note: 'New',
      by: 'ada',
      savedAt,
      basedOn: position,
    };
    const both = site.sections.map((one) => (one.section === 'team' ? { ...one, draft } : one));
    const { screen, user, sentTo } = await open({ [publish]: { success: true }, [read]: { sections: both } });
    await screen.findByText('2 changes not published');
    await user.click(screen.getByText('Publish all'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish 2 changes?' }));
    expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Products', 'Team']);
    await user.click(dialog.getByLabelText('Products'));
    dialog.getByText('Publish 1 change');
    await user.click(dialog.getByLabelText('Products'));
    await user.click(dialog.getByText('Publish 2 changes'));
    await screen.findByText('Published. Pages follow within seconds.');
    const drafts = [
      { section: 'products', savedAt: '2026-04-04T12:00:00.000Z' },
      { section: 'team', savedAt },
    ];
    expect(sentTo(publish)).toMatchObject([{ body: { sections: ['products', 'team'], drafts, editBase: 7 } }]);
  });

  it('marks the words of a text that change, and shows pictures in place of their paths', async () => {
    const announcement = site.sections.find(({ section }) => section === 'announcement')!;
    const draft = (content: object) => ({
      content: { ...announcement.published, ...content },
      note: null,
      by: 'ada',
      savedAt: '2026-04-04T13:00:00.000Z',
      basedOn: 0,
    });
    const logo = `/site/pictures/${'ab'.repeat(32)}.webp`;
    const sections = [
      {
        ...announcement,
        published: { ...announcement.published, text: 'Closed until Monday' },
        draft: draft({ text: 'Closed until Friday noon' }),
      },
      { ...announcement, section: 'brand' as const, published: { ...firstSite.brand }, draft: draft({ ...firstSite.brand, logo }) },
    ];
    const { screen } = await open({ [read]: { sections } });
    const change = await screen.findByText((_, element) => element?.tagName === 'LI' && element.textContent!.startsWith('Text: “Closed'));
    expect(change.textContent).toBe('Text: “Closed until Monday” → “Closed until Friday noon”');
    expect([change.querySelector('del')!.textContent, change.querySelector('ins')!.textContent]).toEqual(['Monday”', 'Friday noon”']);
    expect(screen.getByRole('img', { name: 'uploaded file' }).getAttribute('src')).toBe(logo);
  });

  it('says which examples visitors do not see any more, and keeps one', async () => {
    const published = {
      section: 'brand' as const,
      published: { ...firstSite.brand },
      position: 3,
      publishedAt: '2026-04-03T10:00:00.000Z',
      by: 'ada',
      draft: null,
    };
    const reviews = {
      section: 'reviews' as const,
      published: { reviews: [], example: true },
      position: 0,
      publishedAt: null,
      by: null,
      draft: null,
    };
    const { screen, user, sentTo } = await open({ [save]: saved, [read]: { sections: [published, reviews] } });
    await screen.findByText('Replace the examples (1 left)');
    await user.click(screen.getByRole('button', { name: 'Keep the examples of reviews' }));
    await waitFor(() =>
      expect(sentTo(save)).toMatchObject([{ body: { content: { reviews: firstSite.reviews.reviews }, draftSavedAt: null } }]),
    );
    expect(sentTo(save)[0]!.body).not.toHaveProperty('content.example');
  });

  it('says what another admin published meanwhile', async () => {
    const error = 'Changed meanwhile: Products by ada. Please look at the changes and publish again';
    const { screen, user } = await open({ [publish]: refusal(409, error) });
    await user.click(await screen.findByRole('button', { name: 'Publish products' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Publish'));
    await screen.findByText(error);
  });

  it('discards a draft after it asked', async () => {
    const { screen, user, sentTo } = await open({ [discard]: { success: true } });
    await user.click(await screen.findByRole('button', { name: 'Discard the draft of products' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Discard'));
    await screen.findByText('Draft discarded.');
    expect(sentTo(discard).map(({ path }) => path)).toEqual(['/api/admin/site/products']);
  });

  it('restores an earlier content, but not the one that is published', async () => {
    const { screen, user, sentTo } = await open({ [restore]: { success: true } });
    await user.click(await screen.findByRole('button', { name: 'Restore products of #5' }));
    expect(screen.queryByRole('button', { name: 'Restore products of #7' })).toBeNull();
    const dialog = await screen.findByRole('alertdialog');
    expect(seen(dialog).join(' ')).toContain('Framelift Free Utility removed');
    await user.click(within(dialog).getByText('Restore'));
    await screen.findByText('Published again. Pages follow within seconds.');
    expect(sentTo(restore)).toMatchObject([{ path: '/api/admin/site/history/5/restore', body: { section: 'products', editBase: 7 } }]);
  });

  it('restores the first content of a section', async () => {
    const { screen, user, sentTo } = await open({ [restore]: { success: true } });
    await user.click(await screen.findByRole('button', { name: 'Restore the first products' }));
    expect(screen.queryByRole('button', { name: 'Restore the first announcement' })).toBeNull();
    const dialog = await screen.findByRole('alertdialog');
    expect(seen(dialog).join(' ')).toContain('Fortnite Optimizer added: Free');
    await user.click(within(dialog).getByText('Restore'));
    await screen.findByText('Published again. Pages follow within seconds.');
    expect(sentTo(restore).map(({ path }) => path)).toEqual(['/api/admin/site/history/0/restore']);
  });

  it('says what failed, and tries again', async () => {
    let answer: Response | typeof site = refusal(503, 'Please try again');
    const { screen, user } = await open({ [read]: () => answer });
    await screen.findByText('Please try again');
    answer = site;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('Announcement');
  });
});

describe('the form of the products', () => {
  it('begins with the draft, and saves all of them as a draft', async () => {
    const { screen, user, sentTo } = await open({ [save]: saved }, 'site/products');
    const price = await screen.findByLabelText<HTMLInputElement>('Price (€)');
    expect(price.value).toBe('19.99');
    await user.clear(price);
    await user.type(price, '24.5');
    await user.click(screen.getByText('Save draft'));
    await screen.findByText('Draft saved.');
    expect(sentTo(save)).toMatchObject([
      {
        body: {
          editBase: 7,
          content: { products: [{ ...premium, priceCents: 24_50, features: [...premium.features.slice(1), 'A new one'] }] },
          note: 'For summer',
          draftSavedAt: '2026-04-04T12:00:00.000Z',
        },
      },
    ]);
  });

  it('adds, moves and removes products', async () => {
    const { screen, user, sentTo } = await open({ ...noDraft, [save]: saved }, 'site/products');
    await user.click(await screen.findByText('Add a product'));
    const added = screen.getByRole('group', { name: 'New product' });
    await user.type(within(added).getByLabelText('Title'), 'Pro');
    await user.type(within(added).getByLabelText('Id'), 'pro');
    await user.type(within(added).getByLabelText('Price (€)'), '49');
    await user.selectOptions(within(added).getByLabelText('Commission'), 'Another rate');
    await user.type(within(added).getByLabelText('Rate (%)'), '12.5');
    await user.click(screen.getByLabelText('Move Pro up'));
    await user.click(screen.getByLabelText('Remove Framelift Free Utility'));
    await user.click(screen.getByText('Save draft'));
    await screen.findByText('Draft saved.');
    const { products } = (sentTo(save)[0]!.body as { content: { products: object[] } }).content;
    expect(products).toMatchObject([
      { sku: 'premium', offerEndsAt: premium.offerEndsAt },
      {
        sku: 'pro',
        title: 'Pro',
        priceCents: 49_00,
        commission: 12_50,
        oldPriceCents: null,
        providers: { sellauth: null, stripe: { priceId: null } },
      },
    ]);
  });

  it('refuses before it is sent what cannot be published', async () => {
    const { screen, user, sentTo } = await open(noDraft, 'site/products');
    const oldPrice = (await screen.findAllByLabelText<HTMLInputElement>('Old price (€)'))[0]!;
    await user.clear(oldPrice);
    await user.type(oldPrice, '9');
    await user.click(screen.getByText('Save draft'));
    await screen.findByText(productRefusals.oldPriceTooLow);
    expect(sentTo(save)).toEqual([]);
  });
});

describe('the preview beside a form', () => {
  const preview = 'GET /api/admin/site/preview/:page' as const;
  const frame = () => document.querySelector('iframe')!;

  it('is of the page that shows the section, on a phone or a desktop, light or dark', async () => {
    const { screen, user, sentTo } = await open({}, 'site/team');
    await screen.findByTitle('Preview');
    expect([frame().getAttribute('src'), frame().getAttribute('sandbox'), frame().style.width]).toEqual([
      '/api/site/preview/pricing?token=t',
      'allow-same-origin',
      '390px',
    ]);
    await user.click(screen.getByRole('button', { name: 'Desktop' }));
    expect(frame().style.width).toBe('1280px');
    await user.click(screen.getByRole('button', { name: 'Dark' }));
    await waitFor(() => expect(sentTo(preview)).toHaveLength(2));
    expect(sentTo(preview).map(({ path, query }) => [path, query])).toEqual([
      ['/api/admin/site/preview/about', { theme: 'light' }],
      ['/api/admin/site/preview/about', { theme: 'dark' }],
    ]);
  });

  it('follows the draft that the form saves, which stays open and can be saved again', async () => {
    const { screen, user, sentTo } = await open({ [save]: saved }, 'site/announcement');
    await screen.findByTitle('Preview');
    await user.type(await screen.findByLabelText('Text'), 'Closed');
    await user.click(screen.getByText('Save draft'));
    await waitFor(() => expect(sentTo(preview)).toHaveLength(2));
    expect(screen.queryByText('Start over from the current content')).toBeNull();
    await user.type(screen.getByLabelText('Text'), ' today');
    await user.click(screen.getByText('Save draft'));
    await waitFor(() => expect(sentTo(save)).toHaveLength(2));
    expect(sentTo(save)[1]!.body).toMatchObject({ content: { text: 'Closed today' }, draftSavedAt: saved.savedAt });
  });

  it('follows what is typed, and says what cannot be shown', async () => {
    const unsaved = 'POST /api/admin/site/preview/:page' as const;
    const error = 'Link is an https address or a path of this site, of at most 500 characters';
    const shown = { html: '<!doctype html><title>Preview</title><p>As it is typed</p>' };
    const hasLink = ({ body }: SentRequest) => (body as { content: { link: string | null } }).content.link !== null;
    const answer = (sent: SentRequest) => (hasLink(sent) ? refusal(400, error) : shown);
    const { screen, user, sentTo } = await open({ [unsaved]: answer }, 'site/announcement');
    await screen.findByTitle('Preview');
    frame().contentDocument!.append(document.createElement('html'));
    expect(sentTo(unsaved)).toEqual([]);
    await user.type(await screen.findByLabelText('Text'), 'Closed');
    await waitFor(() => expect(frame().contentDocument!.body.textContent).toBe('As it is typed'));
    expect(sentTo(unsaved)[0]).toMatchObject({
      path: '/api/admin/site/preview/home',
      body: { section: 'announcement', content: { text: 'Closed' }, theme: 'light' },
    });
    await user.type(screen.getByLabelText('Link'), 'nowhere');
    await screen.findByText(`Not shown yet: ${error}`);
    expect(sentTo(save)).toEqual([]);
  });

  it('is of the page of one tweak where that is chosen, also of one that is typed', async () => {
    const unsaved = 'POST /api/admin/site/preview/:page' as const;
    const tweaks = {
      section: 'tweaks' as const,
      published: { ...firstSite.tweaks } as Record<string, unknown>,
      position: 0,
      publishedAt: null,
      by: null,
      draft: null,
    };
    const answers: Answers = { [read]: { sections: [tweaks] }, [unsaved]: { html: '<p>As it is typed</p>' } };
    const { screen, user, sentTo } = await open(answers, 'site/tweaks');
    await screen.findByTitle('Preview');
    const page = screen.getByLabelText<HTMLSelectElement>('Page');
    const [first] = firstSite.tweaks.tweaks;
    expect([page.selectedOptions[0]!.text, page.options[1]!.text]).toEqual(['All tweaks', first!.title]);
    await user.selectOptions(page, first!.title);
    await waitFor(() =>
      expect(sentTo(preview).map(({ path }) => path)).toEqual([
        '/api/admin/site/preview/tweaks',
        `/api/admin/site/preview/tweaks.${first!.slug}`,
      ]),
    );
    await user.click(screen.getByRole('button', { name: first!.title }));
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Renamed' } });
    await waitFor(() => expect(sentTo(unsaved).map(({ path }) => path)).toEqual([`/api/admin/site/preview/tweaks.${first!.slug}`]));
    expect(page.selectedOptions[0]!.text).toBe('Renamed');
  });

  it('says why there is none', async () => {
    const { screen } = await open({ [preview]: refusal(503, 'Please try again') }, 'site/team');
    await screen.findByText('Please try again');
  });

  it('is of a page that shows the section', () => {
    // These are on every page.
    const others = ['announcement', 'brand'];
    const showsOf = (page: ReturnType<typeof previewPage>) =>
      page in pageShows ? pageShows[page as keyof typeof pageShows] : productShows;
    for (const section of SITE_SECTIONS.filter((name) => !others.includes(name)))
      expect([section, showsOf(previewPage(section))]).toEqual([section, expect.arrayContaining([`/api/public/site/${section}`])]);
    expect(previewPage('pages.product.pro')).toBe('products.pro');
  });
});

describe('the form of a policy', () => {
  it('says at the field what is shown as it is written', async () => {
    const content = structuredClone(firstSite['policies.terms']) as unknown as Record<string, unknown>;
    const terms = { section: 'policies.terms', published: content, position: 0, publishedAt: null, by: null, draft: null } as const;
    const { screen, user } = await open({ [read]: { sections: [...site.sections, terms] } }, 'site/policies.terms');
    await screen.findByText('Parts', { selector: 'legend' });
    await user.click(screen.getAllByRole('button', { expanded: false }).find((button) => button.closest('fieldset'))!);
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Text');
    await user.type(field, ' [[a](http://shop.example)');
    const said = await screen.findByText(/^Shown as text/);
    expect(said.textContent).toBe('Shown as text: [a](http://shop.example). A link begins with https://, mailto: or /.');
    expect(field.getAttribute('aria-describedby')).toBe(said.parentElement!.id);
  });
});

describe('the form of the announcement', () => {
  it('saves a line and its time', async () => {
    const { screen, user, sentTo } = await open({ [save]: saved }, 'site/announcement');
    await user.type(await screen.findByLabelText('Text'), 'Closed until Monday');
    await user.type(screen.getByLabelText('Link'), '/premium');
    await user.type(screen.getByLabelText('Until (UTC)'), '2026-05-01T08:30');
    await user.click(screen.getByText('Save draft'));
    await screen.findByText('Draft saved.');
    expect(sentTo(save)[0]).toMatchObject({
      body: {
        editBase: 0,
        content: { text: 'Closed until Monday', link: '/premium', fromAt: null, untilAt: '2026-05-01T08:30:00.000Z' },
        note: null,
        draftSavedAt: null,
      },
    });
  });

  it('says what the server refuses', async () => {
    const error = 'Link is an https address or a path of this site, of at most 500 characters';
    const { screen, user } = await open({ [save]: refusal(400, error) }, 'site/announcement');
    await user.type(await screen.findByLabelText('Link'), 'javascript:alert(1)');
    await user.click(screen.getByText('Save draft'));
    await screen.findByText(error);
    // It is said at the field, until that changes.
    const link = screen.getByLabelText('Link');
    expect([link.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', link]);
    await user.type(link, '2');
    expect(screen.queryByText(error)).toBeNull();
  });

  it('refuses before it is sent an end before the beginning', async () => {
    const { screen, user, sentTo } = await open({}, 'site/announcement');
    await user.type(await screen.findByLabelText('From (UTC)'), '2026-05-02T08:30');
    await user.type(screen.getByLabelText('Until (UTC)'), '2026-05-01T08:30');
    await user.click(screen.getByText('Save draft'));
    await screen.findByText(siteRefusals.periodEndsFirst);
    expect(sentTo(save)).toEqual([]);
  });
});

describe('the form of a list', () => {
  const titles = () => screenOrder().map((button) => button.textContent);
  const screenOrder = () => [...document.querySelectorAll('ol button[aria-expanded]')];

  it('opens, adds, moves and removes members, and says what changes', async () => {
    const { screen, user, sentTo } = await open({ [save]: saved }, 'site/team');
    await user.click(await screen.findByText('overclockwise'));
    await user.clear(screen.getByLabelText('Role'));
    await user.type(screen.getByLabelText('Role'), 'Owner');
    await user.click(screen.getByText('overclockwise'));
    expect(screen.queryByLabelText('Role')).toBeNull();
    await user.click(screen.getByLabelText('Move overclockwise down'));
    await user.click(screen.getByLabelText('Remove ninetynine'));
    await user.click(screen.getByText('Add a member'));
    await user.type(screen.getByLabelText('Name'), '漢字');
    await user.type(screen.getByLabelText('Role'), 'Helper');
    await user.type(screen.getByLabelText('Joined'), '2026-01-31');
    expect(titles()).toEqual(['vsyncless', 'overclockwise', 'glasspanel', 'lowpoly', 'hotswap', 'benchrun', '漢字']);
    await screen.findByText('Members, “overclockwise”: Role: “Founder & Owner” → “Owner” and 2 more changes');
    await user.click(screen.getByText('Save draft'));
    await screen.findByText('Draft saved.');
    const { team } = (sentTo(save)[0]!.body as { content: { team: object[] } }).content;
    expect([team[1], team.at(-1)]).toEqual([
      { ...firstSite.team.team[0], role: 'Owner' },
      { name: '漢字', role: 'Helper', discordId: '', image: null, joined: '2026-01-31' },
    ]);
  });

  it('orders by drag', async () => {
    const { screen } = await open({}, 'site/team');
    await screen.findByText('overclockwise');
    const rows = [...document.querySelectorAll('ol > li')];
    fireEvent.dragStart(rows[0]!.querySelector('[draggable]')!);
    fireEvent.dragOver(rows[2]!);
    fireEvent.drop(rows[2]!);
    expect(titles().slice(0, 3)).toEqual(['vsyncless', 'ninetynine', 'overclockwise']);
  });
});
