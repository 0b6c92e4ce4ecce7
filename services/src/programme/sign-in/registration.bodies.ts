import type { CreateAffiliateBody, RegisterBody } from '@framelift/contracts';
import { Email, NewPassword, Rate, Username } from '../../http/fields.ts';

/** Fields stand in the order the spec checks them (SPEC §5). */
export class RegisterRequest implements RegisterBody {
  @NewPassword() password!: string;
  @Email() email!: string;
  @Username() username!: string;
}

export class CreateAffiliateRequest extends RegisterRequest implements CreateAffiliateBody {
  @Rate() commissionRate!: number;
}
