/** Where the bars are in a chart's frame, in pixels, so that overlays fit. */
export const PLOT = { margin: { top: 8, right: 8, bottom: 0, left: 0 }, axisWidth: 50, axisHeight: 28 } as const;

export const plotInset = `${PLOT.margin.top}px ${PLOT.margin.right}px ${PLOT.axisHeight}px ${PLOT.axisWidth}px`;
