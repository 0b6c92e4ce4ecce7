import { Controller } from '@nestjs/common';
import type { DismissVersionBody, NewerVersionView } from '@framelift/contracts';
import { Answers, Body } from '../http/answers.ts';
import { NewerVersion } from './newer-version.ts';

@Controller()
export class NewerVersionController {
  constructor(private readonly newerVersion: NewerVersion) {}

  @Answers('GET /api/admin/newer-version')
  find(): Promise<NewerVersionView> {
    return this.newerVersion.find();
  }

  @Answers('POST /api/admin/newer-version/dismiss')
  async dismiss(@Body() { version }: DismissVersionBody) {
    await this.newerVersion.dismiss(version);
    return { success: true as const };
  }
}
