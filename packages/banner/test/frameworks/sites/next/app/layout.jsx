export default function Layout({ children }) {
	return (
		<html lang="en">
			<head>
				<script src="http://cmp.invalid/cmp/d/0198c0de-0000-7000-8000-000000000001.js" />
				<title>Shop</title>
			</head>
			<body>{children}</body>
		</html>
	);
}
