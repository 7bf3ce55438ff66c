/** Normalises text for searches in the browser: no case, no accents. */
export const folded = (text: string): string =>
  text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i')

/** The same, trimmed. */
export const plain = (text: string): string => folded(text.trim())
