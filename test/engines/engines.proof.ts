import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pages } from '../../web/src/lib/pages.ts';
import { ChildProcess } from '../support/child-process.ts';
import { type OwnStart, ownStart } from '../support/own-start.ts';
import { skipReason } from '../support/skip-reason.ts';
import { type Engine, named, Person, saying } from './engine.ts';
import { noFirefox, openFirefox } from './firefox.ts';
import { noWebKit, openWebKit } from './webkit.ts';

const engines = [
  { name: 'Firefox', open: openFirefox, missing: noFirefox },
  { name: 'WebKit', open: openWebKit, missing: noWebKit },
];
const behindSignIn = [pages.dashboard, pages.admin, pages.account];
const publicPages = Object.values(pages).filter((page) => !behindSignIn.includes(page));
const CHECKOUT = '//iframe[@title="Checkout"]';

describe.each(engines)('$name', ({ name, open, missing }) => {
  const titled = skipReason(missing);
  const test = missing ? it.skip : it;
  let own: OwnStart;
  let system: ChildProcess;
  let engine: Engine;

  beforeAll(async () => {
    if (missing) return;
    own = await ownStart();
    system = await ChildProcess.start('start.js', own.env, 'is ready');
    engine = await open();
  });
  afterAll(async () => {
    await engine?.close();
    await system?.end();
    await own?.remove();
  });

  const somebody = async () => new Person(await engine.open(), own.url);

  const signsIn = async (person: Person, username: string, password: string) => {
    await person.opens(pages.login.path);
    await person.fills('Username or Email', username);
    await person.fills('Password', password);
    await person.clicks('//button[@type="submit"]');
  };

  /** Opens each tab; none shows a failure or is still loading. */
  const looksThroughTabs = async (person: Person, first: string) => {
    await person.sees(named('*[@role="tab"]', first));
    // Beside some names there is a count, which comes later.
    const tabs = await person.read<{ id: string; name: string }[]>(
      `[...document.querySelectorAll('[role=tab]')].map((tab) => ({ id: tab.id, name: tab.querySelector('span')?.textContent ?? tab.textContent }))`,
    );
    for (const { id } of tabs) {
      await person.clicks(`//*[@role="tab" and @id="${id}"]`);
      await person.sees(`//*[@role="tab" and @id="${id}" and @aria-selected="true"]`);
      await person.sees('//*[@role="tabpanel" and string-length(normalize-space(.)) > 0]');
      await person.seesNo('//*[@role="tabpanel"]//output[contains(., "Loading")]');
      await person.seesNo('//*[@role="alert" and contains(., "Failed")]');
    }
    return tabs.map(({ name }) => name);
  };

  test(
    titled(`${name} shows every public page`),
    async () => {
      const visitor = await somebody();
      for (const { path, title } of publicPages) {
        await visitor.opens(path);
        await visitor.sees('//h1');
        expect([path, await visitor.read('document.title')]).toEqual([path, expect.stringContaining(title)]);
      }
      await visitor.leaves();
      expect(engine.errors.splice(0)).toEqual([]);
    },
    600_000,
  );

  test(
    titled(`${name} logs people in, sells, and shows every tab of both dashboards`),
    async () => {
      const affiliate = await somebody();
      await affiliate.opens(pages.register.path);
      await affiliate.fills('Username', 'engine');
      await affiliate.fills('Email', 'engine@example.org');
      await affiliate.fills('Password', 'a long password');
      await affiliate.fills('Confirm Password', 'a long password');
      await affiliate.clicks('//button[@type="submit"]');
      await affiliate.sees(saying('No recent sales.'));

      const buyer = await somebody();
      await buyer.opens(`${pages.premium.path}/?ref=engine`);
      await buyer.clicks(named('button', 'Buy Now'));
      await buyer.fills('E-mail address', 'buyer@example.com', CHECKOUT);
      await buyer.clicks('//button[starts-with(normalize-space(.), "Pay")]', CHECKOUT);
      await buyer.sees('//*[contains(., "Thank you") or contains(., "paid")]', CHECKOUT);
      await buyer.leaves();
      // It updates for the sale by itself.
      await affiliate.seesNo(saying('No recent sales.'));
      expect(await looksThroughTabs(affiliate, 'Overview')).toContain('Settings');
      await affiliate.leaves();

      const [, username = '', password = ''] = /The admin account \(shown once\): (\S+) \/ (\S+)/.exec(system.output)!;
      const admin = await somebody();
      await signsIn(admin, username, password);
      expect(await looksThroughTabs(admin, 'Overview')).toContain('Affiliates');
      await admin.leaves();
      expect(engine.errors.splice(0)).toEqual([]);
    },
    900_000,
  );
});
