import { describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts';
import { waitFor } from '@testing-library/react';
import { openAdminTab } from '../../../test/support/admin-tab.ts';
import { closeScreens, refusal } from '../../../test/support/screen.tsx';

closeScreens();
const look = 'GET /api/admin/newer-version' as const;
const dismiss = 'POST /api/admin/newer-version/dismiss' as const;
const text = 'Framelift 1.4.0 is available. You run 1.0.0. The runbook says how to upgrade.';
const newer = { here: '1.0.0', newer: '1.4.0' };

describe('a newer version', () => {
  it('is mentioned on Home until an admin dismisses it', async () => {
    let view: { here: string; newer: string | null } = newer;
    const answers = { [look]: () => view, [dismiss]: () => ((view = { ...view, newer: null }), { success: true as const }) };
    const { screen, user, sentTo } = await openAdminTab('overview', { answers });
    await screen.findByText(text);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    expect(sentTo(dismiss).map(({ body }) => body)).toEqual([{ version: '1.4.0' }]);
  });

  it('stays if that failed, and the reason is shown', async () => {
    const { screen, user } = await openAdminTab('overview', { answers: { [look]: newer, [dismiss]: refusal(503, refusals.busy) } });
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await screen.findByText(refusals.busy);
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('is not mentioned while there is none', async () => {
    const { screen } = await openAdminTab('overview');
    await screen.findByText('Needs you');
    expect(screen.queryByText(/is available/)).toBeNull();
  });
});
