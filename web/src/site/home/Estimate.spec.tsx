import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { closeScreens } from '../../../../test/support/screen.tsx';
import { homePage } from '@framelift/contracts/content/page-home';
import { Estimate } from './Estimate.tsx';
import { measurements } from './measurements.ts';

closeScreens();
const answer = () => screen.getByRole('status').textContent;
const choose = (label: string, option: string) => userEvent.setup({ delay: null }).selectOptions(screen.getByLabelText(label), option);
const measuredOn = (gpu: string, cpu: string, game: string) =>
  measurements.pcs.find((pc) => pc.gpu === gpu && pc.cpu === cpu)!.games[game]!;

describe('what it would do on a PC', () => {
  it('answers a graphics card, a processor and a game, before and after', async () => {
    render(<Estimate />);
    const first = answer();
    await choose('Graphics card', 'Radeon RX 7800 XT');
    await choose('Processor', 'Core i5-9400F');
    await choose('Game', 'Warzone');
    const [before, lowBefore, after, lowAfter] = measuredOn('Radeon RX 7800 XT', 'Core i5-9400F', 'Warzone');
    expect(answer()).not.toBe(first);
    expect(answer()).toContain(`+${after - before} FPS on average, +${lowAfter - lowBefore} in the worst 1%`);
    expect(answer()).toContain(`Before Stock Windows${before} FPS, 1% low ${lowBefore}`);
    expect(answer()).toContain(`After Framelift Premium${after} FPS, 1% low ${lowAfter}`);
  });

  it('says when a combination has not been measured', async () => {
    render(<Estimate />);
    const pc = measurements.pcs.find(({ gpu, cpu }) => gpu === 'GeForce GTX 1660' && cpu === 'Ryzen 5 5600')!;
    const { Fortnite, ...others } = pc.games;
    pc.games = others;
    await choose('Graphics card', 'GeForce GTX 1660');
    expect(answer()).toBe('This combination has not been measured yet.');
    pc.games = { Fortnite: Fortnite!, ...others };
  });

  it('says that it is example data', () => {
    render(<Estimate />);
    expect(measurements.example).toBe(true);
    screen.getByText('Example data');
  });

  it('knows every game of the home page', () => {
    for (const { games: known } of measurements.pcs) expect(Object.keys(known)).toEqual(homePage.games.map(({ name }) => name));
  });
});
