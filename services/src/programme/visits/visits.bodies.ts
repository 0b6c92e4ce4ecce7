import type { TrackVisitBody } from '@framelift/contracts';
import { IsOptional, IsString, MaxLength, ValidateBy } from 'class-validator';

const LAST_MOMENT = 8.64e15;

/** A time as browsers write it: ISO 8601, or milliseconds since 1970. */
const IsMoment = () => ValidateBy({ name: 'isMoment', validator: { validate: (value) => isMoment(value) } });

const isMoment = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= LAST_MOMENT;
  return typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value));
};

/** As the browser sends it (docs/rules.md#12-visits). `ip` and `timestamp` are ignored: the connection says both. */
export class TrackVisitRequest implements TrackVisitBody {
  @IsString() @MaxLength(300) ref!: string;
  @IsOptional() @IsMoment() timestamp?: string | number | null;
  @IsOptional() @IsString() @MaxLength(4_000) userAgent?: string | null;
  @IsOptional() @IsString() @MaxLength(300) ip?: string | null;
  @IsOptional() @IsString() @MaxLength(8_000) referrer?: string | null;
  @IsOptional() @IsString() @MaxLength(8_000) pageUrl?: string | null;
}
