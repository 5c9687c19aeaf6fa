/** Whether an address is one of these hosts (and paths), given as alternatives of a regular expression: on a page and in the server's look at one. */
export const isKnown = (address: string, hosts: string, base: string): boolean => {
	try {
		const { hostname, pathname } = new URL(address, base);
		return RegExp(`^(.+[.])?(${hosts})[.]?(/|$)`).test(hostname + pathname);
	} catch {
		return false;
	}
};
