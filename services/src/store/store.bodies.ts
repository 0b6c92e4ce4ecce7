import { type CheckoutBody, type CreditSaleBody, refusals, type ReverseSaleBody, rules, sellauth } from '@framelift/contracts';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  Equals,
  IsArray,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { RequiredText } from '../http/fields.ts';

const unavailable = { message: refusals.cartInvalid };
const MOST_AT_ONCE = 10;

export class CartLine {
  @Equals(sellauth.products.premium.productId, unavailable) productId!: number;
  @Equals(sellauth.products.premium.variantId, unavailable) variantId!: number;
  @IsInt(unavailable) @Min(1, unavailable) @Max(MOST_AT_ONCE, unavailable) quantity!: number;
}

/** Exactly one line of our product. What a browser remembers of a referral may be anything: it never stops a purchase. */
export class CheckoutRequest implements CheckoutBody {
  @IsArray(unavailable)
  @ArrayMinSize(1, unavailable)
  @ArrayMaxSize(1, unavailable)
  @IsObject({ each: true, ...unavailable })
  @ValidateNested({ each: true, ...unavailable })
  @Type(() => CartLine)
  cart!: CartLine[];

  @Equals(sellauth.shopId, unavailable) shopId!: number;

  // Decorators are checked from the last to the first.
  @MaxLength(8_192, { message: refusals.captchaInvalid })
  @MinLength(1, { message: refusals.captchaMissing })
  @IsString({ message: refusals.captchaMissing })
  altcha!: string;

  @IsOptional() @IsString() @MaxLength(300) ref?: string | null;
  @IsOptional() @IsString() @MaxLength(300) visitId?: string | null;
  @IsOptional() @IsString() @MaxLength(300) referredAt?: string | null;
}

export class CreditSaleRequest implements CreditSaleBody {
  @RequiredText(rules.username.maximum) username!: string;
  @RequiredText() reason!: string;
}

export class ReverseSaleRequest implements ReverseSaleBody {
  @RequiredText() reason!: string;
}
