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
	const UNMASKED = { UNMASKED_VENDOR_WEBGL: 37445, UNMASKED_RENDERER_WEBGL: 37446 };
	const DRAWN = {
		webgl: globalThis.WebGLRenderingContext,
		'experimental-webgl': globalThis.WebGLRenderingContext,
		webgl2: globalThis.WebGL2RenderingContext,
	};
	const asksDevice = (what) => what === UNMASKED.UNMASKED_VENDOR_WEBGL || what === UNMASKED.UNMASKED_RENDERER_WEBGL;
	for (const owner of new Set(Object.values(DRAWN)))
		ahead(owner?.prototype, 'getParameter', (_, [what]) => asksDevice(what) && tell('fingerprint', 'webgl'));
	/**
	 * A server seldom draws in three dimensions, visitors' devices do: where there is no WebGL, a page is given one that draws nothing, so
	 * that what it would read of a visitor's device is seen. It answers that all went well, as a page needs to go on.
	 */
	const standIn = (canvas, { prototype }) => {
		const parts = {
			canvas,
			drawingBufferWidth: canvas.width,
			drawingBufferHeight: canvas.height,
			isContextLost: () => false,
			getError: () => 0,
			getContextAttributes: () => ({ alpha: true, antialias: true, depth: true }),
			getSupportedExtensions: () => ['WEBGL_debug_renderer_info'],
			getExtension: (name) => (name === 'WEBGL_debug_renderer_info' ? UNMASKED : null),
			getParameter: (what) => {
				if (asksDevice(what)) tell('fingerprint', 'webgl');
				return asksDevice(what) || what === 7936 || what === 7937
					? 'WebKit WebGL'
					: what === 7938
						? 'WebGL 1.0'
						: what === 35724
							? 'WebGL GLSL ES 1.0'
							: 16;
			},
			getShaderParameter: () => true,
			getProgramParameter: () => true,
			getShaderPrecisionFormat: () => ({ rangeMin: 127, rangeMax: 127, precision: 23 }),
			checkFramebufferStatus: () => 36053,
			getAttribLocation: () => 0,
		};
		return new Proxy(Object.create(prototype), {
			get: (drawn, name) => {
				if (name in parts) return parts[name];
				const own = Object.getOwnPropertyDescriptor(prototype, name);
				if (typeof own?.value === 'number') return own.value;
				return typeof own?.value === 'function' ? () => (/^create/.test(String(name)) ? {} : null) : drawn[name];
			},
		});
	};
	for (const owner of [HTMLCanvasElement, globalThis.OffscreenCanvas]) {
		const getContext = owner?.prototype.getContext;
		if (typeof getContext !== 'function') continue;
		const standIns = new WeakMap();
		owner.prototype.getContext = function (...given) {
			const found = getContext.apply(this, given);
			const kind = DRAWN[given[0]];
			if (found || !kind || !(this instanceof owner)) return found;
			if (!standIns.has(this)) standIns.set(this, standIn(this, kind));
			return standIns.get(this);
		};
	}
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
