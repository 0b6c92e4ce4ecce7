import type { ReviewBody, ReviewDecision, ReviewItemView } from '@framelift/contracts';
import { reviewChoices } from '@framelift/contracts/review';
import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { useDecideReviewMutation } from './reviewApi.ts';
import { decisionWords } from './reviewWords.ts';

/** What can be decided about all of these. */
export const choicesFor = (items: readonly ReviewItemView[]): ReviewDecision[] =>
  (['fine', 'hold', 'reverse', 'suspend'] as const).filter((decision) =>
    items.every(({ kind, held }) => reviewChoices[kind].includes(decision) && (decision !== 'hold' || !held)),
  );

type Texts = Pick<ReviewBody, 'reason' | 'internalNote'>;

/** Decides about items, one after another, up to the first that is refused. */
export const useDecide = () => {
  const toast = useToast();
  const [send, { isLoading }] = useCommand(useDecideReviewMutation());
  const [problem, setProblem] = useState<string>();
  const decide = async (decision: ReviewDecision, items: readonly ReviewItemView[], texts: Texts = {}): Promise<boolean> => {
    setProblem(undefined);
    for (const { id, position, signals } of items) {
      const body = { decision, ...texts, upTo: position, rules: [...new Set(signals.map(({ rule }) => rule))] };
      const { error } = await send({ id, body });
      if (!error) continue;
      setProblem(errorText(error, 'Failed to decide'));
      return false;
    }
    const { past } = decisionWords[decision];
    toast.success(items.length === 1 ? `${past}.` : `${past}: ${formatCount(items.length)} items.`);
    return true;
  };
  return { decide, problem, isBusy: isLoading };
};
