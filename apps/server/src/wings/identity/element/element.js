/**
 * <luvalla-login client-id="luv_…" label="Sign in" color="#2b4a3f"></luvalla-login>
 * Signs a person in on a customer's page: a popup asks Luvalla, the code comes back to this exact origin and is exchanged
 * here with its proof key. Emits `luvalla:login` ({ sub, email, name, accessToken, expiresIn }) and `luvalla:login-failed`
 * ({ reason }). No iframe, nothing stored.
 */
(() => {
	const base = new URL(document.currentScript.src).origin;
	const url64 = (bytes) =>
		btoa(String.fromCharCode(...bytes))
			.replace(/\+/g, '-')
			.replace(/\//g, '_')
			.replace(/=+$/, '');
	const random = () => url64(crypto.getRandomValues(new Uint8Array(32)));
	const words = { en: 'Sign in', fi: 'Kirjaudu' };

	class LuvallaLogin extends HTMLElement {
		static observedAttributes = ['label', 'color', 'logo'];
		#button = document.createElement('button');
		#sheet = new CSSStyleSheet();

		constructor() {
			super();
			const root = this.attachShadow({ mode: 'closed', delegatesFocus: true });
			root.adoptedStyleSheets = [this.#sheet];
			this.#button.type = 'button';
			this.#button.addEventListener('click', () => this.#begin());
			root.append(this.#button);
		}
		connectedCallback() {
			this.#draw();
		}
		attributeChangedCallback() {
			this.#draw();
		}
		#draw() {
			const given = this.getAttribute('color') ?? '';
			const ground = /^#[0-9a-f]{6}$/i.test(given) ? given : '#016465';
			// White or black, whichever can be read on the colour.
			const [r, g, b] = [1, 3, 5].map((i) => (Number.parseInt(ground.slice(i, i + 2), 16) / 255) ** 2.2);
			const ink = 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? '#000000' : '#ffffff';
			this.#sheet.replaceSync(
				`button{all:unset;box-sizing:border-box;display:inline-flex;align-items:center;gap:10px;min-height:44px;padding:0 20px;border-radius:8px;font:600 15px/24px inherit;font-family:inherit;cursor:pointer;background:${ground};color:${ink}}button:focus-visible{outline:3px solid;outline-color:${ground};outline-offset:3px}button[disabled]{opacity:.7;cursor:progress}img{height:20px}`,
			);
			const language = /^fi\b/i.test(document.documentElement.lang) ? 'fi' : 'en';
			this.#button.textContent = this.getAttribute('label') || words[language];
			const logo = this.getAttribute('logo');
			if (logo && /^https?:\/\//.test(logo)) {
				const image = document.createElement('img');
				image.src = logo;
				image.alt = '';
				this.#button.prepend(image);
			}
		}
		async #begin() {
			// Opened before anything is awaited: browsers allow a popup only in the click itself.
			const popup = window.open('', 'luvalla-login', 'popup,width=480,height=680');
			if (!popup) return this.#fail('popup_blocked');
			this.#button.disabled = true;
			try {
				const client = this.getAttribute('client-id') ?? '';
				const verifier = random();
				const state = `${url64(new TextEncoder().encode(JSON.stringify([client, location.origin])))}.${random()}`;
				const challenge = url64(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
				const redirect = `${base}/identity/element/callback`;
				const query = {
					client_id: client,
					response_type: 'code',
					scope: 'API openid email profile',
					redirect_uri: redirect,
					state,
					code_challenge: challenge,
					code_challenge_method: 'S256',
				};
				const answer = this.#answer(popup, state);
				popup.location.href = `${base}/identity/auth?${new URLSearchParams(query)}`;
				const { code, error } = await answer;
				if (!code) return this.#fail(error ?? 'cancelled');
				const body = new URLSearchParams({
					grant_type: 'authorization_code',
					client_id: client,
					code,
					redirect_uri: redirect,
					code_verifier: verifier,
				});
				const token = await fetch(`${base}/identity/token`, { method: 'POST', body, credentials: 'omit' });
				const tokens = await token.json();
				if (!token.ok) return this.#fail(tokens.error);
				const claims = JSON.parse(
					new TextDecoder().decode(
						Uint8Array.from(atob(tokens.id_token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0)),
					),
				);
				const { sub, email, name } = claims;
				this.#tell('luvalla:login', { sub, email, name, accessToken: tokens.access_token, expiresIn: tokens.expires_in });
			} catch {
				// The network or the other side; the person may press again.
				this.#fail('unreachable');
			} finally {
				this.#button.disabled = false;
			}
		}
		/** The popup's message, from our own origin and with our own state; or its being closed. */
		#answer(popup, state) {
			return new Promise((done) => {
				const listen = ({ origin, source, data }) => {
					if (origin !== base || source !== popup || data?.state !== state) return;
					end(data);
				};
				const watch = setInterval(() => popup.closed && end({ error: 'cancelled' }), 500);
				const end = (result) => {
					clearInterval(watch);
					removeEventListener('message', listen);
					popup.close();
					done(result);
				};
				addEventListener('message', listen);
			});
		}
		#tell(name, detail) {
			this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
		}
		#fail(reason) {
			this.#tell('luvalla:login-failed', { reason });
		}
	}
	if (!customElements.get('luvalla-login')) customElements.define('luvalla-login', LuvallaLogin);
})();
