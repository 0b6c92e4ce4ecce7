import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { closeScreens } from '../../../../test/support/screen.tsx';
import { Carousel } from './Carousel.tsx';

closeScreens();
const slides = ['One', 'Two', 'Three'].map((key) => ({ key, content: key }));
const show = (props: { every?: number; dots?: boolean } = {}) => {
  jest.useFakeTimers();
  render(<Carousel label="Reviews" slides={slides} {...props} />);
  return { carousel: screen.getByLabelText('Reviews'), list: screen.getByRole('list') };
};
const runs = () => screen.getByRole('list').getAttribute('aria-live') === 'off';

describe('a carousel', () => {
  it('shows every slide, its dots and its buttons', () => {
    show({ dots: true, every: 8_000 });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['One', 'Two', 'Three']);
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Page 1 of 3',
      'Page 2 of 3',
      'Page 3 of 3',
      'Pause rotation',
      'Previous',
      'Next',
    ]);
    expect(screen.getByLabelText('Page 1 of 3').getAttribute('aria-current')).toBe('true');
  });

  it('rotates by itself until Pause is pressed, and again after Resume', () => {
    show({ every: 8_000 });
    expect(runs()).toBe(true);
    fireEvent.click(screen.getByLabelText('Pause rotation'));
    expect(runs()).toBe(false);
    fireEvent.click(screen.getByLabelText('Resume rotation'));
    expect(runs()).toBe(true);
  });

  it('does not rotate under the pointer, nor around the focus', () => {
    const { carousel } = show({ every: 8_000 });
    fireEvent.pointerEnter(carousel);
    expect(runs()).toBe(false);
    fireEvent.pointerLeave(carousel);
    expect(runs()).toBe(true);
    act(() => screen.getByLabelText('Next').focus());
    expect(runs()).toBe(false);
    act(() => screen.getByLabelText('Next').blur());
    expect(runs()).toBe(true);
  });

  it('has nothing to pause where it does not rotate', () => {
    const { list } = show();
    expect([screen.queryByLabelText('Pause rotation'), list.getAttribute('aria-live')]).toEqual([null, null]);
  });
});
