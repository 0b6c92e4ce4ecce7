import { afterEach, describe, expect, it } from '@jest/globals';
import { requireSession } from './requireSession.ts';
import { keptSession, nobody } from './session.ts';

const asked = (path: string) => requireSession({ request: new Request(`http://localhost${path}`) });
afterEach(() => keptSession.write(nobody));

describe('a page behind the login', () => {
  it('leads to the login without a session', () => {
    expect(() => asked('/admin/dashboard')).toThrow(expect.objectContaining({ status: 302 }));
  });

  it('leads from an earlier address of a place to the one of now', () => {
    keptSession.write({ token: 't', affiliate: null });
    expect(asked('/admin/dashboard?tab=events&event=12')?.headers.get('Location')).toBe('/admin/dashboard/events/12');
    expect(asked('/admin/dashboard/events/12')).toBeNull();
  });
});
