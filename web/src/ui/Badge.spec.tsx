import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { closeScreens } from '../../../test/support/screen.tsx';
import { seen } from '../../../test/support/seen.ts';
import { StatusBadge } from './Badge.tsx';

closeScreens();

it('a status has the colour of what it means', () => {
  const all = ['completed', 'active', 'pending', 'suspended', 'under review', 'rejected', 'returned', 'banned', 'approved', 'refunded'];
  const { container } = render(all.map((status) => <StatusBadge key={status} status={status} />));
  expect(seen(container)).toEqual([
    'Completed (green)',
    'Active (green)',
    'Pending (yellow)',
    'Suspended (yellow)',
    'Under review (yellow)',
    'Rejected (red)',
    'Returned (red)',
    'Banned (red)',
    'Approved (grey)',
    'Refunded (grey)',
  ]);
});
