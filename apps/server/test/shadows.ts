/** The banner closes its shadow root to the page; for a test, which must look inside, this script of the page opens it. */
export const OPEN_SHADOWS = `{
	const attach = Element.prototype.attachShadow;
	Element.prototype.attachShadow = function (init) {
		return attach.call(this, { ...init, mode: 'open' });
	};
}`;
