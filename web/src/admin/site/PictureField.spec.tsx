import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
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

describe('a field whose frame has a shape', () => {
  const photo = { naturalWidth: 200, naturalHeight: 100 };
  const { prototype } = HTMLImageElement;
  beforeEach(() => {
    for (const [name, value] of Object.entries(photo)) Object.defineProperty(prototype, name, { configurable: true, get: () => value });
    Object.defineProperty(prototype, 'decode', { configurable: true, value: async () => undefined });
  });
  afterEach(() => {
    for (const name of [...Object.keys(photo), 'decode']) Reflect.deleteProperty(prototype, name);
  });
  const openWith = (ratio: number) =>
    openScreen('/', () => <PictureField label="Picture" ratio={ratio} value="" onChange={() => {}} />, { answers: { [call]: added } });

  it('asks for the part of a picture of another shape', async () => {
    const { screen, user, sentTo } = openWith(1);
    await user.upload(screen.getByLabelText('Picture'), file());
    fireEvent.load(await screen.findByRole('img', { name: 'What you chose' }));
    expect(sentTo(call)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use this part' }));
    await waitFor(() => expect(sentTo(call)).toHaveLength(1));
    expect(sentTo(call)[0]!.body).toMatchObject({ crop: { left: 50, top: 0, width: 100, height: 100 } });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('uploads nothing when that is cancelled', async () => {
    const { screen, user, sentTo } = openWith(1);
    await user.upload(screen.getByLabelText('Picture'), file());
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect([sentTo(call), screen.queryByRole('dialog')]).toEqual([[], null]);
  });

  it.each([
    ['of its shape', 2, 'image/png'],
    ['that is a drawing', 1, 'image/svg+xml'],
  ])('takes a picture %s as it is', async (_, ratio, type) => {
    const { screen, user, sentTo } = openWith(ratio);
    await user.upload(screen.getByLabelText('Picture'), file(4, type));
    await waitFor(() => expect(sentTo(call)).toHaveLength(1));
    expect(sentTo(call)[0]!.body).not.toHaveProperty('crop');
  });
});

it.each([file(pictureLimits.bytes + 1), file(4, 'image/gif')])('refuses a file that is none before it is sent', async (wrong) => {
  const { screen, sentTo } = open({});
  fireEvent.change(screen.getByLabelText('Logo'), { target: { files: [wrong] } });
  expect((await screen.findByRole('alert')).textContent).toBe(pictureRefusals.pictureInvalid);
  expect(sentTo(call)).toEqual([]);
});
