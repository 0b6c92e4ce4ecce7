import { describe, expect, it } from '@jest/globals';
import { premium, productRefusals } from '@framelift/contracts';
import { within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { site, siteAnswers } from '../../../../test/support/golden/site.ts';
import { type Answers, closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { entriesIn, momentSeen, part, seen } from '../../../../test/support/seen.ts';

closeScreens();
const read = 'GET /api/admin/site' as const;
const publish = 'POST /api/admin/site/publish' as const;
const discard = 'DELETE /api/admin/site/:section' as const;
const restore = 'POST /api/admin/site/history/:position/restore' as const;
const saveProducts = 'PUT /api/admin/site/products' as const;
const saveAnnouncement = 'PUT /api/admin/site/announcement' as const;
const open = (answers: Answers = {}, at = 'site') => openAdminTab(at, { answers: { ...siteAnswers, ...answers } });
const saved = { success: true, savedAt: '2026-04-05T12:00:00.000Z' } as const;
/** Without the draft of another admin. */
const noDraft: Answers = { [read]: { sections: site.sections.map((section) => ({ ...section, draft: null })) } };

describe('the site', () => {
  it('shows what is published, and a draft as what it changes', async () => {
    const { screen } = await open();
    await screen.findByText('For summer', { exact: false });
    expect(seen(part('Products')).slice(0, 7)).toEqual([
      'Products',
      'Edit',
      'Framelift Premium',
      '€29.99 · commission by tier',
      'Framelift Free Utility',
      'Free',
      `Published by ada, ${momentSeen('2026-04-03T10:00:00.000Z')}`,
    ]);
    expect(entriesIn(screen.getByRole('region', { name: 'Draft of products' })).flat()).toEqual([
      'Framelift Premium: price €29.99 → €19.99',
      'Framelift Premium: “A new one” added',
      'Framelift Premium: “Full system and hardware optimisation” removed',
      'Framelift Free Utility removed',
    ]);
    expect(seen(part('Announcement'))).toEqual(['Announcement', 'Edit', 'No announcement.', 'Never changed.']);
  });

  it('publishes a draft after it showed once more what changes', async () => {
    const { screen, user, sentTo } = await open({ [publish]: { success: true } });
    await user.click(await screen.findByRole('button', { name: 'Publish products' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(seen(dialog).join(' ')).toContain('Framelift Premium: price €29.99 → €19.99');
    expect(sentTo(publish)).toEqual([]);
    await user.click(within(dialog).getByText('Publish'));
    await screen.findByText('Published. Pages follow within seconds.');
    expect(sentTo(publish)).toMatchObject([{ body: { sections: ['products'] }, base: '7' }]);
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
    expect(sentTo(restore)).toMatchObject([{ path: '/api/admin/site/history/5/restore', body: { section: 'products' }, base: '7' }]);
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
    const { screen, user, sentTo } = await open({ [saveProducts]: saved }, 'site/products');
    const price = await screen.findByLabelText<HTMLInputElement>('Price (€)');
    expect(price.value).toBe('19.99');
    await user.clear(price);
    await user.type(price, '24.5');
    await user.click(screen.getByText('Save draft'));
    await screen.findByText('Draft saved. Publish it when it is right.');
    expect(sentTo(saveProducts)).toMatchObject([
      {
        base: '7',
        body: {
          products: [{ ...premium, priceCents: 24_50, features: [...premium.features.slice(1), 'A new one'] }],
          note: 'For summer',
          draftSavedAt: '2026-04-04T12:00:00.000Z',
        },
      },
    ]);
  });

  it('adds, moves and removes products', async () => {
    const { screen, user, sentTo } = await open({ ...noDraft, [saveProducts]: saved }, 'site/products');
    await user.click(await screen.findByText('Add a product'));
    const added = screen.getAllByRole('group').at(-1)!;
    await user.type(within(added).getByLabelText('Title'), 'Pro');
    await user.type(within(added).getByLabelText('Id'), 'pro');
    await user.type(within(added).getByLabelText('Price (€)'), '49');
    await user.selectOptions(within(added).getByLabelText('Commission'), 'Another rate');
    await user.type(within(added).getByLabelText('Rate (%)'), '12.5');
    await user.click(screen.getByLabelText('Move Pro up'));
    await user.click(screen.getByLabelText('Remove Framelift Free Utility'));
    await user.click(screen.getByText('Save draft'));
    await screen.findByText('Draft saved. Publish it when it is right.');
    const { products } = sentTo(saveProducts)[0]!.body as { products: object[] };
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
    expect(sentTo(saveProducts)).toEqual([]);
  });
});

describe('the form of the announcement', () => {
  it('saves a line and its time', async () => {
    const { screen, user, sentTo } = await open({ [saveAnnouncement]: saved }, 'site/announcement');
    await user.type(await screen.findByLabelText('Text'), 'Closed until Monday');
    await user.type(screen.getByLabelText('Link'), '/premium');
    await user.type(screen.getByLabelText('Until (UTC)'), '2026-05-01T08:30');
    await user.click(screen.getByText('Save draft'));
    await screen.findByText('Draft saved. Publish it when it is right.');
    expect(sentTo(saveAnnouncement)[0]).toMatchObject({
      base: '0',
      body: { text: 'Closed until Monday', link: '/premium', fromAt: null, untilAt: '2026-05-01T08:30:00.000Z', draftSavedAt: null },
    });
  });

  it('refuses a link that is none of a page', async () => {
    const { screen, user } = await open({}, 'site/announcement');
    await user.type(await screen.findByLabelText('Link'), 'javascript:alert(1)');
    await user.click(screen.getByText('Save draft'));
    await screen.findByText('A link is an https address or a path of this site', { exact: false });
  });
});
