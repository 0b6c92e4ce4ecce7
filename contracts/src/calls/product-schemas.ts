import { type Static, Type } from 'typebox';
import { PATH_WORD } from '../rules/paths.ts';
import { PRODUCT_KINDS, productLimits, productRefusals } from '../rules/products.ts';
import { Nullable, OneOf, refused, Time } from './fields.ts';

/** Schemas of products: as admins write them, and as they are read. */

/** It becomes UTC, as every time of a body. */
export const utc = (refusal: string) => Type.String({ maxLength: 40, format: 'moment', ...refused(refusal) });

const cents = Type.Integer({ minimum: 0, maximum: productLimits.priceCents, ...refused(productRefusals.priceInvalid) });
const number = Type.Integer({ minimum: 1, maximum: productLimits.number, ...refused(productRefusals.numbersInvalid) });
const quantity = Type.Integer({ minimum: 1, maximum: productLimits.quantity, ...refused(productRefusals.quantityInvalid) });
const word = (refusal: string) => Type.String({ pattern: `^${PATH_WORD}$`, maxLength: productLimits.sku, ...refused(refusal) });
const ProductFields = Type.Object(
  {
    sku: word(productRefusals.skuInvalid),
    slug: Type.Optional(word(productRefusals.slugInvalid)),
    isMain: Type.Optional(Type.Boolean({ description: 'The one at /premium; by default the first that is paid' })),
    title: Type.String({ minLength: 1, maxLength: productLimits.title, format: 'line', ...refused(productRefusals.titleInvalid) }),
    kind: OneOf(PRODUCT_KINDS, productRefusals.kindInvalid),
    priceCents: cents,
    oldPriceCents: Nullable(cents),
    offerEndsAt: Nullable(utc(productRefusals.offerEndInvalid)),
    features: Type.Array(
      Type.String({ minLength: 1, maxLength: productLimits.feature, format: 'line', ...refused(productRefusals.featuresInvalid) }),
      { maxItems: productLimits.features, ...refused(productRefusals.featuresInvalid) },
    ),
    providers: Type.Object(
      {
        sellauth: Nullable(Type.Object({ productId: number, variantId: number }, refused(productRefusals.numbersInvalid))),
        stripe: Nullable(
          Type.Object(
            {
              priceId: Nullable(Type.String({ pattern: `^\\w{1,${productLimits.priceId}}$`, ...refused(productRefusals.priceIdInvalid) })),
            },
            refused(productRefusals.priceIdInvalid),
          ),
        ),
      },
      refused(productRefusals.numbersInvalid),
    ),
    commission: Type.Union([Type.Enum(['tier', 'none']), Type.Integer({ minimum: 0, maximum: 10_000, description: 'Basis points' })], {
      format: 'commission',
      ...refused(productRefusals.commissionInvalid),
    }),
    minQuantity: Type.Optional(quantity),
    maxQuantity: Type.Optional(quantity),
    asksQuantity: Type.Optional(Type.Boolean()),
    release: Type.Optional(
      Nullable(
        Type.String({
          pattern: '^[A-Za-z0-9][A-Za-z0-9-]{0,38}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$',
          ...refused(productRefusals.releaseInvalid),
        }),
      ),
    ),
  },
  refused(productRefusals.count),
);

export const ProductView = Type.Object({
  ...ProductFields.properties,
  slug: Type.String({ description: 'The last word of its page’s address, below /products' }),
  isMain: Type.Boolean({ description: 'Its page is at /premium too' }),
  priceCents: Type.Integer(),
  oldPriceCents: Nullable(Type.Integer()),
  offerEndsAt: Nullable(Time),
  minQuantity: Type.Integer(),
  maxQuantity: Type.Integer(),
  asksQuantity: Type.Boolean({ description: 'Its pages ask for the quantity' }),
  release: Nullable(Type.String({ description: 'Of a free product: `owner/name` at the code host' })),
});
export type ProductView = Static<typeof ProductView>;
/** What visitors may know of products. */
export const PublicProductsView = Type.Object({
  products: Type.Array(Type.Omit(ProductView, ['commission'])),
  former: Type.Array(Type.Object({ slug: Type.String(), sku: Type.String(), title: Type.String() }), {
    description: 'Addresses that products had, and the product that each means, which may no longer be sold',
  }),
});
export type PublicProductsView = Static<typeof PublicProductsView>;

export const ProductsContent = Type.Object({
  products: Type.Array(ProductFields, { minItems: 1, maxItems: productLimits.products, ...refused(productRefusals.count) }),
});
