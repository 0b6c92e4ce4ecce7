/** Sides (px) of the squares in which a logo is an icon: in a tab, on a phone's screen, and of an installed page. */
export const iconSizes = { tab: 32, touch: 180, small: 192, large: 512 } as const;
/** A picture as a square PNG of one of these sides. */
export const iconPath = (path: string, side: number): string => path.replace(/\.(?:webp|svg)$/, `-${side}.png`);
