// The environment of component specs: a page of jsdom around the process, taken away when the spec file ends.
import { JSDOM } from 'jsdom';
import { SharedEnvironment } from './runtime.mjs';

/** Of what Node has as well, the page's: its elements take no other's. The rest stays Node's, which fetch and streams need. */
const OF_THE_PAGE = ['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'Blob', 'File', 'FormData', 'DOMException', 'navigator'];

/** One per worker: what React and others keep of it at their first import stays true. */
let window;
function openPage() {
  if (window) return;
  ({ window } = new JSDOM('<!doctype html><html lang="en"><body></body></html>', { url: 'http://localhost/', pretendToBeVisual: true }));
  const idle = () => {};
  // What jsdom, which lays nothing out, lacks.
  const observer = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  const matchMedia = (media) => ({ media, matches: false, addEventListener: idle, removeEventListener: idle });
  Object.assign(window, { ResizeObserver: observer, IntersectionObserver: observer, matchMedia, scrollTo: idle });
  window.HTMLCanvasElement.prototype.getContext = () => null;
  const pointer = { hasPointerCapture: () => false, setPointerCapture: idle, releasePointerCapture: idle };
  Object.assign(window.Element.prototype, { scrollIntoView: idle, ...pointer });
}

export default class PageEnvironment extends SharedEnvironment {
  async setup() {
    openPage();
    window.history.replaceState(null, '', '/');
    window.localStorage.clear();
    window.sessionStorage.clear();
    window.document.body.replaceChildren();
    for (const name of Object.getOwnPropertyNames(window)) {
      if (name in globalThis && !OF_THE_PAGE.includes(name)) continue;
      Object.defineProperty(globalThis, name, {
        configurable: true,
        get: () => window[name],
        set(value) {
          Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
        },
      });
    }
    // Addresses on a page are relative to it.
    const { Request } = globalThis;
    globalThis.Request = class extends Request {
      constructor(input, options) {
        super(typeof input === 'string' ? new URL(input, window.location.href) : input, options);
      }
    };
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  }
}
