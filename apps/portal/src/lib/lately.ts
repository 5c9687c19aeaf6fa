/**
 * Made when it is first asked for, once for each key: what writes dates and numbers reads its language's data when it is made, which took
 * longer than anything else that a page's modules begin with, and most pages need little of it.
 */
export function lately<T, K = void>(make: (key: K) => T): (key: K) => T {
	const made = new Map<K, T>();
	return (key) => {
		const known = made.get(key);
		if (known !== undefined) return known;
		const fresh = make(key);
		made.set(key, fresh);
		return fresh;
	};
}
