import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { closeScreens } from '../../../test/support/screen.tsx';
import { HoverMenu } from './HoverMenu.tsx';

closeScreens();
const show = () => {
  jest.useFakeTimers();
  render(
    <>
      <HoverMenu label="More">
        <a href="#pricing">Pricing</a>
      </HoverMenu>
      <button type="button">Outside</button>
    </>,
  );
  const trigger = screen.getByText('More');
  return { trigger, root: trigger.parentElement! };
};
const isOpen = () => screen.queryByText('Pricing') !== null;
const mouse = { pointerType: 'mouse' };

describe('a menu of links', () => {
  it('opens on a click and closes on the next', () => {
    const { trigger } = show();
    fireEvent.click(trigger);
    expect([isOpen(), trigger.getAttribute('aria-expanded')]).toEqual([true, 'true']);
    fireEvent.click(trigger);
    expect(isOpen()).toBe(false);
  });

  it('closes on Escape and gives the focus back to its button', () => {
    const { trigger } = show();
    fireEvent.click(trigger);
    screen.getByText('Pricing').focus();
    fireEvent.keyDown(screen.getByText('Pricing'), { key: 'Escape' });
    expect([isOpen(), document.activeElement]).toEqual([false, trigger]);
  });

  it('opens under the mouse, and closes 350 ms after it left', () => {
    const { root } = show();
    fireEvent.pointerEnter(root, mouse);
    expect(isOpen()).toBe(true);
    fireEvent.pointerLeave(root, mouse);
    act(() => jest.advanceTimersByTime(349));
    expect(isOpen()).toBe(true);
    act(() => jest.advanceTimersByTime(1));
    expect(isOpen()).toBe(false);
  });

  it('stays where the mouse comes back in time, and is not closed by a click on what it opened', () => {
    const { root, trigger } = show();
    fireEvent.pointerEnter(root, mouse);
    fireEvent.pointerLeave(root, mouse);
    act(() => jest.advanceTimersByTime(200));
    fireEvent.pointerEnter(root, mouse);
    act(() => jest.advanceTimersByTime(1_000));
    fireEvent.click(trigger);
    expect(isOpen()).toBe(true);
  });

  it('closes on a click elsewhere, when a link is followed, and when the focus leaves', () => {
    const { trigger } = show();
    fireEvent.click(trigger);
    fireEvent.pointerDown(screen.getByText('Outside'));
    expect(isOpen()).toBe(false);
    fireEvent.click(trigger);
    fireEvent.click(screen.getByText('Pricing'));
    expect(isOpen()).toBe(false);
    fireEvent.click(trigger);
    fireEvent.blur(screen.getByText('Pricing'), { relatedTarget: screen.getByText('Outside') });
    expect(isOpen()).toBe(false);
  });
});
