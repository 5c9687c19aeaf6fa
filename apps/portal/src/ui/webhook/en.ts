/** Of fields for an address that messages are sent to, with the headers that go along. */
export const en = {
	url: 'Webhook address',
	headers: 'Headers',
	header: 'Header {{number}}, name',
	value: 'Header {{number}}, value',
	addHeader: 'Add header',
	removeHeader: 'Remove header {{number}}',
} as const;
