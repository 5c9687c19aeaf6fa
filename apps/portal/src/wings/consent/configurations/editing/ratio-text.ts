/** A contrast as each language writes it: 9.7:1; 9,7:1 */
export const ratioText = (ratio: string, language: 'en' | 'fi'): string => (language === 'fi' ? ratio.replace('.', ',') : ratio);
