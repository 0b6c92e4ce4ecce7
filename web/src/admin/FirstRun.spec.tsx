import { describe, expect, it } from '@jest/globals';
import { openAdminTab } from '../../../test/support/admin-tab.ts';
import { firstRun } from '../../../test/support/golden/admin.ts';
import { type Answers, closeScreens, refusal } from '../../../test/support/screen.tsx';
import { part, seen } from '../../../test/support/seen.ts';

closeScreens();
type View = typeof firstRun;
const all = (state: 'open' | 'done'): View['steps'] => firstRun.steps.map(({ step }) => ({ step, state }));
const open = async (view: Partial<View> = {}, answers: Answers = {}) => {
  const opened = await openAdminTab('overview', {
    answers: { 'GET /api/admin/first-run': { ...firstRun, isOver: false, ...view }, ...answers },
  });
  await opened.screen.findByText('Set up your shop');
  return opened;
};
const titles = () => [...part('Set up your shop').querySelectorAll('li')].map((step) => step.querySelector('p')!.textContent);

describe('the first run', () => {
  it('lists every step that is open, with where it is done', async () => {
    const { screen } = await open({ steps: all('open') });
    expect(titles()).toEqual(['Name and colours', 'Product and price', 'Payment provider', 'Mail', 'First affiliate']);
    const links = [...part('Set up your shop').querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Set brand', '/admin/dashboard/site/brand'],
      ['Set products', '/admin/dashboard/site/products'],
      ['Test purchase', '/pricing'],
      ['sandbox mailbox', '/sandbox/mail'],
      ['Restore from a backup', '/admin/dashboard/backups'],
    ]);
    expect(screen.getByText('0 of 5 steps are done.')).toBeTruthy();
  });

  it('leaves out steps that are done or skipped', async () => {
    await open();
    expect(titles()).toEqual(['Product and price', 'Payment provider', 'Mail']);
    expect(seen(part('Set up your shop'))[1]).toBe('2 of 5 steps are done.');
  });

  it('is gone once it is over', async () => {
    const { screen } = await openAdminTab('overview');
    await screen.findByText('Needs you');
    expect(screen.queryByText('Set up your shop')).toBeNull();
  });

  it('says which settings are missing, and no value that is secret', async () => {
    await open();
    const settings = [...part('Set up your shop').querySelectorAll('code')].map(({ textContent }) => textContent);
    expect(settings).toEqual([
      'STORE_PROVIDER=stripe',
      'STRIPE_SECRET_KEY=',
      'STRIPE_WEBHOOK_SECRET=',
      'STORE_PROVIDER=sellauth',
      'STORE_API_URL=',
      'STORE_API_KEY=',
      'STORE_WEBHOOK_SECRET=',
      'SMTP_URL=',
      'MAIL_FROM=',
    ]);
  });

  it('skips a step', async () => {
    const { screen, user, sentTo } = await open({}, { 'POST /api/admin/first-run/skip': { success: true } });
    await user.click(screen.getByRole('button', { name: 'Skip: Payment provider' }));
    expect(sentTo('POST /api/admin/first-run/skip').map(({ body }) => body)).toEqual([{ step: 'provider' }]);
  });

  it('creates the first affiliate', async () => {
    const { screen, user } = await open({ steps: all('open') });
    await user.click(screen.getByRole('button', { name: 'Create affiliate' }));
    await screen.findByRole('dialog', { name: 'Create Affiliate' });
  });

  it('sends a test mail to the address of the admin, or another one', async () => {
    const call = 'POST /api/admin/first-run/test-mail' as const;
    const { screen, user, sentTo } = await open({}, { [call]: { success: true } });
    const field = screen.getByLabelText<HTMLInputElement>('Send to');
    expect(field.value).toBe('root@house.example');
    await user.click(screen.getByRole('button', { name: 'Send test mail' }));
    await screen.findByText('The test mail is in the sandbox mailbox.');
    await user.clear(field);
    await user.type(field, 'else@house.example');
    await user.click(screen.getByRole('button', { name: 'Send test mail' }));
    expect(sentTo(call).map(({ body }) => body)).toEqual([{ email: 'root@house.example' }, { email: 'else@house.example' }]);
  });

  it('shows what the mail server says', async () => {
    const error = 'The mail server did not accept the mail: 535 no';
    const { screen, user } = await open({ mail: 'server', mailbox: null }, { 'POST /api/admin/first-run/test-mail': refusal(409, error) });
    await user.click(screen.getByRole('button', { name: 'Send test mail' }));
    await screen.findByText(error);
  });

  it('has no test mail where no mail is sent', async () => {
    const { screen } = await open({ mail: 'off', mailbox: null, missing: { ...firstRun.missing, mail: ['SMTP_URL'] } });
    expect(screen.queryByRole('button', { name: 'Send test mail' })).toBeNull();
    expect(screen.getByText('SMTP_URL=')).toBeTruthy();
  });
});
