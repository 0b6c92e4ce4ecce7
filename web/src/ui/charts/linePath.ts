/** Hundredths of a pixel are enough. */
const rounded = (pixels: number): number => Math.round(pixels * 100) / 100;

/** A line through points as the `d` of a path; it has a gap where there is none. Stepped: it changes halfway between two points. */
export function linePath(points: readonly (readonly [x: number, y: number] | null)[], isStepped: boolean): string {
  let path = '';
  let before: readonly [x: number, y: number] | null = null;
  for (const point of points) {
    if (point) {
      const [x, y] = point.map(rounded) as [number, number];
      // Also a point without neighbours is a line, of no length.
      if (!before) path += `M${x},${y}`;
      else if (isStepped) path += `H${rounded((before[0] + point[0]) / 2)}V${y}`;
      path += `L${x},${y}`;
    }
    before = point;
  }
  return path;
}
