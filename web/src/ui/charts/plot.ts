/** Where the bars are in a chart's frame, in pixels from its edges, so that overlays fit. */
export const PLOT = { top: 8, right: 8, bottom: 28, left: 50 } as const;

export const plotInset = `${PLOT.top}px ${PLOT.right}px ${PLOT.bottom}px ${PLOT.left}px`;
