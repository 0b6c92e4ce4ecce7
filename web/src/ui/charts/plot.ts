/** Where the bars stand in a chart's frame, in pixels, so that what lies over them fits. */
export const PLOT = { margin: { top: 8, right: 8, bottom: 0, left: 0 }, axisWidth: 50, axisHeight: 28 } as const;

export const plotInset = `${PLOT.margin.top}px ${PLOT.margin.right}px ${PLOT.axisHeight}px ${PLOT.axisWidth}px`;
