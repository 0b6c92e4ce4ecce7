import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { closeScreens } from '../../../../test/support/screen.tsx';
import { type Notice, Toaster, useToast } from './Toaster.tsx';

closeScreens();

function Screen({ notices: [first, next] }: { notices: Notice[] }) {
  const toast = useToast();
  return (
    <>
      <button type="button" onClick={() => toast.show(first!)}>
        First
      </button>
      <button type="button" onClick={() => toast.show(next!)}>
        Next
      </button>
    </>
  );
}
const shows = (...notices: Notice[]) => {
  jest.useFakeTimers();
  render(
    <Toaster>
      <Screen notices={notices} />
    </Toaster>,
  );
  fireEvent.click(screen.getByText('First'));
};
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('a toast', () => {
  it('of a success is a status, and goes after three seconds', () => {
    shows({ tone: 'success', text: 'Saved.' });
    pass(2_999);
    expect(screen.getByRole('status').textContent).toBe('Saved.');
    pass(1);
    expect(screen.queryByText('Saved.')).toBeNull();
  });

  it('of a failure is an alert, and stays until it is dismissed', () => {
    shows({ tone: 'error', text: 'Not saved.' });
    pass(3_600_000);
    expect(screen.getByRole('alert').textContent).toBe('Not saved.');
    fireEvent.click(screen.getByLabelText('Dismiss'));
    expect(screen.queryByText('Not saved.')).toBeNull();
  });

  it('that follows another one has its own three seconds', () => {
    shows({ tone: 'success', text: 'One.' }, { tone: 'success', text: 'Two.' });
    pass(2_000);
    fireEvent.click(screen.getByText('Next'));
    pass(2_000);
    screen.getByText('Two.');
    pass(1_000);
    expect(screen.queryByText('Two.')).toBeNull();
  });
});
