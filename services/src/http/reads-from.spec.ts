import { expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { refusals } from '@framelift/contracts';
import { Log } from '../engine/log/log.ts';
import { Freshness } from '../engine/projecting/freshness.ts';
import { PROJECTIONS } from '../engine/projecting/projection.ts';
import { Refused } from '../platform/refused.ts';
import { ReadsFrom } from './reads-from.ts';

const started = async (name: string, view = () => 'a view', reached = true) => {
  @Controller()
  class Views {
    @Get()
    @ReadsFrom(name)
    view() {
      return view();
    }
  }
  const providers = [
    { provide: Freshness, useValue: { upTo: async () => ({ position: 7, reached }) } },
    { provide: Log, useValue: {} },
    { provide: PROJECTIONS, useValue: [{ name: 'dashboard' }] },
  ];
  return Test.createTestingModule({ controllers: [Views], providers }).compile();
};

it('a process with a view on an unknown projection does not start', async () => {
  await expect(started('dashbord')).rejects.toThrow('A view reads from dashbord, which is no projection');
  await (await started('dashboard')).close();
});

it.each([
  ['was reached', true, 404, 'Not found'],
  ['is behind', false, 503, refusals.behind],
])('a thing that is missing in a read model when the position seen %s', async (_, reached, status, message) => {
  const missing = () => {
    throw new Refused('Not found', 'missing');
  };
  const module = await started('dashboard', missing, reached);
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
  app.useGlobalFilters({
    catch: (error: Refused, host) =>
      void host
        .switchToHttp()
        .getResponse()
        .status(error.kind === 'missing' ? 404 : 503)
        .send(error.message),
  });
  await app.init();
  expect(await app.inject('/')).toMatchObject({ statusCode: status, body: message });
  await app.close();
});
