export const en = {
	title: 'Managing my account',
	customersAccount: 'Account of a customer',
	parts: 'Parts of the account',
} as const;
