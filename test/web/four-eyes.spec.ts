import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { TermsView } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import { metaOf } from '../../services/src/engine/log/command.ts';
import { Registration } from '../../services/src/programme/sign-in/registration.ts';
import { openAdmin } from '../support/admin-screen.ts';
import { checkAccessibility, type Appearance } from '../support/check-accessibility.ts';
import { signedInAs } from '../support/sessions.ts';
import type { Client } from '../support/system.ts';
import { button, openSite, type Site } from '../support/web-site.ts';

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  admin = await site.app.admin();
}, 60_000);
afterAll(() => site.stop());

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const setTerms = async (changes: Partial<TermsView>) => {
  const { terms, position } = (await admin.get('/api/admin/terms')).body;
  const headers = { 'Edit-Base': String(position) };
  expect((await admin.put('/api/admin/terms', { ...terms, ...changes }, headers)).status).toBe(200);
};

describe('the limit for two admins', () => {
  const looks: Appearance[] = [
    [390, 'light'],
    [1280, 'dark'],
  ];
  it('shows the change that was asked for: another admin agrees, or anybody refuses', async () => {
    await setTerms({ fourEyes: 100 });
    await setTerms({ fourEyes: null });
    const page = await openAdmin(site, '?tab=programme');
    await says(page, /^admin asked for this on .*: one admin is always enough\. Now: two admins from €100/);
    await checkAccessibility(page, looks);
    await button(page, 'Agree').click();
    await says(page, 'You asked for this change yourself. Another admin must agree to it');
    const names = { username: 'second', email: 'second@staff.example', password: 'correct horse battery' };
    await site.app.api.get(Registration).admin(metaOf({ kind: 'system', id: 'spec' }, Date.now(), randomUUID()), names);
    const { token } = (await site.app.anybody.post('/api/affiliate/login', { username: 'second', password: names.password })).body;
    const other = await site.visit('/admin/dashboard?tab=programme', { reducedMotion: 'reduce', before: signedInAs(token) });
    other.setDefaultTimeout(15_000);
    await button(other, 'Agree').click();
    await says(other, 'Terms set successfully!');
    expect((await admin.get('/api/admin/terms')).body).toMatchObject({ terms: { fourEyes: null }, fourEyesAsked: null });
    // The first admin's screen has heard of it.
    await button(page, 'Agree').waitFor({ state: 'detached' });
    await setTerms({ fourEyes: 100 });
    await setTerms({ fourEyes: 200 });
    await button(page, 'Refuse').click();
    await says(page, 'The change was refused. The terms are as they were.');
    expect((await admin.get('/api/admin/terms')).body).toMatchObject({ terms: { fourEyes: 100 }, fourEyesAsked: null });
    // The one refusal above.
    expect(page.complaints).toEqual([expect.stringContaining('403')]);
  }, 60_000);
});
