import { Suspense } from 'react';
import type { Asked } from './useWhy.ts';
import { WhyPanel } from './WhyPanelLoaded.ts';

/** The panel of the figure that is asked about. */
export const OpenWhy = ({ asked }: { asked: Asked | null }) => <Suspense>{asked && <WhyPanel asked={asked} />}</Suspense>;
