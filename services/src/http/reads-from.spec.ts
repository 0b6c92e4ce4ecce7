import { expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Log } from '../engine/log/log.ts';
import { Freshness } from '../engine/projecting/freshness.ts';
import { PROJECTIONS } from '../engine/projecting/projection.ts';
import { ReadsFrom } from './reads-from.ts';

const started = async (name: string) => {
  @Controller()
  class Views {
    @Get()
    @ReadsFrom(name)
    view() {
      return 'a view';
    }
  }
  const providers = [
    { provide: Freshness, useValue: {} },
    { provide: Log, useValue: {} },
    { provide: PROJECTIONS, useValue: [{ name: 'dashboard' }] },
  ];
  return Test.createTestingModule({ controllers: [Views], providers }).compile();
};

it('a process whose view reads from what no projection keeps does not start', async () => {
  await expect(started('dashbord')).rejects.toThrow('A view reads from dashbord, which no projection keeps');
  await (await started('dashboard')).close();
});
