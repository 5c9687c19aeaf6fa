/**
 * Runs in every document before its own scripts: tells what keeps something on the device, or reads the device, and by which script.
 * Shadow roots are opened, so that a banner's buttons are found. Pages cannot tell apart what they would have met without it, unless they
 * look for it.
 */
(() => {
	const send = globalThis.luvallaScanTell;
	delete globalThis.luvallaScanTell;
	if (typeof send !== 'function') return;
	/** A page that keeps thousands of things is told of no further. */
	const MOST = 2000;
	const FONTS = 20;
	const FRAMES = 30;
	const told = new Set();
	const tell = (kind, name, text) => {
		if (told.size >= MOST) return;
		const before = Error.stackTraceLimit;
		Error.stackTraceLimit = FRAMES;
		const stack = new Error().stack ?? '';
		Error.stackTraceLimit = before;
		const key = `${kind}\n${name}\n${kind === 'cookie' ? text : ''}\n${stack}`;
		if (told.has(key)) return;
		told.add(key);
		send(JSON.stringify({ kind, name: String(name).slice(0, 2000), text: String(text ?? '').slice(0, 5000), url: location.href, stack }));
	};
	/** Puts `before` in front of a method, where there is one. */
	const ahead = (owner, name, before) => {
		const original = owner?.[name];
		if (typeof original !== 'function') return;
		owner[name] = function (...given) {
			before(this, given);
			return original.apply(this, given);
		};
	};
	const aheadOf = (owner, name, part, before) => {
		const found = owner && Object.getOwnPropertyDescriptor(owner, name);
		const original = found?.[part];
		if (typeof original !== 'function') return;
		Object.defineProperty(owner, name, {
			...found,
			[part](...given) {
				before(this, given);
				return original.apply(this, given);
			},
		});
	};

	const { attachShadow } = Element.prototype;
	Element.prototype.attachShadow = function (init) {
		return attachShadow.call(this, { ...init, mode: 'open' });
	};

	aheadOf(Document.prototype, 'cookie', 'set', (_, [text]) => tell('cookie', String(text).split('=')[0].trim(), text));
	ahead(globalThis.CookieStore?.prototype, 'set', (_, [first]) => {
		const one = typeof first === 'object' && first !== null ? first : { name: first };
		tell('cookie', one.name, typeof one.expires === 'number' ? `x; expires=${new Date(one.expires).toUTCString()}` : '');
	});
	ahead(Storage.prototype, 'setItem', (kept, [key]) => {
		let isSession = false;
		try {
			isSession = kept === sessionStorage;
		} catch {
			// Closed to this frame, as the page itself will find.
		}
		tell(isSession ? 'sessionStorage' : 'localStorage', key);
	});
	ahead(globalThis.IDBFactory?.prototype, 'open', (_, [name]) => tell('indexedDb', name));
	ahead(globalThis.CacheStorage?.prototype, 'open', (_, [name]) => tell('cacheStorage', name));
	ahead(globalThis.ServiceWorkerContainer?.prototype, 'register', (_, [url]) =>
		tell('serviceWorker', URL.parse(url, document.baseURI)?.href ?? url),
	);
	ahead(Navigator.prototype, 'sendBeacon', (_, [url]) => tell('beacon', URL.parse(url, document.baseURI)?.href ?? url));

	for (const name of ['toDataURL', 'toBlob']) ahead(HTMLCanvasElement.prototype, name, () => tell('fingerprint', 'canvas'));
	ahead(CanvasRenderingContext2D.prototype, 'getImageData', () => tell('fingerprint', 'canvas'));
	/** UNMASKED_VENDOR_WEBGL and UNMASKED_RENDERER_WEBGL: nobody draws by them. */
	for (const owner of [globalThis.WebGLRenderingContext, globalThis.WebGL2RenderingContext])
		ahead(owner?.prototype, 'getParameter', (_, [what]) => (what === 37445 || what === 37446) && tell('fingerprint', 'webgl'));
	ahead(globalThis.OfflineAudioContext?.prototype, 'startRendering', () => tell('fingerprint', 'audio'));
	const fonts = new Set();
	const probe = (font) => {
		if (font === '' || fonts.size >= FONTS || fonts.add(font).size < FONTS) return;
		tell('fingerprint', 'fonts');
	};
	ahead(CanvasRenderingContext2D.prototype, 'measureText', (drawn) => probe(drawn.font));
	for (const name of ['offsetWidth', 'offsetHeight'])
		aheadOf(HTMLElement.prototype, name, 'get', (element) => probe(element.style.fontFamily));
})();
