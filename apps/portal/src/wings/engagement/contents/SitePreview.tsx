/** A message as it stands on a page of a site, drawn by the banner's own runtime. */
import type { SitePreviewMessage } from '@luvalla/banner/preview/main';
import { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { Rendered } from '@luvalla/contract/engagement/contents';
import type { PlacedShape } from '@luvalla/contract/placement';
import { type Device, SiteStage } from '#portal/ui/SiteStage.tsx';
import { useContentTexts } from './texts.ts';

interface SitePreviewProps {
	push: NonNullable<Rendered['push']>;
	image: string | null;
	alt: string;
	shape: PlacedShape;
	domain: string;
	device: Device;
	lang: string;
}

export function SitePreview({ push: { title, body, link, label }, image, alt, shape, domain, device, lang }: SitePreviewProps) {
	const t = useContentTexts();
	const language = BannerLanguage.options.find((one) => one === lang) ?? 'en';
	const message: SitePreviewMessage = {
		language,
		host: domain,
		message: {
			...{ language: lang, title, body, image, alt },
			link: link === null ? null : { to: link, label: label ?? '' },
			why: true,
			placement: { shape },
		},
	};
	return <SiteStage device={device} fills host={domain} version="current" title={t('onSiteFrame')} message={message} />;
}
