import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openAdmin } from '../support/admin-screen.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

/** Counts calls of any listener of keys while a word is composed. */
const counted = `
  window.heard = [];
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (name, listener, options) {
    if (!/^key/.test(name) || !listener) return add.call(this, name, listener, options);
    const heard = (event) => {
      if (event.isComposing || event.keyCode === 229) window.heard.push(name + ' ' + (this.nodeName ?? 'window') + ' ' + event.key);
      return listener.handleEvent ? listener.handleEvent(event) : listener.call(this, event);
    };
    return add.call(this, name, heard, options);
  };`;
const KEYS = ['Enter', 'Escape', 'ArrowDown', 'ArrowUp', ' ', 'Tab', 'j', 'k', 'h', 'Home', 'End'];
/** Says what other handlers than the guard heard: it is the first on window. */
const compose = `(() => {
  window.heard.length = 0;
  const places = [document.activeElement, ...document.querySelectorAll('input, textarea, select, button, [tabindex], [role=tab]')];
  for (const place of places)
    for (const key of ${JSON.stringify(KEYS)})
      for (const name of ['keydown', 'keyup'])
        for (const how of [{ isComposing: true }, { keyCode: 229 }])
          place.dispatchEvent(new KeyboardEvent(name, { key, bubbles: true, cancelable: true, ...how }));
  return [...new Set(window.heard)].filter((one) => !/ window /.test(one));
})()`;

it.each(['', '/review', '/events', '/affiliates'])('keys that compose a word are no commands on the admin’s %s', async (place) => {
  const page = await openAdmin(site, place, { before: (before) => before.addInitScript(counted) });
  expect(await page.evaluate(compose)).toEqual([]);
});

it('Enter that confirms a word stays in the search, and the next one goes', async () => {
  const page = await openAdmin(site, '', { before: (before) => before.addInitScript(counted) });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Payouts');
  const address = page.url();
  expect(await page.evaluate(compose)).toEqual([]);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 });
  expect([page.url(), await page.getByRole('dialog').count()]).toEqual([address, 1]);
  await page.getByRole('combobox').press('Enter');
  await page.waitForURL('**/payouts');
});

it.each(['/', '/tweaks', '/affiliate/login'])('nor on %s', async (path) => {
  const page = await site.visit(path, { before: (before) => before.addInitScript(counted) });
  expect(await page.evaluate(compose)).toEqual([]);
});
