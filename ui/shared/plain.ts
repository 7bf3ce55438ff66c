/** Normalises text for searches in the browser: without case and accents. */
export const folded = (text: string): string =>
  text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i')

/** The same without spaces at the ends. */
export const plain = (text: string): string => folded(text.trim())
