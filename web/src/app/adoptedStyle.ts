import { useEffect } from 'react';

/**
 * Replaces `react-style-singleton` (vite.config.ts), which the dialogs' scroll lock uses: that writes a <style> element, which
 * the site's Content-Security-Policy refuses; a constructed sheet is the page's own doing. The same three names.
 */
export const stylesheetSingleton = () => {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return {
    add(css: string) {
      if (users++) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    },
    remove() {
      if (--users) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    },
  };
};

export const styleHookSingleton = () => {
  const sheet = stylesheetSingleton();
  return (css: string) =>
    useEffect(() => {
      sheet.add(css);
      return () => sheet.remove();
    }, [css]);
};

export const styleSingleton = () => {
  const useStyle = styleHookSingleton();
  return function AdoptedStyle({ styles }: { styles: string }) {
    useStyle(styles);
    return null;
  };
};
