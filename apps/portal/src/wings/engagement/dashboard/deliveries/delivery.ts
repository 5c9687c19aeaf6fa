import type { AnswerOf } from '@luvalla/contract/call';
import type { delivery } from '@luvalla/contract/engagement/campaigns';

export type One = AnswerOf<typeof delivery>;
