import {
  CASHOUT_STATUSES,
  type CashoutBody,
  type EditAffiliateBody,
  PAYMENT_TYPES,
  type PaymentDetails,
  type PaymentMethodBody,
  type PaymentType,
  type ProcessCashoutBody,
  refusals,
  rules,
  type SettleCashoutBody,
  STATUSES,
  type Status,
  type Tier,
  TIERS,
} from '@framelift/contracts';
import { Type } from 'class-transformer';
import {
  IsDefined,
  IsEmail,
  IsIn,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Email, FreeText, Optional, Rate, RequiredText, SolanaAddress, TwoDecimals, Username } from '../../http/fields.ts';

const invalid = { message: refusals.paymentDetailsInvalid };

/** One of the two, by the payment type it comes with. Whichever is there is looked at, also beside the other. */
export class PaymentDetailsRequest implements PaymentDetails {
  @ValidateIf((d: PaymentDetails) => d.email !== undefined || d.address === undefined)
  @MaxLength(rules.emailMaximum, invalid)
  @IsEmail({}, invalid)
  email?: string;

  @ValidateIf((d: PaymentDetails) => d.address !== undefined)
  @SolanaAddress(refusals.paymentDetailsInvalid)
  address?: string;
}

export class PaymentMethodRequest implements PaymentMethodBody {
  @IsIn(PAYMENT_TYPES, { message: refusals.fieldsRequired })
  paymentType!: PaymentType;

  @ValidateNested(invalid)
  @Type(() => PaymentDetailsRequest)
  @IsObject(invalid)
  @IsDefined({ message: refusals.fieldsRequired })
  paymentDetails!: PaymentDetailsRequest;
}

export class CashoutRequest implements CashoutBody {
  @Max(1_000_000_000, { message: refusals.insufficientBalance })
  @TwoDecimals(refusals.amountInvalid)
  @IsNumber({}, { message: refusals.fieldsRequired })
  amount!: number;

  @RequiredText(64) paymentMethodId!: string;
  @FreeText() notes?: string;
}

export class EditAffiliateRequest implements EditAffiliateBody {
  @Optional('email') @Email() email?: string;
  @Optional('username') @Username() username?: string;
  @Optional('commissionRate') @Rate() commissionRate?: number;

  @Optional('status')
  @IsIn(STATUSES, { message: refusals.badRequest })
  status?: Status;

  @Optional('tier')
  @IsIn(TIERS, { message: refusals.badRequest })
  tier?: Tier;
}

class CashoutDecision {
  @FreeText() adminNotes?: string | null;

  @IsString({ message: refusals.proofInvalid })
  @IsOptional()
  proofImage?: string | null;
}

export class ProcessCashoutRequest extends CashoutDecision implements ProcessCashoutBody {
  @IsIn(CASHOUT_STATUSES.slice(1), { message: refusals.cashoutStatusInvalid })
  status!: 'approved' | 'completed' | 'rejected';
}

export class SettleCashoutRequest extends CashoutDecision implements SettleCashoutBody {
  @IsIn(['completed', 'rejected'], { message: refusals.settleStatusInvalid })
  status!: 'completed' | 'rejected';
}
