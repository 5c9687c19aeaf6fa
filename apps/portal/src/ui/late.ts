/** Parts whose code comes when somebody first wants them: most menus and dialogs of a page are never opened. */
import { type ButtonHTMLAttributes, type ComponentType, useState } from 'react';

type ButtonProps = Pick<
	ButtonHTMLAttributes<HTMLButtonElement>,
	'aria-haspopup' | 'aria-expanded' | 'onPointerEnter' | 'onFocus' | 'onClick'
>;

/**
 * A part that its button opens. Until it is there, `button` makes the plain button ask for it: ahead when it is pointed at or
 * has the focus, and for good when it is pressed. `Part` then draws the button itself, takes the focus back and opens.
 */
export function useLatePart<P>(load: () => Promise<ComponentType<P>>, kind: 'menu' | 'listbox' | 'dialog') {
	const [Part, setPart] = useState<ComponentType<P> | null>(null);
	// said beside what may still fail: pressing the button tries again
	const ahead = (): void => void load().catch(() => {});
	const open = (): void => void load().then((part) => setPart(() => part));
	const button: ButtonProps = { 'aria-haspopup': kind, 'aria-expanded': false, onPointerEnter: ahead, onFocus: ahead, onClick: open };
	return { Part, open, button };
}

/** Whether a dialog was ever opened: its code is not wanted before, and it stays for its way out. */
export function useOnce(opened: boolean): boolean {
	const [once, setOnce] = useState(opened);
	if (opened && !once) setOnce(true);
	return once || opened;
}
