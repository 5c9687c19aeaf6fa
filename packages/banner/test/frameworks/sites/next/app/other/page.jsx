import Link from 'next/link';

export default function Other() {
	return (
		<main>
			<h1>Other</h1>
			<Link href="/">Home</Link>
			<script type="text/plain" data-luvalla="statistics" data-src="http://stats.invalid/mark/other" />
		</main>
	);
}
