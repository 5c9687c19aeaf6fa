/** What a picture of a publication shows, told from its path. */

export interface Picture {
	/** Address it is served at. */
	src: string;
	language: string;
	device: 'desktop' | 'phone';
	layer: 1 | 2;
}

const NAME = /^pictures\/([a-z]{2})-(desktop|phone)-([12])\.png$/;

/** The pictures of a published folder, in the order they were taken; a path that says nothing we know is left out. */
export const picturesOf = ({ folder, pictures }: { folder: string; pictures: readonly string[] }): Picture[] =>
	pictures.flatMap((path) => {
		const [, language, device, layer] = NAME.exec(path) ?? [];
		if (!language) return [];
		return [
			{
				src: `/cmp/${folder}/${path}`,
				language,
				device: device === 'phone' ? 'phone' : 'desktop',
				layer: layer === '2' ? 2 : 1,
			},
		];
	});
