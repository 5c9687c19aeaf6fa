/** A button and its menu. The menu's code comes when it is first wanted. */
import type { Menu, MenuProps } from '@mantine/core';
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type ReactNode, type Ref } from 'react';
import { useLatePart } from './late.ts';

export interface LateMenuProps extends Pick<MenuProps, 'position' | 'width' | 'offset' | 'closeOnItemClick' | 'returnFocus'> {
	/** What opens it. */
	button: ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>;
	/** Its items, drawn with the parts of the menu once they are there. */
	children: (parts: typeof Menu) => ReactNode;
}

const load = () => import('./OpenMenu.tsx').then((module) => module.OpenMenu);

export function LateMenu(props: LateMenuProps) {
	const { Part, button } = useLatePart<LateMenuProps>(load, 'menu');
	return Part ? <Part {...props} /> : cloneElement(props.button, button);
}
