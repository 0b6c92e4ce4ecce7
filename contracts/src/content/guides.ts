/** The videos on the product pages. */
export const guides = {
  free: { title: 'Getting started with the free utility', url: 'https://www.youtube.com/watch?v=fl_guide_01' },
  fortnite: { title: 'Fortnite Optimizer: full walkthrough', url: 'https://www.youtube.com/watch?v=fl_guide_02' },
  premium: { title: '{name} Premium in five minutes', url: 'https://www.youtube.com/watch?v=fl_guide_03' },
} as const;

/** The id of a video in its address; empty where the address names none. */
export const videoIdOf = (url: string): string => new URL(url).searchParams.get('v') ?? '';
