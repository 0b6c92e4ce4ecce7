import { Module } from '@nestjs/common';
import { PublicFeedsController } from './public-feeds.controller.ts';
import { PublicFeeds } from './public-feeds.ts';

@Module({ controllers: [PublicFeedsController], providers: [PublicFeeds] })
export class PublicFeedsModule {}
