/** How a storage time is named among the second layer's `times`: whole minutes, hours or days. Empty: until the browser is closed. */
export const timeOf = (seconds: number): string =>
	seconds <= 0
		? ''
		: seconds < 3600
			? `${Math.max(1, Math.round(seconds / 60))}m`
			: seconds < 86_400
				? `${Math.round(seconds / 3600)}h`
				: `${Math.round(seconds / 86_400)}d`;
