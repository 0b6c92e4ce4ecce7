import type { CreateAffiliateBody, RegisterBody } from '@framelift/contracts';
import { Email, NewPassword, Rate, Username } from '../../http/fields.ts';

/** Fields stand in the order of the checks (docs/product.md#registration-and-login). */
export class RegisterRequest implements RegisterBody {
  @NewPassword() password!: string;
  @Email() email!: string;
  @Username() username!: string;
}

export class CreateAffiliateRequest extends RegisterRequest implements CreateAffiliateBody {
  @Rate() commissionRate!: number;
}
