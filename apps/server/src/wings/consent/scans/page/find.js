/**
 * Finds the button of a banner that gives an answer, by its words; evaluated in each frame with `{ wanted, words, about }`.
 * Answers the element that fits best, or null.
 */
({ wanted, words, about }) => {
	const PRESSABLE = 'button, a, input[type=button], input[type=submit], [role=button]';
	/** A banner's button stands in few elements, and its words are few. */
	const MOST_LETTERS = 60;
	const FARTHEST = 12;
	const MOST_TEXT = 8000;
	const plain = (text) =>
		text
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, ' ')
			.trim();
	const isAbout = new RegExp(about, 'iu');

	/** 3: these words; 2: it begins with them; 1: they stand in it. */
	const fit = (text, phrases) => {
		let best = 0;
		for (const phrase of phrases) {
			if (text === phrase) return 3;
			if (text.startsWith(`${phrase} `)) best = 2;
			else if (phrase.length > 6 && ` ${text} `.includes(` ${phrase} `)) best = Math.max(best, 1);
		}
		return best;
	};
	/** "Accept only necessary" is a no: who names the more particular comes first. */
	const meaning = (text) => {
		for (const kind of ['reject', 'save', 'accept', 'settings']) {
			const score = fit(text, words[kind]);
			if (score > 0) return { kind, score };
		}
		return null;
	};

	const all = (root, found = []) => {
		for (const one of root.querySelectorAll('*')) {
			if (one.matches(PRESSABLE)) found.push(one);
			if (one.shadowRoot) all(one.shadowRoot, found);
		}
		return found;
	};
	const isShown = (one) => {
		const { width, height } = one.getBoundingClientRect();
		return width > 0 && height > 0 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.disabled;
	};
	const above = (one) => one.parentElement ?? one.getRootNode().host ?? null;
	/** Whether what stands around it speaks of cookies. */
	const inBanner = (one) => {
		let at = one;
		for (let steps = 0; at && steps < FARTHEST; steps++, at = above(at)) {
			if (at === document.body || at === document.documentElement)
				return globalThis.top !== globalThis && isAbout.test(document.body.textContent);
			if (isAbout.test(`${at.id} ${at.getAttribute('class') ?? ''} ${at.getAttribute('aria-label') ?? ''}`)) return true;
			const text = (at.shadowRoot ?? at).textContent ?? '';
			if (text.length < MOST_TEXT && isAbout.test(text)) return true;
		}
		return false;
	};

	let best = null;
	for (const one of all(document)) {
		const text = plain(one.textContent || one.value || one.getAttribute('aria-label') || '');
		if (text === '' || text.length > MOST_LETTERS) continue;
		const meant = meaning(text);
		if (meant?.kind !== wanted || (best && best.score >= meant.score) || !isShown(one) || !inBanner(one)) continue;
		best = { one, score: meant.score };
	}
	return best?.one ?? null;
};
