/** Elements by name, properties and children. Texts become text nodes: whatever a configuration holds, nothing of it is run. */
type Child = Node | string | null | undefined | false;

export const el = <K extends keyof HTMLElementTagNameMap>(
	name: K,
	attributes: Record<string, string> = {},
	...children: Child[]
): HTMLElementTagNameMap[K] => {
	const element = document.createElement(name);
	for (const key in attributes) element.setAttribute(key, attributes[key] ?? '');
	for (const child of children) if (child) element.append(child);
	return element;
};

/** A padlock, drawn without markup strings: a page may require trusted types. */
export const lock = (): SVGElement => {
	const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
	svg.setAttribute('viewBox', '0 0 24 24');
	svg.setAttribute('aria-hidden', 'true');
	const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
	path.setAttribute('d', 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3');
	svg.append(path);
	return svg;
};
