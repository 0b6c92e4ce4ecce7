import { unmarkedPicture, unmarkedText } from '@framelift/contracts/site-marks';

/** Of an element: the marks of what it shows, with a space between them. */
export const AT = 'data-at';
/** Their texts are no elements of the page. */
const WITHOUT_PARTS = new Set(['TITLE', 'OPTION', 'STYLE', 'TEXTAREA']);

const isThere = (node: Node): boolean =>
  node.nodeType === Node.ELEMENT_NODE || Boolean(node.nodeValue?.trim() && node.nodeType === Node.TEXT_NODE);

/** Takes the marks out of a page: each element says in `data-at` what it shows. A text beside other things becomes an element. */
export function unmark(page: Document): void {
  const walker = page.createTreeWalker(page.documentElement, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const node of texts) unmarkText(page, node);
  for (const element of page.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      const { text, places } = unmarkedText(element.getAttribute(name)!);
      if (places.length) element.setAttribute(name, text);
    }
    if (element.tagName === 'IMG') unmarkPicture(element);
  }
}

function unmarkText(page: Document, node: Text): void {
  const { text, places } = unmarkedText(node.data);
  const parent = node.parentElement;
  if (!places.length || !parent) return;
  node.data = text;
  if (WITHOUT_PARTS.has(parent.tagName)) return;
  const isAlone = text === '' || [...parent.childNodes].filter(isThere).length === 1;
  const element = isAlone ? parent : page.createElement('span');
  element.setAttribute(AT, places.join(' '));
  // What only has a mark is the end of a text with markup.
  if (text === '') node.remove();
  if (!isAlone) {
    node.replaceWith(element);
    element.append(node);
  }
}

function unmarkPicture(picture: Element): void {
  const { address, place } = unmarkedPicture(picture.getAttribute('src') ?? '');
  if (!place) return;
  picture.setAttribute('src', address);
  picture.setAttribute(AT, place);
}
