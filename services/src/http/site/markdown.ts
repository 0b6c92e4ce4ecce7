import { isTextLink } from '@framelift/contracts';
import MarkdownIt from 'markdown-it';

/**
 * Long texts of the site as HTML. Markup of the text is shown as it is written, pictures are none, and a link leads to https, to a mail
 * address or to a path of this site; another one is shown as text.
 */

/** Headings of a text are below the headings of its page. */
const BELOW = 3;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
markdown.disable('image');
markdown.validateLink = isTextLink;
markdown.core.ruler.push('for-this-site', ({ tokens, src }) => {
  const isRightToLeft = RIGHT_TO_LEFT.test(src);
  for (const token of tokens) {
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + BELOW)}`;
    // The page's policy lists the styles that it may have.
    token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
    if (isRightToLeft && token.block && token.nesting === 1) token.attrSet('dir', 'auto');
    for (const inner of token.children ?? []) if (inner.type === 'link_open') inner.attrSet('rel', 'noreferrer');
  }
});

export const htmlOf = (text: string): string => markdown.render(text).trim();
