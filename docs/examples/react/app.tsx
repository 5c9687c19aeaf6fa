/** A shop of two pages whose address changes without loading a page anew. */
import { type MouseEvent, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ConsentFrame, ConsentLink, ConsentScript, Declaration, useConsent } from './consent.tsx';

/** Addresses of the services, as the page gives them. */
interface Services {
	stats: string;
	video: string;
}

const usePath = (): [string, (event: MouseEvent<HTMLAnchorElement>) => void] => {
	const [path, setPath] = useState(location.pathname);
	useEffect(() => {
		const look = (): void => setPath(location.pathname);
		addEventListener('popstate', look);
		return () => removeEventListener('popstate', look);
	}, []);
	const go = (event: MouseEvent<HTMLAnchorElement>): void => {
		event.preventDefault();
		history.pushState(null, '', event.currentTarget.href);
		setPath(location.pathname);
	};
	return [path, go];
};

const Home = ({ stats, video }: Services) => (
	<main>
		<h1>Things for slow mornings</h1>
		<ConsentScript category="statistics" src={`${stats}/mark/react`} />
		<ConsentFrame category="media" src={`${video}/frame/film`} title="How it is made" />
	</main>
);

const Privacy = () => {
	const statistics = useConsent('statistics');
	return (
		<main>
			<h1>Privacy</h1>
			<p id="state">{statistics ? 'Statistics may run.' : 'Statistics may not run.'}</p>
			<ConsentLink>Cookie settings</ConsentLink>
			<Declaration />
		</main>
	);
};

const App = (services: Services) => {
	const [path, go] = usePath();
	return (
		<>
			<nav>
				<a id="home" href="/app" onClick={go}>
					Home
				</a>{' '}
				<a id="privacy" href="/app/privacy" onClick={go}>
					Privacy
				</a>
			</nav>
			{path === '/app/privacy' ? <Privacy /> : <Home {...services} />}
		</>
	);
};

const place = document.getElementById('root');
if (place) {
	const root = createRoot(place);
	root.render(<App stats={place.dataset.stats ?? ''} video={place.dataset.video ?? ''} />);
	// For whoever takes the whole of it away again.
	Object.assign(window, { unmountShop: () => root.unmount() });
}
