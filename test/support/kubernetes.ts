import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goModule, goProgram } from './go-program.ts';

const SHIPPED = join(import.meta.dirname, '../../deploy/kubernetes');
const VERSION = 'v1.34.1';

type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; additionalProperties?: unknown };
type Definition = Schema & { 'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[] };

/** Builds kustomize, and kubeconform, which checks manifests against the schemas of a version of Kubernetes. */
export const builtKubernetes = () => ({
  kustomize: goProgram('sigs.k8s.io/kustomize/kustomize/v5', 'v5.8.1', 'kustomize'),
  kubeconform: goProgram('github.com/yannh/kubeconform/cmd/kubeconform', 'v0.8.0'),
  schemas: join(goModule('k8s.io/kubernetes', VERSION), 'api/openapi-spec/swagger.json'),
});

/** deploy/kubernetes as `kubectl apply -k` would send it, with the example settings. */
export function rendered(): string {
  const folder = mkdtempSync(join(tmpdir(), 'framelift-kustomize-'));
  try {
    cpSync(SHIPPED, folder, { recursive: true });
    for (const name of ['settings.env', 'secrets.env']) renameSync(join(folder, `${name}.example`), join(folder, name));
    return execFileSync(builtKubernetes().kustomize, ['build', folder], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What Kubernetes would refuse: fields it does not know, too. */
export function refusals(manifests: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'framelift-kubeconform-'));
  try {
    const { kubeconform, schemas } = builtKubernetes();
    writeSchemas(schemas, folder, manifests);
    writeFileSync(join(folder, 'all.yaml'), manifests);
    const location = join(folder, 'schemas', '{{.ResourceKind}}{{.KindSuffix}}.json');
    execFileSync(kubeconform, ['-strict', '-schema-location', location, join(folder, 'all.yaml')], { encoding: 'utf8', stdio: 'pipe' });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`.split('\n').filter(Boolean);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A JSON schema for each kind in the manifests, from the API's description. */
function writeSchemas(file: string, folder: string, manifests: string): void {
  const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as { definitions: Record<string, Definition> };
  const kinds = new Set([...manifests.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind!));
  for (const definition of Object.values(definitions)) {
    // As the server does: an unknown field is an error.
    if (definition.properties) definition.additionalProperties ??= false;
    if (definition['format'] === 'int-or-string') definition['type'] = ['string', 'integer'];
  }
  mkdirSync(join(folder, 'schemas'));
  for (const [name, { 'x-kubernetes-group-version-kind': named = [] }] of Object.entries(definitions))
    for (const { group, version, kind } of named) {
      if (!kinds.has(kind)) continue;
      const suffix = [...(group ? [group.split('.')[0]] : []), version].join('-');
      const schema = { $ref: `#/definitions/${name}`, definitions };
      writeFileSync(join(folder, 'schemas', `${kind.toLowerCase()}-${suffix}.json`), JSON.stringify(schema));
    }
}
