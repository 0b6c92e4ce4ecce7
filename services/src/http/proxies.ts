import { bodyBytes, calls, errorView, laneOf, type Lane, pathPattern, type Refusal, refusals } from '@framelift/contracts';
import { minimalHeaders } from './security-headers.ts';

const ofLane = (lane: Lane) => pathPattern(calls, (call) => laneOf(call) === lane);
const answer = (name: string, status: number, error: Refusal, path = `/.${name}`, more = '') =>
  `location = ${path} {\n${more}  return ${status} '${JSON.stringify(errorView(error)).replaceAll("'", String.raw`\'`)}';\n}`;
/** Headers of every response of the api; HSTS is set where TLS ends. */
const headers = Object.entries(minimalHeaders({ publicUrl: '' }));

/** A location that sets one inherits none. */
const errorPages = (large: string) => `error_page 502 504 =503 /.busy;
error_page 400 405 414 494 /.malformed;
error_page 413 /.${large};
error_page 500 501 /.failed;`;

/** Reads what a client still sends, for up to 30 s: otherwise its connection is reset, and it may never see the answer. */
const READS_ON = '  lingering_close on;\n';

/** The parts of nginx.conf that follow from the contract and from the api's own answers. */
const parts: Record<string, string> = {
  lanes: `map $uri $lane {
  ~${ofLane('unlimited')} unlimited;
  ~${ofLane('reserved')} reserved;
  ~${ofLane('patient')} patient;
  default visitors;
}`,
  'body sizes': `client_max_body_size ${bodyBytes.usual};\nclient_body_buffer_size ${bodyBytes.usual};`,
  'large bodies': `location ~ ${pathPattern(calls, (call) => call.largeBody === true)} {
  add_header X-Own '';
  client_max_body_size ${bodyBytes.large};
  proxy_request_buffering off;
${READS_ON}${errorPages('larger').replaceAll(/^/gm, '  ')}
  proxy_pass http://unlimited;
}`,
  headers: headers.map(([name, value]) => `add_header ${name} "${value}" always;`).join('\n'),
  'error pages': errorPages('large'),
  answers: [
    answer('busy', 503, refusals.busy),
    answer('malformed', 400, refusals.badRequest),
    answer('large', 413, refusals.bodyTooLarge(bodyBytes.usual)),
    answer('larger', 413, refusals.bodyTooLarge(bodyBytes.large), '/.larger', READS_ON),
    answer('failed', 500, refusals.internal),
    // Internal only: each process answers on METRICS_PORT.
    answer('metrics', 404, refusals.notFound, '/metrics'),
  ].join('\n'),
};

/** What Caddy answers itself: an api that is away is busy, as in nginx. */
const caddyAnswer = (error: Refusal, status: number | string) => `respond \`${JSON.stringify(errorView(error))}\` ${status}`;
const caddyParts: Record<string, string> = {
  'own answers': `(own_headers) {
\theader {
${headers.map(([name, value]) => `\t\t${name} "${value}"`).join('\n')}
\t\tContent-Type "application/json; charset=utf-8"
\t}
}`,
  inside: `@inside path /metrics /metrics/* /health /health/*
handle @inside {
\timport own_headers
\t${caddyAnswer(refusals.notFound, 404)}
}`,
  errors: `handle_errors {
\timport own_headers
\t@away expression \`{err.status_code} in [502, 503, 504]\`
\thandle @away {
\t\theader Retry-After 1
\t\t${caddyAnswer(refusals.busy, 503)}
\t}
\thandle {
\t\t${caddyAnswer(refusals.internal, '{err.status_code}')}
\t}
}`,
};

/** A file with its generated parts updated: each is between `# generated: <part>` and `# end`. */
const updated = (current: string, of: Record<string, string>): string =>
  current.replaceAll(/^([ \t]*)# generated: ([\w ]+)\n[^]*?^[ \t]*# end$/gm, (_, indent: string, part: string) => {
    const lines = of[part]!.split('\n').map((line) => indent + line);
    return [`${indent}# generated: ${part}`, ...lines, `${indent}# end`].join('\n');
  });

export const nginxConf = (current: string): string => updated(current, parts);
export const caddyfile = (current: string): string => updated(current, caddyParts);
