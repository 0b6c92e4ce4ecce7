import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { closeScreens } from '../../../../test/support/screen.tsx';
import { fpsAt, UPDATE_MS } from '../frameTimes.ts';
import { Instrument } from './Instrument.tsx';

closeScreens();
let show: (isIntersecting: boolean) => void;
beforeEach(() => {
  jest.useFakeTimers();
  window.IntersectionObserver = class {
    constructor(see: IntersectionObserverCallback) {
      show = (isIntersecting) => act(() => see([{ isIntersecting } as IntersectionObserverEntry], this as never));
    }
    observe() {}
    disconnect() {}
  } as never;
});
const pass = (updates: number) => act(() => jest.advanceTimersByTimeAsync(updates * UPDATE_MS));
const shown = () => [...document.querySelectorAll('.number')].map(({ textContent }) => Number(textContent));
const at = (update: number) => [fpsAt('before', update), fpsAt('after', update)];

describe('the instrument', () => {
  it('changes every 150 ms, while it is in view', async () => {
    render(<Instrument />);
    await pass(3);
    expect(shown()).toEqual(at(0));
    show(true);
    await pass(3);
    expect(shown()).toEqual(at(3));
    show(false);
    await pass(5);
    expect(shown()).toEqual(at(3));
  });

  it('stops on Pause and goes on from there', async () => {
    render(<Instrument />);
    show(true);
    await pass(2);
    fireEvent.click(screen.getByText('Pause'));
    await pass(5);
    expect(shown()).toEqual(at(2));
    fireEvent.click(screen.getByText('Resume'));
    await pass(1);
    expect(shown()).toEqual(at(3));
  });

  it('has one switch, off at first, and leaves it to the page', () => {
    render(<Instrument />);
    const framelift = screen.getByRole<HTMLInputElement>('switch', { name: 'Framelift' });
    expect(framelift.checked).toBe(false);
    fireEvent.click(framelift);
    expect(framelift.checked).toBe(true);
  });
});
