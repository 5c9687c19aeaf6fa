import Link from 'next/link';

export default function Home() {
	return (
		<main>
			<h1>Home</h1>
			<Link href="/other">Other</Link>
			<script type="text/plain" data-luvalla="statistics" data-src="http://stats.invalid/mark/home" />
			<iframe title="Film" data-luvalla="media" data-src="http://video.invalid/frame/film" />
		</main>
	);
}
