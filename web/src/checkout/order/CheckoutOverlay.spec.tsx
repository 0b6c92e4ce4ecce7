import { describe, expect, it, jest } from '@jest/globals';
import { closeScreens, openScreen } from '../../../../test/support/screen.tsx';
import { part, seen } from '../../../../test/support/seen.ts';
import { CheckoutOverlay } from './CheckoutOverlay.tsx';

closeScreens();
const url = 'https://store.example/pay/1';
const open = async (opened: { sameTab: boolean; notice: string | undefined }) => {
  const onClose = jest.fn();
  const { screen, user } = openScreen('/premium', () => <CheckoutOverlay url={url} {...opened} onClose={onClose} />, { answers: {} });
  await screen.findByText('Checkout', { selector: 'h2' });
  return { screen, user, onClose };
};

describe('the checkout', () => {
  it('shows the store’s page over ours, and a link to a tab for it that closes it here', async () => {
    const { screen, user, onClose } = await open({ sameTab: false, notice: undefined });
    const frame = screen.getByTitle<HTMLIFrameElement>('Checkout');
    expect([frame.src, frame.getAttribute('allow')]).toEqual([url, 'payment']);
    expect(seen(part('Checkout'))).toEqual(['Checkout', 'Open in a new tab']);
    const link = screen.getByText('Open in a new tab');
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([url, '_blank', 'noreferrer']);
    await user.click(link);
    expect(onClose.mock.calls).toHaveLength(1);
  });

  it('says above it why a code does not count', async () => {
    await open({ sameTab: false, notice: 'This code is your own.' });
    expect(seen(part('Checkout'))).toEqual(['Checkout', 'This code is your own.', 'Open in a new tab']);
  });

  it('says so before it leaves for a page that cannot be shown here', async () => {
    const { screen } = await open({ sameTab: true, notice: 'This code is your own.' });
    expect(seen(part('Checkout'))).toEqual(['Checkout', 'This code is your own.', 'Continue to payment']);
    expect([screen.getByText('Continue to payment').getAttribute('href'), screen.queryByTitle('Checkout')]).toEqual([url, null]);
  });

  it('is closed by its button', async () => {
    const { screen, user, onClose } = await open({ sameTab: false, notice: undefined });
    await user.click(screen.getByLabelText('Close'));
    expect(onClose.mock.calls).toHaveLength(1);
  });
});
