/** Makes a part of a page like another one and keeps every node that is the same, so pictures, scrolling and the focus stay. */
export function morph(from: Element, to: Element): void {
  for (const name of from.getAttributeNames()) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  const [before, after] = [[...from.childNodes], [...to.childNodes]];
  for (const [i, node] of after.entries()) {
    const old = before[i];
    if (!old) from.append(from.ownerDocument.importNode(node, true));
    else if (!old.isEqualNode(node)) become(old, node);
  }
  for (const old of before.slice(after.length)) old.remove();
}

function become(old: ChildNode, node: ChildNode): void {
  // Elements of frames and parsers are of other classes than those of this document.
  if (old.nodeName !== node.nodeName) old.replaceWith(old.ownerDocument!.importNode(node, true));
  else if (old.nodeType === Node.ELEMENT_NODE) morph(old as Element, node as Element);
  else old.nodeValue = node.nodeValue;
}
