// Makes stripe-openapi.json, the part of Stripe's published OpenAPI document (MIT, Copyright (c) 2011- Stripe, Inc.) that the sandbox
// is checked against: `node test/contract/stripe-openapi.mjs <spec3.json>`, with a copy from github.com/stripe/openapi.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Answers with the fields that we read or the sandbox sends; always with those that Stripe requires. */
const objects = {
  'checkout.session':
    'status payment_intent client_reference_id metadata currency amount_subtotal amount_total total_details customer_email customer_details success_url cancel_url url',
  payment_intent: 'amount currency metadata latest_charge',
  charge: 'payment_intent billing_details',
  dispute: 'payment_intent',
  event: 'api_version request',
  promotion_code: '',
  coupon: 'percent_off amount_off currency name',
  error: '',
};
/** Calls whose form fields, or query, are checked. */
const calls = [
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions',
  'GET /v1/checkout/sessions/{session}',
  'GET /v1/disputes',
  'GET /v1/events',
  'POST /v1/coupons',
  'DELETE /v1/coupons/{coupon}',
  'GET /v1/promotion_codes',
  'POST /v1/promotion_codes',
  'POST /v1/promotion_codes/{promotion_code}',
];
/** Form fields that we send; all others would make the extract as long as the document. */
const sent =
  'mode line_items client_reference_id metadata payment_intent_data discounts success_url cancel_url percent_off duration name code promotion active expand quantity price_data currency unit_amount product_data promotion_code type coupon'.split(
    ' ',
  );

const { info, components, paths } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const named = (ref) => ref.split('/').at(-1);

/** As JSON Schema without references; resources not listed above become their ids. */
function plain(schema, fields) {
  if (schema.$ref) {
    const name = named(schema.$ref);
    if (name in objects) return { $ref: name };
    const found = components.schemas[name];
    return found['x-resourceId'] ? { type: 'object' } : plain(found, found.required ?? []);
  }
  const { type, enum: words, anyOf, items, properties, required, additionalProperties, nullable, maxLength, pattern } = schema;
  const out = {
    ...(type ? { type } : {}),
    // Stripe adds words: check by hand that they are not typing errors.
    ...(words && !schema['x-stripeBypassValidation'] ? { enum: words } : {}),
    ...(anyOf ? { anyOf: anyOf.map((one) => plain(one, fields)) } : {}),
    ...(items ? { items: plain(items, fields) } : {}),
    ...(maxLength && maxLength < 5000 ? { maxLength } : {}),
    ...(pattern ? { pattern } : {}),
    ...(required ? { required } : {}),
    ...(additionalProperties && typeof additionalProperties === 'object'
      ? { additionalProperties: plain(additionalProperties, fields) }
      : {}),
  };
  if (properties) {
    const kept = Object.entries(properties).filter(([name]) => fields.includes(name) || required?.includes(name));
    out.properties = Object.fromEntries(kept.map(([name, of]) => [name, plain(of, fields)]));
  }
  return nullable ? { anyOf: [out, { type: 'null' }] } : out;
}

const schemas = Object.fromEntries(
  Object.entries(objects).map(([name, more]) => {
    const schema = components.schemas[name];
    return [name, plain(schema, [...(schema.required ?? []), ...more.split(' ')])];
  }),
);
const asked = Object.fromEntries(
  calls.map((call) => {
    const [method, path] = call.split(' ');
    const { parameters = [], requestBody } = paths[path][method.toLowerCase()];
    const form = requestBody?.content['application/x-www-form-urlencoded']?.schema;
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    return [call, { query, ...(form ? { form: plain(form, sent) } : {}) }];
  }),
);
const extract = {
  source: 'github.com/stripe/openapi, MIT licence, Copyright (c) 2011- Stripe, Inc.',
  version: info.version,
  schemas,
  calls: asked,
};
writeFileSync(join(import.meta.dirname, 'stripe-openapi.json'), `${JSON.stringify(extract, null, 1)}\n`);
