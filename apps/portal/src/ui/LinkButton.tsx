/** A link that looks like a button: where it leads is a page, so it opens in a new tab as links do. */
import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface LinkButtonProps extends Omit<ButtonProps, 'leftSection'> {
	to: string;
	search?: Readonly<Record<string, string>> | undefined;
	sign?: Icon | undefined;
	children: ReactNode;
}

export function LinkButton({ to, search = {}, sign: Sign, ...props }: LinkButtonProps) {
	return (
		<Button
			variant="default"
			leftSection={Sign ? <Sign size={16} stroke={1.75} aria-hidden="true" /> : undefined}
			renderRoot={(root: object) => <Link {...root} to={to} search={search} />}
			{...props}
		/>
	);
}
