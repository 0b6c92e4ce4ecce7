import { settingNames } from '../platform/config.ts';

/** Settings that follow from how the containers are put together. HEALTH_PORT and METRICS_PORT are not published. */
const fixed: Record<string, string> = {
  NODE_ENV: 'production',
  HOST: "''",
  PORT: '3000',
  HEALTH_PORT: '8080',
  METRICS_PORT: '9464',
  DATA_DIR: '/data',
  TRUST_PROXY: '${TRUST_PROXY-1}',
};

const settings = (): string[] => settingNames().map((name) => `${name}: ${fixed[name] ?? `\${${name}-}`}`);

/** docker-compose.yml with every setting in it, between `# generated: settings` and `# end`. An empty one counts as not set. */
export const composeFile = (current: string): string =>
  current.replace(/# generated: settings\n[^]*?^( *)# end$/m, (_, indent: string) =>
    ['# generated: settings', ...settings().map((line) => indent + line), `${indent}# end`].join('\n'),
  );
