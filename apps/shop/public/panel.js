// Shows, in the footer, what has run on this page. Third parties tell by an event; cookies are read as any script could.
(() => {
	const panel = document.getElementById('runs');
	if (!panel) return;
	const mark = (name) => {
		const state = panel.querySelector(`[data-runs="${CSS.escape(name)}"]`);
		if (state) state.textContent = panel.dataset.ran;
	};
	const cookies = () => {
		const names = document.cookie
			.split('; ')
			.map((pair) => pair.split('=')[0])
			.filter(Boolean);
		panel.querySelector('[data-cookies]').textContent = names.length ? names.join(', ') : panel.dataset.none;
	};
	for (const name of window.thirdPartiesThatRan ?? []) mark(name);
	document.addEventListener('third-party-ran', (event) => {
		mark(event.detail);
		cookies();
	});
	document.addEventListener('luvalla:choice', cookies);
	cookies();
	// What the sign-in button tells: this page only shows the name.
	document.addEventListener('luvalla:login', ({ detail }) => {
		const place = document.querySelector('[data-signed-in]');
		if (place) place.textContent = `${place.dataset.signedIn} ${detail.name || detail.email}`;
	});
})();
