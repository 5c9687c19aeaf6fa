/** A button with a sign before its words. */
import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { MouseEventHandler, ReactNode } from 'react';

interface ActButtonProps extends Omit<ButtonProps, 'leftSection'> {
	sign: Icon;
	onClick?: MouseEventHandler<HTMLButtonElement>;
	children: ReactNode;
}

export function ActButton({ sign: Sign, ...props }: ActButtonProps) {
	return <Button leftSection={<Sign size={16} stroke={1.75} aria-hidden="true" />} {...props} />;
}
