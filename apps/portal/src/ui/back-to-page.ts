/** A dialog that closed gives the focus back within this. */
const GIVEN_BACK_MS = 30;

/** What had the focus is gone, as a row is, or the button of an empty list: a keyboard goes on in the page and not above it. */
export const backToPage = (): void => {
	setTimeout(() => {
		const { document } = globalThis;
		if (document?.activeElement === document?.body) document?.getElementById('main')?.focus({ preventScroll: true });
	}, GIVEN_BACK_MS);
};
