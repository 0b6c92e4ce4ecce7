import { Component, createContext, type ReactNode, useContext } from 'react';
import { Card } from '../Card.tsx';
import { Failed } from '../Failed.tsx';
import { Loading } from '../Loading.tsx';

/** Asks the server again for what is on the screen: the Retry of every boundary without its own. */
export const AskAgain = createContext<() => unknown>(() => undefined);

/** The store hands an answer to components one frame later. */
const SETTLED_MS = 50;

interface Props {
  /** Asks again for what this part shows; waited for before the part is tried again. */
  onRetry?: () => unknown;
  /** The failure is shown on a card. */
  card?: boolean;
  children: ReactNode;
}

/** A part that breaks, such as a chart with nonsense in its answer, says so; the rest of the page goes on. */
export function Boundary({ onRetry, card, children }: Props) {
  const askAgain = useContext(AskAgain);
  return (
    <Catching onRetry={onRetry ?? askAgain} card={card}>
      {children}
    </Catching>
  );
}

interface State {
  part: 'shown' | 'broken' | 'retried';
}

class Catching extends Component<Props, State> {
  override state: State = { part: 'shown' };

  static getDerivedStateFromError = (): State => ({ part: 'broken' });

  private readonly retry = async () => {
    this.setState({ part: 'retried' });
    await this.props.onRetry?.();
    await new Promise((passed) => setTimeout(passed, SETTLED_MS));
    this.setState({ part: 'shown' });
  };

  override render() {
    const { part } = this.state;
    if (part === 'shown') return this.props.children;
    const instead =
      part === 'broken' ? (
        <Failed text="Something went wrong. Please try again later." onRetry={this.retry} />
      ) : (
        <Loading text="Loading..." />
      );
    return this.props.card ? <Card>{instead}</Card> : instead;
  }
}
