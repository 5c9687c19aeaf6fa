/** What the sentences of a rule say, as its conditions write it. */
import type { RuleLeaf, RuleOperator } from '@luvalla/contract/rules';

/** What people can have answered, and as a condition. */
export const SAYINGS = {
	yes: { is: 'is', value: 'yes' },
	no: { is: 'is', value: 'no' },
	none: { is: 'is', value: 'none' },
	any: { is: 'isNot', value: 'none' },
	notYes: { is: 'isNot', value: 'yes' },
	notNo: { is: 'isNot', value: 'no' },
} as const satisfies Record<string, { is: RuleOperator; value: string }>;
export type Saying = keyof typeof SAYINGS;
export const sayings = ['yes', 'no', 'none', 'any', 'notYes', 'notNo'] as const satisfies readonly Saying[];
export const sayingOf = ({ is, value }: RuleLeaf): Saying =>
	sayings.find((one) => SAYINGS[one].is === is && SAYINGS[one].value === value) ?? 'yes';

/** Never, said as a condition. */
export const hadNot = ({ is, value }: RuleLeaf): boolean => value === 0 && (is === 'atMost' || is === 'is');
