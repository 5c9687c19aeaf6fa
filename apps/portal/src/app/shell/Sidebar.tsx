import { COPYRIGHT_YEAR } from '@luvalla/contract/constants';
import { IconChevronRight, IconCookie, IconSettings } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { showCookieSettings } from '#portal/lib/cookie-settings.ts';
import { useSay } from '#portal/lib/say.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { LateMenu } from '#portal/ui/LateMenu.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import { type MenuFolder, type MenuLink, markedIn, menuOf } from '../access.ts';
import type { Screen } from '../screen.ts';
import { useShellTexts } from '../texts.ts';
import styles from './Shell.module.css';
import { SidebarNotice } from './SidebarNotice.tsx';

const OPEN_KEY = 'luvalla.openGroup';

interface SidebarProps {
	screens: readonly Screen[];
	rail?: boolean;
	onLeave?: () => void;
}

/** The menu: one open group, remembered; as a rail, groups open beside it. Drawn again when another entry is marked, not on every page. */
export const Sidebar = memo(function Sidebar({ screens, rail = false, onLeave }: SidebarProps) {
	const t = useShellTexts();
	const person = usePerson();
	const nodes = useMemo(() => menuOf(screens, person), [screens, person]);
	const marked = useLocation({ select: ({ pathname }) => markedIn(screens, nodes, person, pathname) });
	const here = nodes.find((node) => node.kind === 'group' && node.children.some((child) => child.path === marked));
	const [open, setOpen] = useState<string | null>(() => localStorage.getItem(OPEN_KEY));
	const [seen, setSeen] = useState(marked);
	// arriving at a page by another way than the menu opens its group
	if (seen !== marked) {
		setSeen(marked);
		if (here?.kind === 'group') setOpen(here.group.key);
	}
	const shown = open ?? (here?.kind === 'group' ? here.group.key : null);
	const toggle = (group: string) => {
		const next = shown === group ? '' : group;
		localStorage.setItem(OPEN_KEY, next);
		setOpen(next);
	};
	return (
		<nav aria-label={t('menu')} className={rail ? `${styles.sidebar} ${styles.rail}` : styles.sidebar}>
			<ul className={styles.list}>
				{nodes.map((node) =>
					node.kind === 'link' ? (
						<li key={node.path}>
							<Entry link={node} marked={marked} rail={rail} onLeave={onLeave} />
						</li>
					) : (
						<li key={node.group.key}>
							{rail ? (
								<RailGroup folder={node} marked={marked} />
							) : (
								<Group
									folder={node}
									marked={marked}
									open={shown === node.group.key}
									onToggle={() => toggle(node.group.key)}
									onLeave={onLeave}
								/>
							)}
						</li>
					),
				)}
			</ul>
			<div className={styles.foot}>
				{rail ? null : <SidebarNotice />}
				<Foot rail={rail} onLeave={onLeave} />
			</div>
		</nav>
	);
});

interface Place {
	marked: string | undefined;
	onLeave?: () => void;
}

function Entry({ link, marked, rail, child, onLeave }: Place & { link: MenuLink; rail?: boolean; child?: boolean }) {
	const say = useSay();
	const Icon = link.icon;
	const label = say(link.label);
	return (
		<Tip label={label} position="right" disabled={!rail}>
			{/* a fresh visit: the menu link resets what the list keeps in the URL */}
			<Link
				to={link.path}
				search={{}}
				className={child ? `${styles.entry} ${styles.child}` : styles.entry}
				aria-current={marked === link.path ? 'page' : undefined}
				aria-label={rail ? label : undefined}
				activeProps={{}}
				// what stands below it marks another entry
				activeOptions={{ exact: true }}
				onClick={onLeave}
			>
				{Icon ? <Icon size={18} stroke={1.75} aria-hidden="true" /> : null}
				{rail ? null : <span>{label}</span>}
			</Link>
		</Tip>
	);
}

function Group({ folder, marked, open, onToggle, onLeave }: Place & { folder: MenuFolder; open: boolean; onToggle: () => void }) {
	const say = useSay();
	const { icon: Icon, key, label } = folder.group;
	const id = `menu-${key}`;
	const inside = folder.children.some((child) => child.path === marked);
	return (
		<>
			<button
				type="button"
				className={styles.entry}
				aria-expanded={open}
				aria-controls={id}
				data-current={inside && !open ? '' : undefined}
				onClick={onToggle}
			>
				<Icon size={18} stroke={1.75} aria-hidden="true" />
				<span>{say(label)}</span>
				<IconChevronRight size={16} stroke={1.75} className={styles.chevron} aria-hidden="true" />
			</button>
			<ul id={id} hidden={!open}>
				{folder.children.map((link) => (
					<li key={link.path}>
						<Entry link={link} marked={marked} child onLeave={onLeave} />
					</li>
				))}
			</ul>
		</>
	);
}

function RailGroup({ folder, marked }: Place & { folder: MenuFolder }) {
	const say = useSay();
	const { icon: Icon, label } = folder.group;
	const name = say(label);
	const inside = folder.children.some((child) => child.path === marked);
	return (
		<Tip label={name} position="right">
			<LateMenu
				position="right-start"
				offset={8}
				button={
					<button type="button" className={styles.entry} aria-label={name} data-current={inside ? '' : undefined}>
						<Icon size={18} stroke={1.75} aria-hidden="true" />
					</button>
				}
			>
				{(Menu) => (
					<>
						<Menu.Label>{name}</Menu.Label>
						{folder.children.map((link) => (
							<Menu.Item key={link.path} renderRoot={(props) => <Link {...props} to={link.path} search={{}} />}>
								{say(link.label)}
							</Menu.Item>
						))}
					</>
				)}
			</LateMenu>
		</Tip>
	);
}

/** Settings (the external account page), Cookie Settings, copyright. */
function Foot({ rail, onLeave }: { rail: boolean; onLeave?: () => void }) {
	const t = useShellTexts();
	return (
		<>
			<ul className={styles.list}>
				<li>
					<Tip label={t('settings')} position="right" disabled={!rail}>
						<AccountLink label={rail ? t('settings') : undefined} onLeave={onLeave}>
							<IconSettings size={18} stroke={1.75} aria-hidden="true" />
							{rail ? null : <span>{t('settings')}</span>}
						</AccountLink>
					</Tip>
				</li>
				<li>
					<Tip label={t('cookieSettings')} position="right" disabled={!rail}>
						<button type="button" className={styles.entry} aria-label={rail ? t('cookieSettings') : undefined} onClick={showCookieSettings}>
							<IconCookie size={18} stroke={1.75} aria-hidden="true" />
							{rail ? null : <span>{t('cookieSettings')}</span>}
						</button>
					</Tip>
				</li>
			</ul>
			{rail ? null : <p className={styles.copyright}>{t('copyright', { year: String(COPYRIGHT_YEAR) })}</p>}
		</>
	);
}

/** The external account page, or the portal's own profile while the operator set none. */
function AccountLink({ label, onLeave, children, ...props }: { label: string | undefined; onLeave?: () => void; children: ReactNode }) {
	const { pathname } = useLocation();
	const url = publicSettings().accountUrl;
	if (!url.startsWith('/'))
		return (
			<a {...props} className={styles.entry} href={url} aria-label={label}>
				{children}
			</a>
		);
	return (
		<Link
			{...props}
			to={url}
			search={{}}
			className={styles.entry}
			aria-label={label}
			aria-current={pathname === url ? 'page' : undefined}
			activeProps={{}}
			onClick={onLeave}
		>
			{children}
		</Link>
	);
}
