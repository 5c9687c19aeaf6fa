import type { AnswerOf } from '@luvalla/contract/call';
import type { campaignBefore } from '@luvalla/contract/engagement/campaign-runs';

export type Sheet = AnswerOf<typeof campaignBefore>;
export type Lane = Sheet['lanes'][number];
