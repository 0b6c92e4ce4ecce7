import { beforeAll, describe, expect, it } from '@jest/globals';
import { noGoBecause } from '../support/go-program.ts';
import { builtKubernetes, refusals, rendered } from '../support/kubernetes.ts';
import { skipReason } from '../support/skip-reason.ts';

const noGo = noGoBecause();
const about = noGo ? describe.skip : describe;

about(skipReason(noGo)('deploy/kubernetes'), () => {
  let all: string;
  let documents: string[];
  beforeAll(() => {
    builtKubernetes();
    all = rendered();
    documents = all.split(/^---\n/m);
  }, 900_000);
  const of = (kind: string) => documents.filter((document) => new RegExp(`^kind: ${kind}$`, 'm').test(document));
  const nameOf = (document: string) => /^metadata:\n(?:  .*\n)*?  name: (\S+)$/m.exec(document)![1]!;

  it('is accepted by the schemas of Kubernetes, which name a field it does not know', () => {
    expect(refusals(all)).toEqual([]);
    expect(refusals(all.replace('maxUnavailable: 1', 'maxUnavailble: 1')).join()).toMatch(/PodDisruptionBudget .*maxUnavailble/);
    expect(refusals(all.replace('periodSeconds: 2', 'periodSeconds: often')).join()).toMatch(/Deployment .*periodSeconds/);
  });

  it('runs every process with probes, a budget for disruptions, limits and no rights; migrations are a job', () => {
    expect(of('Deployment').map(nameOf).toSorted()).toEqual(['api', 'projector', 'relay']);
    expect(of('PodDisruptionBudget').map(nameOf).toSorted()).toEqual(['api', 'projector', 'relay']);
    expect(of('HorizontalPodAutoscaler').map(nameOf).toSorted()).toEqual(['api', 'projector']);
    expect(of('Job').map(nameOf)).toEqual(['migrate']);
    for (const process of of('Deployment'))
      for (const part of ['startupProbe:', 'livenessProbe:', 'readinessProbe:', 'path: /health/ready', 'topologySpreadConstraints:'])
        expect([nameOf(process), process.includes(part)]).toEqual([nameOf(process), true]);
    for (const process of [...of('Deployment'), ...of('Job')])
      for (const part of [
        'runAsNonRoot: true',
        'readOnlyRootFilesystem: true',
        'allowPrivilegeEscalation: false',
        'automountServiceAccountToken: false',
        'memory: ',
        'image: registry.example/framelift:',
      ])
        expect([nameOf(process), part, process.includes(part)]).toEqual([nameOf(process), part, true]);
  });

  it('leads nobody from outside to metrics and health', () => {
    const [ingress] = of('Ingress');
    const leads = [...ingress!.matchAll(/service:\n +name: (\w+)\n[^]*?path: (\S+)/g)].map(([, service, path]) => [path, service]);
    expect(leads).toEqual([
      ['/', 'api'],
      ['/health', 'nothing'],
      ['/metrics', 'nothing'],
    ]);
  });
});
