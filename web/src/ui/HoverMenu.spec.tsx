import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
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
const isOpen = () => screen.getByText('More').getAttribute('aria-expanded') === 'true';
const leave = () => fireEvent.pointerOver(screen.getByText('Outside'), mouse);
const mouse = { pointerType: 'mouse' };

describe('a menu of links', () => {
  it('opens on a click and closes on the next', () => {
    const { trigger } = show();
    fireEvent.click(trigger);
    expect(isOpen()).toBe(true);
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
    fireEvent.pointerOver(root, mouse);
    expect(isOpen()).toBe(true);
    leave();
    jest.advanceTimersByTime(349);
    expect(isOpen()).toBe(true);
    jest.advanceTimersByTime(1);
    expect(isOpen()).toBe(false);
  });

  it('stays where the mouse comes back in time, and is not closed by a click on what it opened', () => {
    const { root, trigger } = show();
    fireEvent.pointerOver(root, mouse);
    leave();
    jest.advanceTimersByTime(200);
    fireEvent.pointerOver(root, mouse);
    jest.advanceTimersByTime(1_000);
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
    fireEvent.focusOut(screen.getByText('Pricing'), { relatedTarget: screen.getByText('Outside') });
    expect(isOpen()).toBe(false);
  });
});
