import { beforeEach, describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { openDashboard } from '../../../test/support/dashboard-screen.ts';
import { checkpoint, ledger, notCredited, statement, statements } from '../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../test/support/screen.tsx';
import { optionsOf, part, rowsOf, seen } from '../../../test/support/seen.ts';

closeScreens();
beforeEach(() => localStorage.removeItem('checkpoints'));
const open = async (answers: Answers = {}, place = '') => {
  const opened = await openDashboard(`ledger${place && `?tab=${place}`}`, { answers });
  await waitFor(() => expect(opened.screen.queryByText(/^Loading/)).toBeNull());
  return opened;
};
const unfold = async (answers: Answers = {}) => {
  const opened = await openDashboard('ledger?tab=proof', { answers });
  const how = opened.screen.getByText<HTMLElement>('How to check it').closest('details')!;
  how.open = true;
  fireEvent(how, new window.Event('toggle'));
  await waitFor(() => expect(opened.screen.queryByText('Loading statement...')).toBeNull());
  return opened;
};
const call = 'GET /api/affiliate/ledger' as const;

describe('the ledger', () => {
  it('shows what each entry was, what it changed, and the balance after it', async () => {
    await open();
    expect(rowsOf('Ledger')).toEqual([
      ['Date', 'Kind', 'Why', 'Amount', 'Balance'],
      ['May 9, 2026', 'Commission', 'Sale s7 · Quiet Pro · Available on Mar 4, 2099', '+€17.51', '€412.34'],
      ['May 8, 2026', 'Reversal', 'Refund of s5', '−€12.51', '€394.83'],
      ['May 7, 2026', 'Sale restored', 'Dispute won', '+€9.09', '€407.34'],
      ['May 6, 2026', 'Cashout requested', 'Cashout c6', '−€106.60', '€398.25'],
      ['May 5, 2026', 'Cashout returned', 'Cashout c2', '+€102.20', '€504.85'],
      ['May 4, 2026', 'Payment returned', 'Cashout c1', '+€101.10', '€402.65'],
      ['May 3, 2026', 'Forfeited', 'Closed account', '−€3.03', '€301.55'],
      ['May 2, 2026', 'Imported commission', 'Invoice stripe-cs_test_a1b…l2m3n4', '+€55.55', '€304.58'],
      ['May 1, 2026', 'surprise', 'Something new', '−€1.23', '−€249.03'],
    ]);
  });

  it('asks for one kind of entry, from a day on, and for the same as a file', async () => {
    const { screen, user, sentTo, kept } = await open({ 'GET /api/affiliate/ledger.csv': () => new Response('Date;Kind') });
    expect(optionsOf('Kind')).toEqual([
      'All',
      'Commission',
      'Reversal',
      'Sale restored',
      'Cashout requested',
      'Cashout returned',
      'Forfeited',
      'Imported commission',
      'Imported payment',
      'Opening balance',
      'Payment returned',
    ]);
    await user.selectOptions(screen.getByLabelText('Kind'), 'Reversal');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-05-02' } });
    await screen.findByText('Ledger', { selector: 'caption' });
    const filter = { kind: 'reversal', from: '2026-05-02T00:00:00.000Z' };
    expect(sentTo(call).map(({ query }) => query)).toEqual([
      { limit: '50' },
      { limit: '50', kind: 'reversal' },
      { limit: '50', ...filter },
    ]);
    await user.click(screen.getAllByText('Download CSV')[0]!);
    expect(sentTo('GET /api/affiliate/ledger.csv').map(({ query }) => query)).toEqual([filter]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await kept()).toEqual([[`ledger-reversal-from-2026-05-02-to-${today}.csv`, 'Date;Kind']]);
  });

  it('says that a file failed, and asks again', async () => {
    let answer = refusal(503, 'Busy');
    const { screen, user, kept } = await open({ 'GET /api/affiliate/ledger.csv': () => answer });
    await user.click(screen.getByText('Download CSV'));
    const again = await screen.findByText('Failed. Try again');
    answer = new Response('Date;Kind');
    await user.click(again);
    await screen.findByText('Download CSV');
    expect(await kept()).toHaveLength(1);
  });

  it('shows older entries when they are asked for', async () => {
    const [first, second] = ledger.entries;
    const { screen, user } = await open({
      [call]: ({ query }) => ({ ...ledger, ...(query['after'] ? { entries: [second!] } : { entries: [first!], next: 'older' }) }),
    });
    await user.click(screen.getByText('Show older entries'));
    await screen.findByText('Refund of s5');
    expect(rowsOf('Ledger').map(([day]) => day)).toEqual(['Date', 'May 9, 2026', 'May 8, 2026']);
    expect(screen.queryByText('Show older entries')).toBeNull();
  });

  it('says that it loads', async () => {
    const { screen } = await openDashboard('ledger', { answers: { [call]: onItsWay } });
    screen.getByText('Loading ledger...');
  });

  it('is four places, each with its address', async () => {
    const { screen, user, address } = await open();
    const tabs = within(screen.getByRole('tablist', { name: 'Ledger' }));
    expect(tabs.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Movements', 'Not credited', 'Statements', 'Proof']);
    await user.click(tabs.getByRole('tab', { name: 'Statements' }));
    await screen.findByLabelText('Month');
    expect(address()).toBe('/affiliate/dashboard/ledger?tab=statements');
  });

  it('says what failed, tries again, and says that there are no entries', async () => {
    let answer: Response | typeof ledger = refusal(503, 'Being built again');
    const { screen, user } = await openDashboard('ledger', { answers: { [call]: () => answer } });
    expect(seen(await screen.findByRole('alert'))).toEqual(['Being built again']);
    answer = { ...ledger, entries: [] };
    await user.click(screen.getByText('Retry'));
    await screen.findByText('No entries found.');
  });
});

describe('sales that earned nothing', () => {
  it('show what was paid, in its currency, and why', async () => {
    await open({}, 'not-credited');
    expect(rowsOf('Not credited')).toEqual([
      ['Date', 'Transaction', 'Paid', 'Reason'],
      ['Feb 12, 2026', 'x2', '€29.99', 'Your own purchase'],
      ['Feb 11, 2026', 'x1', '31.50 USD', 'Not paid in euros'],
    ]);
  });

  it('show older ones when they are asked for', async () => {
    const [newest, older] = notCredited.entries;
    const answer: Answers['GET /api/affiliate/not-credited'] = ({ query }) =>
      query['after'] ? { entries: [older!], next: null } : { entries: [newest!], next: 'older' };
    const { screen, user } = await open({ 'GET /api/affiliate/not-credited': answer }, 'not-credited');
    await user.click(screen.getByText('Show older'));
    await screen.findByText('x1');
    expect(rowsOf('Not credited')).toHaveLength(3);
  });

  it('say that there are none', async () => {
    const { screen } = await open({ 'GET /api/affiliate/not-credited': { entries: [], next: null } }, 'not-credited');
    screen.getByText('All sales through your link were credited.');
  });

  it('say that the list of them failed, and try again', async () => {
    let answer: Response | typeof notCredited = refusal(503, 'Being built again');
    const { screen, user } = await open({ 'GET /api/affiliate/not-credited': () => answer }, 'not-credited');
    await screen.findByText('Being built again');
    answer = notCredited;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('x1');
  });
});

describe('statements', () => {
  const files = {
    'GET /api/affiliate/statements/:month.pdf': () => new Response('PDF'),
    'GET /api/affiliate/payouts/:id.csv': () => new Response('CSV'),
  };

  it('are offered for each month and payout, and handed out for the chosen one', async () => {
    const { screen, user, sent, kept } = await open(files, 'statements');
    expect([optionsOf('Month'), optionsOf('Payout')]).toEqual([
      ['April 2026', 'March 2026'],
      ['Apr 14, 2026 · €103.30', 'Mar 14, 2026 · €100.01'],
    ]);
    await user.selectOptions(screen.getByLabelText('Month'), 'March 2026');
    await user.click(screen.getByLabelText('Download statement-2026-03.pdf'));
    await user.selectOptions(screen.getByLabelText('Payout'), 'Mar 14, 2026 · €100.01');
    await user.click(screen.getByLabelText('Download payout-c0.csv'));
    expect(sent.slice(-2).map(({ path, query }) => [path, query['paper']])).toEqual([
      ['/api/affiliate/statements/2026-03.pdf', 'letter'],
      ['/api/affiliate/payouts/c0.csv', 'letter'],
    ]);
    expect(await kept()).toEqual([
      ['statement-2026-03.pdf', 'PDF'],
      ['payout-c0.csv', 'CSV'],
    ]);
  });

  it('have the invoices of what was paid below them, where there are some', async () => {
    const pdfs = {
      'GET /api/affiliate/invoices/:number.pdf': () => new Response('ONE'),
      'GET /api/affiliate/invoice-years/:year.pdf': () => new Response('YEAR'),
    };
    const { screen, user, sent } = await open(pdfs, 'statements');
    await screen.findByText('Invoices');
    expect([optionsOf('Invoice'), optionsOf('Year')]).toEqual([
      ['2026-000009 · May 5, 2026 · −€100.08', '2025-000008 · May 4, 2025 · €100.08'],
      ['2025'],
    ]);
    await user.selectOptions(screen.getByLabelText('Invoice'), '2025-000008 · May 4, 2025 · €100.08');
    await user.click(screen.getByLabelText('Download invoice-2025-000008.pdf'));
    await user.click(screen.getByLabelText('Download invoices-2025.pdf'));
    expect(sent.slice(-2).map(({ path }) => path)).toEqual([
      '/api/affiliate/invoices/2025-000008.pdf',
      '/api/affiliate/invoice-years/2025.pdf',
    ]);
  });

  it('say why one could not be made', async () => {
    const none = refusal(404, 'There is no statement for this period');
    const { screen, user } = await open({ 'GET /api/affiliate/statements/:month.csv': none }, 'statements');
    await user.click(screen.getByLabelText('Download statement-2026-04.csv'));
    expect(seen(await screen.findByRole('alert'))).toEqual(['There is no statement for this period']);
  });

  it('say that there are none yet', async () => {
    const { screen } = await open({ 'GET /api/affiliate/statements': { ...statements, months: [], payouts: [] } }, 'statements');
    screen.getByText('No statements yet.');
    screen.getByText('The first one appears when the month ends or a cashout is paid.');
    expect(screen.queryByLabelText('Month')).toBeNull();
  });

  it('say that the list of them failed, and try again', async () => {
    let answer: Response | typeof statements = refusal(503, 'Being built again');
    const { screen, user } = await open({ 'GET /api/affiliate/statements': () => answer }, 'statements');
    await within(part('Statements')).findByText('Being built again');
    answer = statements;
    await user.click(within(part('Statements')).getByText('Retry'));
    await screen.findByLabelText('Month');
  });
});

describe('the log that an affiliate is shown', () => {
  const asked = 'GET /api/account/checkpoint' as const;
  const facts = () => rowsIn(document.querySelector('dl')!);
  const rowsIn = (list: Element) =>
    [...list.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling!.textContent]);
  const shownBefore = (kept: object[]) => localStorage.setItem('checkpoints', JSON.stringify(kept));
  const earlier = { size: 12_345, root: 'rwBZ', body: checkpoint.note.split('\n\n')[0] + '\n', at: '2026-05-01T09:00:00.000Z' };

  it('says who has witnessed it, and that this browser compares it from now on', async () => {
    await open({}, 'proof');
    await waitFor(() =>
      expect(facts()).toEqual([
        ['Records', '12,345'],
        ['Witnessed', expect.stringMatching(/^By 2 of 3, \d+ days ago$/)],
        ['Compared', 'At each visit from now on'],
        ['Key of the log', 'framelift.example/log+1a2b3c4d+AddZ'],
      ]),
    );
    expect(JSON.parse(localStorage.getItem('checkpoints')!)).toEqual([expect.objectContaining({ size: 12_345, at: checkpoint.signedAt })]);
  });

  it.each([
    [[], 'By nobody yet'],
    [[checkpoint.witnesses[2]!], 'By none of 1'],
    [[checkpoint.witnesses[0]!], expect.stringMatching(/^By 1, /)],
  ])('says it of other witnesses too', async (witnesses, text) => {
    await open({ [asked]: { ...checkpoint, witnesses } }, 'proof');
    await waitFor(() => expect(facts()[1]).toEqual(['Witnessed', text]));
  });

  it('is compared with what this browser was shown before, at each visit', async () => {
    shownBefore([earlier]);
    const { screen, sentTo } = await open({}, 'proof');
    await waitFor(() => expect(facts()[2]).toEqual(['Compared', expect.stringMatching(/^At each visit since May 1, 2026/)]));
    expect(sentTo(asked).map(({ query }) => query)).toEqual([{ since: '12345' }]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['a log that continues it', 2, false],
    ['another history', 3, true],
  ])('is compared without https too: %s', async (_, added, isOther) => {
    Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
    try {
      const [before, after] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
      const root = hash('sha256', Buffer.concat([Buffer.from([1]), before, after]), 'base64');
      const note = checkpoint.note.replace(/\n12345\n.*\n/, `\n2\n${root}\n`);
      shownBefore([{ ...earlier, size: 1, root: before.toString('base64') }]);
      const continues = [{ size: 1, proof: [Buffer.alloc(32, added).toString('base64')] }];
      const { screen } = await open({ [asked]: { ...checkpoint, note, size: 2, continues } }, 'proof');
      await waitFor(() => expect(facts()[2]).toEqual(['Compared', expect.stringMatching(/^At each visit since May 1, 2026/)]));
      if (isOther) await screen.findByRole('alert');
      const kept = JSON.parse(localStorage.getItem('checkpoints')!) as { size: number }[];
      expect(kept.map(({ size }) => size)).toEqual(isOther ? [1] : [1, 2]);
    } finally {
      Reflect.deleteProperty(crypto, 'subtle');
    }
  });

  it.each([
    ['of the same length', { ...earlier, body: 'framelift.example/log\n12345\nother=\n' }],
    ['that was shorter, without a proof', { ...earlier, size: 9_000 }],
    ['that was longer', { ...earlier, size: 20_000 }],
  ])('warns where it is another history than one %s', async (_, before) => {
    shownBefore([before]);
    const { screen, user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^The records no longer match those that you were shown on May 1, 2026.*Download proof/);
    expect(within(alert).getByText('Download proof').getAttribute('href')).toBe('/affiliate/dashboard/ledger?tab=proof');
    expect(JSON.parse(localStorage.getItem('checkpoints')!)).toEqual([before]);
    await user.click(within(alert).getByLabelText('Dismiss'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(JSON.parse(localStorage.getItem('checkpoints')!)).toEqual([expect.objectContaining({ size: 12_345 })]);
  });
});

describe('the proof', () => {
  const proofOfToday = `framelift-account-${new Date().toISOString().slice(0, 10)}.jsonl`;

  it('is one button for the whole account; the program that checks it is folded away', async () => {
    const { screen, user, kept } = await open({ 'GET /api/affiliate/statements/export': () => new Response('{}') }, 'proof');
    expect(seen(part('Proof'))).toEqual([
      'Proof',
      'Don’t take our word for it. Check your full history here, or download it and check it on your own computer.',
      'Records',
      '12,345',
      'Witnessed',
      expect.stringMatching(/^By 2 of 3, /),
      'Compared',
      'At each visit from now on',
      'Key of the log',
      'framelift.example/log+1a2b3c4d+AddZ',
      'Check now',
      'Download proof',
      'How to check it',
    ]);
    await user.click(screen.getByText('Download proof'));
    expect(await kept()).toEqual([[proofOfToday, '{}']]);
  });

  it('says how it is checked', async () => {
    const { screen } = await unfold();
    expect(screen.getByText('Program').getAttribute('href')).toBe('/framelift-verify.mjs');
    expect(screen.getByLabelText<HTMLInputElement>('Command that checks the proof').value).toBe(
      `node framelift-verify.mjs ${proofOfToday}`,
    );
  });

  it.each([
    ['a proof', `{"framelift":"account"}\n${JSON.stringify({ checkpoint: checkpoint.note.replace('12345', '9000') })}\n`],
    ['a checkpoint', checkpoint.note.replace('12345', '9000')],
  ])('can be compared with %s that was saved', async (_, text) => {
    const { screen, user, sent } = await unfold({ 'GET /api/affiliate/statements/export': () => new Response('{}') });
    const earlier = screen.getByLabelText<HTMLInputElement>('Earlier proof (optional)');
    await user.upload(earlier, new File(['{}'], 'other.json'));
    await screen.findByText('Choose a proof, a statement or a checkpoint that you saved');
    await user.upload(earlier, new File([text], 'in january.jsonl'));
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Command that checks the proof').value).toBe(
        `node framelift-verify.mjs ${proofOfToday} --since "in january.jsonl"`,
      ),
    );
    await user.click(screen.getByText('Download proof'));
    expect(sent.at(-1)).toMatchObject({ path: '/api/affiliate/statements/export', query: { since: '12345,9000' } });
  });

  it('says that it could not be made', async () => {
    const { screen, user } = await open({ 'GET /api/affiliate/statements/export': () => refusal(503, 'Busy') }, 'proof');
    await user.click(screen.getByText('Download proof'));
    expect(seen(await screen.findByRole('alert'))).toEqual(['Busy']);
  });
});

describe('the signed statement', () => {
  it('shows the balance, what it covers and its signature, and hands all of it out', async () => {
    const { screen, user, kept } = await unfold();
    expect(seen(screen.getByText('Signed statement').closest('section')!)).toEqual([
      'Signed statement',
      'Your balance, signed together with a fingerprint of the full history. Anyone can check the signature with the public key, so any later change would be detected.',
      'Balance',
      '€445.81',
      'Signed on',
      expect.stringMatching(/^May 1\d, 2026, /),
      'Events covered',
      '12,345',
      'Fingerprint',
      'abc123',
      'Signature',
      'SiGn==',
      'Public key',
      'MCowKEY',
      'Download Statement',
    ]);
    await user.click(screen.getByText('Download Statement'));
    const [[name, text]] = (await kept()) as [readonly [string, string]];
    expect([name, JSON.parse(text)]).toEqual(['framelift-statement-12345.json', statement]);
  });

  it('says what failed and tries again', async () => {
    let answer: Response | typeof statement = refusal(503, 'Signing is not possible');
    const { screen, user } = await unfold({ 'GET /api/affiliate/statement': () => answer });
    await screen.findByText('Signing is not possible');
    answer = statement;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('Signed on');
  });
});
