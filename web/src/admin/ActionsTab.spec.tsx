import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openAdminTab } from '../../../test/support/admin-tab.ts';
import { closeScreens } from '../../../test/support/screen.tsx';
import { rowsOf } from '../../../test/support/seen.ts';

closeScreens();

describe('what admins did', () => {
  it('is shown with who, to whom and when', async () => {
    const { screen } = await openAdminTab('actions');
    expect(rowsOf('Actions')).toEqual([
      ['Action', 'Who', 'Amount', 'Date'],
      ['Process cashout', 'by root · target: nina · Internal note: Asked twice', '€61.07', 'May 2, 2026'],
      ['Recalculate tiers', 'by ada', '', 'May 1, 2026'],
    ]);
    expect(screen.getByText('Recalculate tiers').getAttribute('href')).toBe('/admin/dashboard/events/x1');
  });

  it('is searched, as the address says', async () => {
    const { screen, user, sentTo, address } = await openAdminTab('actions');
    await user.type(screen.getByLabelText('Search action, admin or target'), 'nina');
    await waitFor(() => expect(address()).toBe('/admin/dashboard/actions?search=nina'));
    await waitFor(() => expect(sentTo('GET /api/admin/actions').at(-1)!.query).toEqual({ limit: '50', search: 'nina' }));
  });

  it('that is nothing yet says so', async () => {
    const { screen } = await openAdminTab('actions', { answers: { 'GET /api/admin/actions': { actions: [], next: null } } });
    screen.getByText('No actions logged.');
  });
});

describe('the access record', () => {
  it('shows who came in, who was refused and who read whose data', async () => {
    const { screen } = await openAdminTab('access');
    await screen.findByText('Shop', { exact: false });
    const [headers, ...rows] = rowsOf('Access');
    expect(headers).toEqual(['Date', 'What', 'Who', 'Whose data', 'Call', 'Answer', 'From']);
    expect(rows.map(([, ...cells]) => cells)).toEqual([
      ['Read (grey)', 'API key Shop', 'a3', 'GET /api/admin/affiliates', '200', '1f2e3d'],
      ['Refused (red)', '–', '–', 'POST /api/affiliate/login', '401', '4c5b6a'],
      ['Signed in (green)', 'root', '–', 'POST /api/affiliate/login', '201', '7d8e9f'],
    ]);
  });
});
