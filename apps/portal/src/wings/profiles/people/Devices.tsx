/** Where a person's devices stand on their page, once a call tells of them: until then nothing is said of them. */
export function Devices(_props: { id: string; customerId: number }) {
	return null;
}
