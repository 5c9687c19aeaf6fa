/**
 * Does work once the page has been drawn again: a press is seen to be taken before its consequences cost time. Where the
 * page is hidden or left before, at once: an answer is never lost.
 */
export const afterPaint = (work: () => void): void => {
	let done = false;
	const once = (): void => {
		if (done) return;
		done = true;
		work();
	};
	addEventListener('pagehide', once, { once: true });
	if (document.hidden) once();
	// A frame begins, is drawn, and then comes the next task; where frames stand still, soon.
	else {
		requestAnimationFrame(() => setTimeout(once));
		setTimeout(once, 200);
	}
};
