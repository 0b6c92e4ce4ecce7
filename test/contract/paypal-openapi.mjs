// Makes paypal-openapi.json, the part of PayPal's published OpenAPI documents (Apache-2.0, Copyright PayPal, Inc.) that our calls and the
// sandbox are checked against: `node test/contract/paypal-openapi.mjs <payments_payouts_batch_v1.json> <notifications_webhooks_v1.json>`,
// with copies from github.com/paypal/paypal-rest-api-specifications.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const documents = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')).components.schemas);
const roots = [
  ['create_payout_request', 'payout', 'payout_batch', 'payout_item-2', 'error'],
  ['verify_webhook_signature', 'verify_webhook_signature_response'],
];

/** As JSON Schema without references, formats and descriptions. */
function plain(schemas, schema) {
  const { $ref, type, enum: words, pattern, maxLength, maxItems, properties, required, items } = schema;
  // An event is whatever PayPal sent.
  if ($ref?.endsWith('/event')) return { type: 'object' };
  if ($ref) return plain(schemas, schemas[$ref.split('/').at(-1)]);
  return {
    ...(type ? { type } : {}),
    ...(words ? { enum: words } : {}),
    ...(pattern && pattern !== '^.*$' ? { pattern } : {}),
    ...(maxLength ? { maxLength } : {}),
    ...(maxItems ? { maxItems } : {}),
    ...(required ? { required } : {}),
    ...(items ? { items: plain(schemas, items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, plain(schemas, of)])),
          additionalProperties: false,
        }
      : {}),
  };
}

const extract = Object.fromEntries(documents.flatMap((schemas, n) => roots[n].map((name) => [name, plain(schemas, schemas[name])])));
writeFileSync(join(import.meta.dirname, 'paypal-openapi.json'), `${JSON.stringify(extract, null, 2)}\n`);
