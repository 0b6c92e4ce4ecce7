import { describe, expect, it } from '@jest/globals';
import { within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { siteAnswers } from '../../../../test/support/golden/site.ts';
import { closeScreens } from '../../../../test/support/screen.tsx';

closeScreens();
const saved = { success: true, savedAt: '2026-04-05T12:00:00.000Z' } as const;

/** The browser's own question before a reload. */
const reloadAsks = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};
const typed = async () => {
  const opened = await openAdminTab('site/announcement', { answers: { ...siteAnswers, 'PUT /api/admin/site/:section': saved } });
  await opened.user.type(await opened.screen.findByLabelText('Text'), 'Closed until Monday');
  return opened;
};

describe('text that is not saved', () => {
  it('is asked about before another place is opened, and stays if wanted', async () => {
    const { screen, user } = await typed();
    expect(reloadAsks()).toBe(true);
    await user.click(screen.getByText('Close'));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByText('Keep editing'));
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Closed until Monday');
  });

  it('is lost only after that question', async () => {
    const { screen, user } = await typed();
    await user.click(screen.getByText('Close'));
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Leave'));
    await screen.findByRole('link', { name: 'Edit announcement' });
    expect(reloadAsks()).toBe(false);
  });

  it('is not asked about once it is saved', async () => {
    const { screen, user } = await typed();
    await user.click(screen.getByText('Save draft'));
    await screen.findByText('Draft saved.');
    expect(reloadAsks()).toBe(false);
    await user.click(screen.getByText('Close'));
    await screen.findByRole('link', { name: 'Edit announcement' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is nothing where nothing was typed', async () => {
    const { screen, user } = await openAdminTab('site/announcement', { answers: siteAnswers });
    await screen.findByLabelText('Text');
    expect(reloadAsks()).toBe(false);
    await user.click(screen.getByText('Close'));
    await screen.findByRole('link', { name: 'Edit announcement' });
  });
});
