/** What the light editor loads. */
import { lightBundles, lightTemplates } from '@luvalla/contract/consent/configurations';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { usePartsOf } from '../editing/LoadedEditor.tsx';

export const useLightParts = () => usePartsOf(useQuery(asQuery(lightTemplates, {})), useQuery(asQuery(lightBundles, {})));
export type LightParts = ReturnType<typeof useLightParts>;
