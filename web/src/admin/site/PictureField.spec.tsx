import { expect, it } from '@jest/globals';
import { pictureLimits, picturePath, pictureRefusals } from '@framelift/contracts/pictures';
import { fireEvent, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { type Answers, closeScreens, openScreen, refusal } from '../../../../test/support/screen.tsx';
import { PictureField } from './PictureField.tsx';

closeScreens();
const call = 'POST /api/admin/site/pictures' as const;
const hash = 'a'.repeat(64);
const added = { success: true, path: picturePath(hash) } as const;
const file = (bytes = 4, type = 'image/png') => new File(['x'.repeat(bytes)], 'logo.png', { type });

function Form() {
  const [logo, setLogo] = useState('');
  return (
    <>
      <PictureField label="Logo" value={logo} onChange={setLogo} />
      <output>{logo}</output>
    </>
  );
}
const open = (answers: Answers) => openScreen('/', Form, { answers });

it('uploads a chosen picture, shows it, and removes it', async () => {
  const { screen, user, sentTo } = open({ [call]: added });
  await user.upload(screen.getByLabelText('Logo'), file());
  expect((await screen.findByRole('img')).getAttribute('src')).toBe(`/site/pictures/${hash}.webp`);
  expect(sentTo(call).map(({ body }) => body)).toEqual([{ picture: 'data:image/png;base64,eHh4eA==' }]);
  expect(screen.getByRole('status').textContent).toBe(added.path);
  await user.click(screen.getByRole('button', { name: 'Remove logo' }));
  expect([screen.getByRole('status').textContent, screen.queryByRole('img')]).toEqual(['', null]);
});

it('asks for as many pixels as its field keeps', async () => {
  const { screen, user, sentTo } = openScreen('/', () => <PictureField label="Logo" edge={512} value="" onChange={() => {}} />, {
    answers: { [call]: added },
  });
  await user.upload(screen.getByLabelText('Logo'), file());
  await waitFor(() => expect(sentTo(call).map(({ body }) => body)).toEqual([{ picture: 'data:image/png;base64,eHh4eA==', edge: 512 }]));
});

it('says why the server refuses a file', async () => {
  const { screen, user } = open({ [call]: refusal(400, pictureRefusals.pictureInvalid) });
  await user.upload(screen.getByLabelText('Logo'), file());
  expect((await screen.findByRole('alert')).textContent).toBe(pictureRefusals.pictureInvalid);
  expect(screen.queryByRole('img')).toBeNull();
});

it.each([file(pictureLimits.bytes + 1), file(4, 'image/svg+xml')])('refuses a file that is none before it is sent', async (wrong) => {
  const { screen, sentTo } = open({});
  fireEvent.change(screen.getByLabelText('Logo'), { target: { files: [wrong] } });
  expect((await screen.findByRole('alert')).textContent).toBe(pictureRefusals.pictureInvalid);
  expect(sentTo(call)).toEqual([]);
});
