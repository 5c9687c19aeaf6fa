/** The menu of a button that was pressed before its code was there: it opens itself. */
import '#portal/theme/menu-styles.ts';
import { Menu } from '@mantine/core';
import { cloneElement, type MouseEvent, useEffect, useState } from 'react';
import type { LateMenuProps } from './LateMenu.tsx';

/** An item goes with its menu: what it opens gives the focus back to the button. */
const toButton = ({ currentTarget }: MouseEvent): void =>
	document.getElementById(currentTarget.getAttribute('aria-labelledby') ?? '')?.focus({ preventScroll: true });

export function OpenMenu({ button, children, ...props }: LateMenuProps) {
	const [opened, setOpened] = useState(false);
	// opened once its button stands and has the focus, which comes back to it
	useEffect(() => setOpened(true), []);
	return (
		<Menu {...props} opened={opened} onChange={setOpened}>
			<Menu.Target>{cloneElement(button, { autoFocus: true })}</Menu.Target>
			<Menu.Dropdown onClickCapture={props.closeOnItemClick === false ? undefined : toButton}>{children(Menu)}</Menu.Dropdown>
		</Menu>
	);
}
