import { describe, expect, it } from '@jest/globals';
import { adminPath, dashboardPath, movedPlace, placeAt } from './paths.ts';

describe('the places of the dashboards', () => {
  it('have an address each, and so has one thing of a place', () => {
    expect([
      adminPath('overview'),
      adminPath('read-models'),
      adminPath('events', 12),
      adminPath('cashouts', 'a/b'),
      adminPath('sales', undefined, { search: 'a b' }),
      dashboardPath('ledger'),
    ]).toEqual([
      '/admin/dashboard',
      '/admin/dashboard/read-models',
      '/admin/dashboard/events/12',
      '/admin/dashboard/cashouts/a%2Fb',
      '/admin/dashboard/sales?search=a+b',
      '/affiliate/dashboard/ledger',
    ]);
  });

  it.each([
    ['/admin/dashboard', 'admin', 'overview', undefined],
    ['/admin/dashboard/', 'admin', 'overview', undefined],
    ['/admin/dashboard/events/12/', 'admin', 'events', '12'],
    ['/admin/dashboard/cashouts/a%2Fb', 'admin', 'cashouts', 'a/b'],
    ['/admin/dashboard/cashouts/%', 'admin', 'cashouts', '%'],
    ['/admin/dashboard/programme/change', 'admin', 'programme', 'change'],
    ['/affiliate/dashboard/ledger', 'dashboard', 'ledger', undefined],
    ['/admin/dashboard/nothing', 'admin', undefined, undefined],
    ['/admin/dashboard/sales/1', 'admin', undefined, '1'],
    ['/admin/dashboard/events/1/2', 'admin', undefined, '1'],
    ['/affiliate/dashboard/cashouts/1', 'dashboard', undefined, '1'],
  ])('are found in %s', (path, dashboard, place, part) => expect(placeAt(path)).toEqual({ dashboard, place, part }));

  it.each(['/', '/affiliate', '/affiliate/dashboards', '/admin/dashboard2'])('are not in %s', (path) =>
    expect(placeAt(path)).toBeUndefined(),
  );

  it.each([
    ['/admin/dashboard', 'tab=cashouts', '/admin/dashboard/cashouts'],
    ['/admin/dashboard/', 'tab=sales&status=missing', '/admin/dashboard/sales?status=missing'],
    ['/admin/dashboard', 'tab=events&event=12&type=SaleCredited', '/admin/dashboard/events/12?type=SaleCredited'],
    ['/admin/dashboard', 'tab=payouts&run=r1', '/admin/dashboard/payouts/r1'],
    ['/affiliate/dashboard', 'tab=overview', '/affiliate/dashboard'],
    ['/admin/dashboard', 'tab=nothing', undefined],
    ['/admin/dashboard', 'search=a', undefined],
    ['/admin/dashboard/events', 'tab=sales', undefined],
    ['/premium', 'tab=sales', undefined],
  ])('replace the earlier address %s?%s', (path, query, to) => expect(movedPlace(path, new URLSearchParams(query))).toBe(to));
});
