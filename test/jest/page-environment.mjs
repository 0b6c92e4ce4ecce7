// The environment of component specs: a page of jsdom around the process, removed when the spec file ends.
import { JSDOM } from 'jsdom';
import { checkAlone } from './moments.mjs';
import { SharedEnvironment } from './runtime.mjs';

/** Globals that both have: these are the page's, as its elements accept no others. The rest stay Node's, for fetch and streams. */
const OF_THE_PAGE = ['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'Blob', 'File', 'FormData', 'DOMException', 'navigator'];

/** One per worker: React and others keep references to it from their first import. */
let window;
function openPage() {
  if (window) return;
  ({ window } = new JSDOM('<!doctype html><html lang="en"><body></body></html>', { url: 'http://localhost/', pretendToBeVisual: true }));
  const idle = () => {};
  // Missing in jsdom, which has no layout.
  const observer = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  const matchMedia = (media) => ({ media, matches: false, addEventListener: idle, removeEventListener: idle });
  Object.assign(window, { ResizeObserver: observer, IntersectionObserver: observer, matchMedia, scrollTo: idle });
  // No style sheet is loaded, so computed styles are those of attributes. jsdom's own took a tenth of all component specs.
  window.getComputedStyle = (element) => element.style;
  window.HTMLCanvasElement.prototype.getContext = () => null;
  const pointer = { hasPointerCapture: () => false, setPointerCapture: idle, releasePointerCapture: idle };
  Object.assign(window.Element.prototype, { scrollIntoView: idle, ...pointer });
}

export default class PageEnvironment extends SharedEnvironment {
  async setup() {
    await super.setup();
    checkAlone();
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
