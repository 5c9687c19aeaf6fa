/** Where a page's thing is not there: the press that leads to the list it would stand in, by the name that the page's crumbs give it. */
import { LinkButton } from './LinkButton.tsx';
import type { Crumb } from './PageHeader.tsx';

export function WayBack({ to: list }: { to: Crumb | undefined }) {
	return list?.to === undefined ? null : (
		<LinkButton variant="filled" h={36} to={list.to} search={list.search}>
			{list.label}
		</LinkButton>
	);
}
