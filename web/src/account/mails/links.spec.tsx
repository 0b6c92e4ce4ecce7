import { describe, expect, it } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { type Answers, type CallName, closeScreens, openScreen, refusal } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';
import CancelEmailChangePage from './cancelEmailChange.route.tsx';
import ConfirmEmailPage from './confirmEmail.route.tsx';
import UnsubscribePage from './unsubscribe.route.tsx';

closeScreens();
const confirm = 'POST /api/account/email/confirm' as const;
const cancel = 'POST /api/account/email/cancel' as const;
const unsubscribe = 'POST /api/account/mails/unsubscribe' as const;
const done = { success: true } as const;

describe('a link in a mail', () => {
  const fieldsOf = (calls: { body: unknown; query: unknown }[]) => calls.map(({ body, query }) => ({ body, query }));
  it('confirms an address once its button is pressed', async () => {
    const { screen, user, sent } = openScreen('/account/confirm-email#token=t-1', ConfirmEmailPage, { answers: { [confirm]: done } });
    expect(sent).toEqual([]);
    await user.click(screen.getByText('Confirm This Address'));
    expect(seen(await screen.findByRole('status'))).toEqual(['Your address is confirmed. E-mails will go there from now on.']);
    expect(fieldsOf(sent)).toEqual([{ body: { token: 't-1' }, query: {} }]);
    expect(screen.queryByText('Confirm This Address')).toBeNull();
  });

  it('cancels a change of the address', async () => {
    const { screen, user, sent } = openScreen('/account/cancel-email#token=t-2', CancelEmailChangePage, { answers: { [cancel]: done } });
    await user.click(screen.getByText('Cancel Change'));
    await screen.findByText('The change is cancelled and every session is signed out. Now set a new password.');
    expect(fieldsOf(sent)).toEqual([{ body: { token: 't-2' }, query: {} }]);
    expect(screen.getByText('Set a new password').getAttribute('href')).toBe('/account/forgot');
  });

  it('stops mails of one kind, and says which', async () => {
    for (const [stopped, text] of [
      ['sales', 'Stopped: we no longer write to you about sales.'],
      ['cashouts', 'Stopped: we no longer write to you about cashouts.'],
      ['tiers', 'Stopped: we no longer write to you about tiers.'],
    ] as const) {
      const answers = { [unsubscribe]: { ...done, stopped } };
      const { screen, user, sent } = openScreen('/account/unsubscribe#token=t-3', UnsubscribePage, { answers });
      await user.click(screen.getAllByText('Unsubscribe', { selector: 'button' }).at(-1)!);
      await screen.findByText(text);
      expect(fieldsOf(sent)).toEqual([{ body: undefined, query: { token: 't-3' } }]);
    }
  });

  const opened = (Page: typeof ConfirmEmailPage, call: CallName, label: string, hash: string, answer?: Response) => {
    const answers: Answers = answer ? { [call]: answer } : {};
    const one = openScreen(`/account/link${hash}`, Page, { answers });
    return { ...one, press: () => one.user.click(one.screen.getByText(label, { selector: 'button' })) };
  };

  it('without a token asks nothing, and says what to do instead', async () => {
    for (const [Page, call, label, otherwise] of [
      [ConfirmEmailPage, confirm, 'Confirm This Address', 'Links expire after seven days and work for the newest address only.'],
      [CancelEmailChangePage, cancel, 'Cancel Change', 'There is no change to cancel.'],
      [UnsubscribePage, unsubscribe, 'Unsubscribe', 'has a switch for each kind of e-mail.'],
    ] as const) {
      const { screen, sent, press } = opened(Page, call, label, '');
      await press();
      expect([seen(screen.getAllByRole('alert').at(-1)!), sent]).toEqual([['This link is no longer valid'], []]);
      screen.getByText(otherwise, { exact: false });
      cleanup();
    }
  });

  it('that is not valid any more offers no button; one that failed does', async () => {
    const invalid = opened(ConfirmEmailPage, confirm, 'Confirm This Address', '#token=t', refusal(400, 'This link is no longer valid'));
    await invalid.press();
    await invalid.screen.findByRole('alert');
    expect(invalid.screen.queryByText(/^Confirm/, { selector: 'button' })).toBeNull();
    cleanup();
    const failed = opened(ConfirmEmailPage, confirm, 'Confirm This Address', '#token=t', refusal(503, 'Please try again'));
    await failed.press();
    await failed.screen.findByText('Please try again');
    await failed.screen.findByText('Confirm This Address');
  });
});
