import { describe, expect, it } from '@jest/globals';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { eventAnswers, events, eventsView, oneEvent, sale } from '../../../../test/support/golden/events.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { entriesIn, fieldsIn, momentSeen, optionsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/events' as const;
/** Its words are among the types to choose from, too. */
const inList = { selector: 'span' };
const rows = () => screenList().querySelectorAll('button');
const screenList = () => document.querySelector('ul[aria-label="Events, newest first"]')!;
const open = async (query = '', answers: Answers = {}) => {
  const opened = await openAdminTab(`events${query}`, { answers: { ...eventAnswers, ...answers } });
  const queries = () => opened.sentTo(list).map((one) => one.query);
  /** What the list itself was asked for, beside the newest event and what belongs to an opened one. */
  return { ...opened, listed: () => queries().filter(({ limit, search }) => limit === '50' && search !== 'correlation-1') };
};
const openEvent = async (answers: Answers = {}, position = 1_204, narrowed = '') => {
  const opened = await open(`/${position}${narrowed}`, answers);
  const dialog = await opened.screen.findByRole('dialog');
  await within(dialog).findByText('Metadata');
  return { ...opened, dialog, region: (name: string) => seen(within(dialog).getByRole('region', { name })) };
};

describe('the event history', () => {
  it('shows what happened, to what, by whom and when, the newest first', async () => {
    const { screen } = await open();
    await screen.findByText('Sale recorded', inList);
    expect(entriesIn(screenList())).toEqual([
      [`Sale recorded€299.00ninastore${momentSeen('2026-04-02T12:00:02.000Z')}#1,204`],
      [`Cashout requestedaffiliate-a2affiliate${momentSeen('2026-04-01T12:00:00.000Z')}#1,203`],
      [`Visit trackedninavisitor${momentSeen('2026-03-31T12:00:00.000Z')}#1,202`],
    ]);
    expect([...rows()].map((row) => row.dataset['topic'])).toEqual(['money', 'cashouts', 'checkout']);
    await screen.findByText('Log head #1,305');
    screen.getByText('No older events match these filters.');
  });

  it('is asked for by what the address says', async () => {
    const narrowed = {
      search: 'i-77',
      type: 'SaleRecorded',
      stream: 'affiliate-a3',
      affiliate: 'nina',
      actor: 'store',
      from: '2026-04-01T10:00:00.000Z',
      to: '2026-04-03T10:00:00.000Z',
      position: '1300',
    };
    const { screen, listed } = await open(`?${new URLSearchParams(narrowed).toString()}`);
    await screen.findByText('Sale recorded', inList);
    expect(listed()).toEqual([{ limit: '50', ...narrowed }]);
    expect(fieldsIn(document.querySelector('search')!)).toMatchObject({
      Type: 'SaleRecorded',
      Stream: 'affiliate-a3',
      Affiliate: 'nina',
      Actor: 'store',
      'Up to position': '1300',
    });
    screen.getByText('Filters (8)');
  });

  it('is narrowed by each filter, which the address keeps', async () => {
    const { screen, user, listed, address } = await open();
    await screen.findByText('Sale recorded', inList);
    await user.selectOptions(screen.getByLabelText('Type'), 'Sale credited');
    await user.type(screen.getByLabelText('Search by id'), ' i-77 ');
    await waitFor(() => expect(address()).toBe('/admin/dashboard/events?type=SaleCredited&search=i-77'));
    await screen.findByText('Filters (2)');
    for (const [i, [label, name, typed]] of (
      [
        ['Stream', 'stream', 'checkout-1'],
        ['Affiliate', 'affiliate', 'nina'],
        ['Actor', 'actor', 'root'],
        ['Up to position', 'position', '9'],
      ] as const
    ).entries()) {
      await user.type(screen.getByLabelText(label), typed);
      await screen.findByText(`Filters (${3 + i})`);
      expect(address()).toContain(`${name}=${typed}`);
    }
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-04-01T10:30' } });
    const from = new Date('2026-04-01T10:30').toISOString();
    await waitFor(() =>
      expect(listed().at(-1)).toEqual({
        limit: '50',
        type: 'SaleCredited',
        search: 'i-77',
        stream: 'checkout-1',
        affiliate: 'nina',
        actor: 'root',
        position: '9',
        from,
      }),
    );
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-04-01T10:30');
    await user.click(screen.getByText('Clear'));
    expect(address()).toBe('/admin/dashboard/events');
    expect(screen.getByLabelText<HTMLInputElement>('Search by id').value).toBe('');
  });

  it('offers the types of events by their subject', async () => {
    const { screen } = await open();
    await screen.findByText('Sale recorded', inList);
    expect(optionsOf('Type').slice(0, 2)).toEqual(['All types', 'Affiliate registered']);
    expect([...document.querySelectorAll('optgroup')].map(({ label }) => label)).toEqual([
      'Affiliates',
      'Sales and commission',
      'Cashouts',
      'Visits and checkouts',
      'Accounts and system',
    ]);
  });

  it('goes on to older events at its end', async () => {
    const older = { ...events[2]!, position: 1_201, type: 'BuyerErased' };
    const { screen, listed } = await open('', {
      [list]: (request) => {
        if (request.query['limit'] === '1') return eventsView(request);
        return request.query['after'] ? { ...eventsView(request), events: [older] } : { ...eventsView(request), next: '1202' };
      },
    });
    await screen.findByText('Buyer erased', inList);
    expect(listed()).toEqual([{ limit: '50' }, { limit: '50', after: '1202' }]);
    expect(rows()).toHaveLength(4);
  });

  it('says that nothing is found', async () => {
    const { screen } = await open('?search=none', { [list]: (sent) => ({ ...eventsView(sent), events: [] }) });
    await screen.findByText('No events found.');
    screen.getByText('No event matches all of these filters.');
  });

  it('says what is refused, and tries again', async () => {
    let refused = true;
    const answers: Answers = { [list]: (request) => (refused ? refusal(400, 'position must be a whole number') : eventsView(request)) };
    const { screen, user } = await open('?position=x', answers);
    await screen.findByText('position must be a whole number');
    refused = false;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('Sale recorded', inList);
  });

  it('says that it loads', async () => {
    const { screen } = await open('', { [list]: onItsWay });
    screen.getByText('Loading events...');
  });
});

describe('an event', () => {
  it('says its data, money and rates in words, and keeps personal fields sealed', async () => {
    const { region, dialog } = await openEvent();
    within(dialog).getByText('Event #1,204');
    expect(region('Data')).toEqual([
      'Data',
      'invoiceId',
      'i-77',
      'amountCents',
      '€299.00 (29900)',
      'rateBps',
      '23.25% (2325)',
      'buyer',
      'Sealed with the key of buyer-b1',
      'items',
      '[{"name":"Premium"}]',
      'campaign',
      'none',
    ]);
  });

  it('says who did it, when, and why', async () => {
    const { region } = await openEvent();
    expect(region('Metadata').join(' | ')).toBe(
      [
        'Metadata',
        'Stream | affiliate-a3 | · version 7',
        'Type | SaleRecorded | · schema 2',
        'Actor | store sellauth',
        `Occurred | ${momentSeen('2026-04-02T12:00:01.000Z')}`,
        `Recorded | ${momentSeen('2026-04-02T12:00:02.000Z')}`,
        'Event id | 00000000-0000-4000-8000-000000001204',
        'Command | command-1',
        'Correlation | correlation-1',
        'Caused by | cause-1',
        'Trace | 00-trace-01',
      ].join(' | '),
    );
  });

  it.each([
    ['Show all of stream affiliate-a3', 'stream=affiliate-a3'],
    ['Show all of type SaleRecorded', 'type=SaleRecorded'],
    ['Show all by store sellauth', 'actor=sellauth'],
    ['Show all of command command-1', 'search=command-1'],
    ['Show all of correlation correlation-1', 'search=correlation-1'],
    ['Show all of cause cause-1', 'search=cause-1'],
  ])('leads with "%s" to everything that shares it, and to nothing narrower', async (label, narrowed) => {
    const { user, dialog, address } = await openEvent({}, 1_204, '?affiliate=nina');
    await user.click(within(dialog).getByLabelText(label));
    expect(address()).toBe(`/admin/dashboard/events/1204?${narrowed}`);
  });

  it('leads to its cause and effects, in the order they happened', async () => {
    const { user, dialog, address, region } = await openEvent();
    await within(dialog).findByText('Cashout requested');
    expect(region('Cause and effects')).toEqual(['Cause and effects', 'Cashout requestedaffiliate-a2#1,203', 'Sale recordednina#1,204']);
    expect(within(dialog).getByText('Sale recorded').closest('button')!.getAttribute('aria-current')).toBe('true');
    await user.click(within(dialog).getByText('Cashout requested'));
    expect(address()).toBe('/admin/dashboard/events/1203');
  });

  it('leads to the rows that it touches', async () => {
    const { dialog } = await openEvent();
    const link = await within(dialog).findByText('dashboard.totals a3');
    expect(link.getAttribute('href')).toContain(
      `/admin/dashboard/read-models?${new URLSearchParams({ model: 'dashboard', table: 'totals', key: '["a3"]' }).toString()}`,
    );
  });

  it('without related events and rows says so', async () => {
    const { dialog } = await openEvent({
      [list]: (request) => ({ ...eventsView(request), events: request.query['search'] ? [sale] : events }),
      'GET /api/admin/events/:position/rows': { rows: [] },
      'GET /api/admin/events/:position': { ...oneEvent, event: { ...sale, data: {} } },
    });
    await within(dialog).findByText('No related events.');
    await within(dialog).findByText('No read model uses it.');
    within(dialog).getByText('No further data.');
  });

  it('has its place in the chain, computed again', async () => {
    const { dialog, region } = await openEvent();
    await within(dialog).findByText('Verified in this browser: the hash matches.');
    expect(region('Hash chain').slice(0, 5)).toEqual(['Chain', 'Hash before', '0f'.repeat(32), 'Hash', sale.hash]);
  });

  it('that was changed is called so', async () => {
    const changed = { ...oneEvent, event: { ...sale, data: { amountCents: 1 } } };
    const { dialog } = await openEvent({ 'GET /api/admin/events/:position': changed });
    await within(dialog).findByText(/^Computed in this browser, the hash is [0-9a-f]{64}: this event or the one before it was changed\.$/);
  });

  it('leads to the events before and after it, and is closed', async () => {
    const { user, dialog, address } = await openEvent();
    await user.click(within(dialog).getByText('Event before'));
    expect(address()).toBe('/admin/dashboard/events/1203');
    await user.click(within(dialog).getByText('Event after'));
    expect(address()).toBe('/admin/dashboard/events/1204');
    await user.click(within(dialog).getByLabelText('Close'));
    expect(address()).toBe('/admin/dashboard/events');
  });

  it('that is the first has none before it', async () => {
    const { dialog } = await openEvent({}, 1);
    expect(within(dialog).getByText<HTMLButtonElement>('Event before').disabled).toBe(true);
  });

  it('that cannot be fetched says why, and is asked for again', async () => {
    let answer: Response | typeof oneEvent = refusal(404, 'Event not found');
    const { screen, user } = await open('/9999', { 'GET /api/admin/events/:position': () => answer });
    await screen.findByText('Event not found');
    answer = oneEvent;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('Metadata');
  });
});
