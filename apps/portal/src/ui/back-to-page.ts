/** What had the focus is gone, as a row is, or the button of an empty list: a keyboard goes on in the page and not above it. */
export const backToPage = (): void => {
	if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
};
