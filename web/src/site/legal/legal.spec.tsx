import { beforeAll, describe, expect, it } from '@jest/globals';
import { closeScreens, loadCode, openScreen } from '../../../../test/support/screen.tsx';
import LegalPage from './legal.route.tsx';

closeScreens();
beforeAll(async () => void (await loadCode('web/src/ui/dialogs/Dialog.tsx')));
const open = (address: string) => openScreen(address, LegalPage, { answers: {} });
const dialogs = () => [...document.querySelectorAll('[role=dialog] h2')].map((title) => title.textContent);

describe('a policy', () => {
  it.each([
    ['terms', 'Terms of Use'],
    ['privacy', 'Privacy Policy'],
    ['refunds', 'Refund Policy'],
  ])('is open at /tos#%s, and closed again the address keeps its query', async (id, title) => {
    const { screen, user, hash, address } = open(`/tos?ref=nina#${id}`);
    await screen.findByRole('dialog', { name: title });
    await user.click(screen.getByRole('button', { name: 'I understand' }));
    expect([dialogs(), hash(), address()]).toEqual([[], '', '/tos?ref=nina']);
  });

  it('that a card opened has an address, and is closed by the way back', async () => {
    const { screen, user, hash, back } = open('/tos');
    for (const close of [back, () => user.click(screen.getByRole('button', { name: 'Close' }))]) {
      await user.click(screen.getByRole('link', { name: 'Read the Privacy Policy' }));
      await screen.findByRole('dialog', { name: 'Privacy Policy' });
      expect(hash()).toBe('#privacy');
      await close();
      expect([dialogs(), hash()]).toEqual([[], '']);
    }
    await back();
    expect(dialogs()).toEqual([]);
  });

  it('is open at no other address', () => {
    open('/tos#main');
    expect(dialogs()).toEqual([]);
  });

  it('has an id in the page, for pages without scripts and for print', () => {
    open('/tos');
    expect([...document.querySelectorAll('.no-scripts > section')].map(({ id }) => id)).toEqual(['terms', 'privacy', 'refunds']);
  });
});
