import { lazily } from '../../ui/dialogs/lazily.ts';

/** The panel, whose code loads when a number is asked. */
export const WhyPanel = lazily(() => import('./WhyPanel.tsx').then((loaded) => loaded.WhyPanel));
