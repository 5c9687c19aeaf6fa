import { Empty } from './Empty.tsx';
import { PageHeader } from './PageHeader.tsx';

interface NoDomainProps {
	title: string;
	/** There is one to choose. */
	any: boolean;
	choose: string;
	chooseWhy: string;
	none: string;
	noneWhy: string;
}

/** A page of a domain's things, while no domain is chosen that the person administers. */
export function NoDomain({ title, any, choose, chooseWhy, none, noneWhy }: NoDomainProps) {
	return (
		<>
			<PageHeader title={title} />
			<Empty title={any ? choose : none}>{any ? chooseWhy : noneWhy}</Empty>
		</>
	);
}
