/** How a link leaves the site: the page that it opens cannot reach this one. */
export const outside = (link: string) => (link.startsWith('https:') ? { target: '_blank', rel: 'noopener' } : {});
