import { describe, expect, it } from '@jest/globals';
import { firstSite } from '@framelift/contracts';
import { fireEvent, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { site, siteAnswers } from '../../../../test/support/golden/site.ts';
import { type Answers, closeScreens } from '../../../../test/support/screen.tsx';

closeScreens();
const read = 'GET /api/admin/site' as const;
const save = 'PUT /api/admin/site/:section' as const;
const home = {
  section: 'pages.home' as const,
  published: { ...firstSite['pages.home'] },
  position: 0,
  publishedAt: null,
  by: null,
  draft: null,
};
const answers: Answers = {
  ...siteAnswers,
  [read]: { sections: [...site.sections.filter(({ section }) => section !== 'pages.home'), home] },
  [save]: { success: true, savedAt: '2026-04-05T12:00:00.000Z' },
};

/** The form of the home page. */
async function open() {
  const { screen, user, sentTo } = await openAdminTab('site/pages.home', { answers });
  const list = await screen.findByRole('group', { name: 'Sections' });
  const sections = within(list);
  const add = async (kind: string) => {
    await user.click(sections.getByText('Add a section'));
    await user.click(await screen.findByText(kind));
  };
  const sent = async () => {
    await user.click(screen.getByText('Save draft'));
    await screen.findByText('Draft saved.');
    return (sentTo(save).at(-1)!.body as { content: typeof home.published }).content;
  };
  return { screen, user, sections, add, sent };
}

describe('the sections of a page in its form', () => {
  it('are switched, the older switch of their kind with them, moved, added and removed', async () => {
    const { screen, user, sections, add, sent } = await open();
    expect(screen.queryByLabelText(/^Show before and after/)).toBeNull();
    await user.click(sections.getByLabelText('Show Estimate'));
    await user.click(sections.getByLabelText('Show Page’s questions'));
    await user.click(sections.getByLabelText('Move End of the page up'));
    expect(sections.getByLabelText<HTMLButtonElement>('Remove Benefits').disabled).toBe(true);
    await add('Steps');
    await user.clear(sections.getByLabelText('Title'));
    await user.type(sections.getByLabelText('Title'), 'Three');
    await add('Logos');
    await user.click(sections.getByLabelText('Remove Logos'));
    const content = await sent();
    expect(content.showsEstimate).toBe(false);
    expect(content.sections).toEqual([
      { kind: 'benefits', on: true, content: {} },
      { kind: 'estimate', on: true, content: {} },
      { kind: 'inside', on: true, content: {} },
      { kind: 'end', on: true, content: {} },
      { kind: 'faq', on: false, content: {} },
      { kind: 'steps', on: true, content: { eyebrow: '', title: 'Three', lead: '', steps: [] } },
    ]);
  });

  it('take the rows of a measured table from a CSV file, and keep them when one is wrong', async () => {
    const { user, sections, add, sent } = await open();
    await add('Measured table');
    const choose = (text: string) =>
      fireEvent.change(sections.getByLabelText('From a CSV file'), { target: { files: [new File([text], 'pcs.csv')] } });
    choose('Machine;Before;After;Source\nRTX 3060;121,4;149;https://bench.example\n');
    await user.click(await sections.findByText('RTX 3060'));
    await user.clear(sections.getByLabelText('After'));
    await user.type(sections.getByLabelText('After'), '150');
    choose('A,1,fast,us\n');
    await sections.findByText('pcs.csv: line 1: After is not a number');
    const { sections: after } = await sent();
    expect((after.at(-1)!.content as { rows?: object[] }).rows).toEqual([
      { machine: 'RTX 3060', before: 121.4, after: 150, source: 'https://bench.example' },
    ]);
  });
});
