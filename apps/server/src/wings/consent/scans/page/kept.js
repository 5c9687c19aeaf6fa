/** What a frame's origin keeps: names alone, and how many bytes; null where the frame may keep nothing. */
(async () => {
	const MOST = 5000;
	const keysOf = (kind) => {
		try {
			const kept = globalThis[kind];
			return Object.keys(kept)
				.slice(0, MOST)
				.map((name) => ({ kind, name, bytes: name.length + String(kept.getItem(name)).length }));
		} catch {
			// Closed to this frame: sandboxed, or without an origin.
			return [];
		}
	};
	const namesOf = async (kind, ask) => {
		try {
			return (await ask()).slice(0, MOST).map((name) => ({ kind, name, bytes: null }));
		} catch {
			return [];
		}
	};
	return [
		...keysOf('localStorage'),
		...keysOf('sessionStorage'),
		...(await namesOf('indexedDb', async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))),
		...(await namesOf('cacheStorage', async () => (globalThis.caches ? caches.keys() : []))),
		...[...document.fonts].flatMap((font) =>
			font.status === 'loaded' ? [{ kind: 'font', name: font.family.replace(/^["']|["']$/g, ''), bytes: null }] : [],
		),
	];
})();
