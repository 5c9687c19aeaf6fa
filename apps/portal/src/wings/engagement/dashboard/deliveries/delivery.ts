import type { AnswerOf } from '@luvalla/contract/call';
import type { delivery } from '@luvalla/contract/engagement/deliveries';

export type One = AnswerOf<typeof delivery>;
