/**
 * A clone in an element's place. A framework that made the element still holds it, and takes it out or moves it by it: what
 * it does to the element it has given away happens to the clone.
 */
const SHOWN = ['parentNode', 'parentElement', 'nextSibling', 'previousSibling', 'isConnected'] as const;

/** Answers what puts a clone in an element's place. */
export const standIns = (): ((original: HTMLElement, clone: HTMLElement) => void) => {
	const clones = new WeakMap<Node, Node>();
	const now = <T extends Node | null>(node: T): T => ((node && clones.get(node)) as T | undefined) ?? node;
	const { prototype } = Node;
	const { appendChild, insertBefore, removeChild, replaceChild } = prototype;
	prototype.appendChild = function (node) {
		return appendChild.call(this, now(node)) as typeof node;
	};
	prototype.insertBefore = function (node, before) {
		return insertBefore.call(this, now(node), now(before)) as typeof node;
	};
	prototype.removeChild = function (node) {
		return removeChild.call(this, now(node)) as typeof node;
	};
	prototype.replaceChild = function (node, old) {
		return replaceChild.call(this, now(node), now(old)) as typeof old;
	};
	return (original, clone) => {
		clones.set(original, clone);
		original.replaceWith(clone);
		for (const name of SHOWN) Object.defineProperty(original, name, { get: () => clone[name], configurable: true });
		original.remove = () => clone.remove();
	};
};
