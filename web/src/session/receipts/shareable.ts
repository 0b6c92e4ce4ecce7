import type { WhyView } from '@framelift/contracts';
import { isMonth } from '@framelift/contracts/time';
import type { Asked } from '../why/useWhy.ts';

const CASHOUT = /^[0-9a-z]{16}-\d+$/;

/** Whether a receipt may show this number: what was paid out, a paid cashout, or what a month earned. */
export const isShareable = ({ figure, of }: Asked, { value }: WhyView): boolean =>
  value > 0 && (figure === 'paid' ? !of || CASHOUT.test(of) : figure === 'earned' && isMonth(of));
