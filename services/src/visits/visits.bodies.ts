import type { TrackVisitBody } from '@framelift/contracts';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** As the browser sends it (SPEC §3). `ip` and `timestamp` are taken and not believed: address and time are the connection's. */
export class TrackVisitRequest implements TrackVisitBody {
  @IsString() @MaxLength(300) ref!: string;
  @IsOptional() timestamp?: string | number;
  @IsOptional() @IsString() @MaxLength(4_000) userAgent?: string | null;
  @IsOptional() @IsString() @MaxLength(300) ip?: string | null;
  @IsOptional() @IsString() @MaxLength(8_000) referrer?: string | null;
  @IsOptional() @IsString() @MaxLength(8_000) pageUrl?: string | null;
}
