/** How a condition compares: in the editor of rules, and where a reason is said. */
export const operators = {
	op_is: 'is',
	op_isNot: 'is not',
	op_contains: 'contains',
	op_startsWith: 'starts with',
	op_oneOf: 'is one of',
	op_noneOf: 'is none of',
	op_atLeast: 'is at least',
	op_atMost: 'is at most',
} as const;
