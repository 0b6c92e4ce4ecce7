import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, within } from '@testing-library/react';
import { openDashboard } from '../../../../test/support/dashboard-screen.ts';
import { closeScreens } from '../../../../test/support/screen.tsx';
import { optionsOf, part, seen } from '../../../../test/support/seen.ts';

closeScreens();
const open = async () => {
  const opened = await openDashboard('cashouts');
  await opened.user.click(opened.screen.getByLabelText('Share link'));
  await opened.screen.findByText('Share Your Affiliate Link');
  const dialog = within(part('Share Your Affiliate Link'));
  const link = () => dialog.getByLabelText<HTMLInputElement>('Affiliate link').value;
  const name = (campaign: string) => fireEvent.change(dialog.getByLabelText('Campaign (optional)'), { target: { value: campaign } });
  return { ...opened, dialog, link, name };
};

describe('sharing a link', () => {
  it('begins with the page that sells, and offers every public one', async () => {
    const { link } = await open();
    expect(link()).toBe('http://localhost/premium/?ref=nina');
    expect(optionsOf('Page').slice(0, 3)).toEqual(['Premium Utility', 'Home', 'Pricing']);
    expect(optionsOf('Page')).toHaveLength(new Set(optionsOf('Page')).size);
  });

  it('leads to the chosen page with the campaign', async () => {
    const { link, name, user, dialog, screen } = await open();
    await user.selectOptions(dialog.getByLabelText('Page'), 'Home');
    name(' spring ');
    expect(link()).toBe('http://localhost/?ref=nina&c=spring');
    screen.getByText('Shown under Sources.');
    expect(dialog.getByText('Message preview').nextElementSibling!.textContent).toBe(
      'Get more FPS and less latency with Framelift Premium: 10,000+ tweaks for Windows, hardware and network. http://localhost/?ref=nina&c=spring',
    );
  });

  it('shares nothing while the campaign is none', async () => {
    const { link, name, dialog } = await open();
    name('ok');
    name('not ok!');
    expect(seen(dialog.getByRole('alert'))).toEqual(['A campaign has at most 40 letters, digits, _ and -']);
    expect([link(), dialog.getByLabelText('Affiliate link').closest('[inert]') !== null]).toEqual([
      'http://localhost/premium/?ref=nina&c=ok',
      true,
    ]);
  });

  it('goes to five places by link, with the message where they take one', async () => {
    const { dialog } = await open();
    const link = encodeURIComponent('http://localhost/premium/?ref=nina');
    const message = encodeURIComponent(dialog.getByText('Message preview').nextElementSibling!.textContent);
    expect(dialog.getAllByRole('link').map((a) => [a.textContent, a.getAttribute('href')])).toEqual([
      ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${link}`],
      ['Twitter', `https://twitter.com/intent/tweet?text=${message}`],
      ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${link}`],
      ['Telegram', `https://t.me/share/url?url=${link}&text=${message}`],
      ['WhatsApp', `https://wa.me/?text=${message}`],
    ]);
  });

  it('goes to Instagram by clipboard, and says so', async () => {
    const opened = jest.spyOn(window, 'open').mockImplementation(() => null);
    const { dialog, user } = await open();
    await user.click(dialog.getByText('Instagram'));
    await dialog.findByText('Instagram opened! Message copied to clipboard for easy pasting.');
    expect(opened.mock.calls).toEqual([['https://www.instagram.com/', '_blank', 'noopener']]);
    expect(await navigator.clipboard.readText()).toMatch(/^Get more FPS .* http:\/\/localhost\/premium\/\?ref=nina$/);
  });

  it('copies the link and says so', async () => {
    const { dialog, user } = await open();
    await user.click(dialog.getByText('Copy'));
    await dialog.findByText('Copied to clipboard!');
    expect(await navigator.clipboard.readText()).toBe('http://localhost/premium/?ref=nina');
  });

  it('hands out the QR code as a picture to print', async () => {
    const { dialog, user, kept, name } = await open();
    name('spring');
    await user.click(dialog.getByLabelText('Save as SVG'));
    const [[file, svg]] = (await kept()) as [readonly [string, string]];
    expect([file, svg.slice(0, 4)]).toEqual(['qr-nina-premium-spring.svg', '<svg']);
  });
});
