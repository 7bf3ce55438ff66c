/** As people search: without accents and capitals. */
export const folded = (text: string): string => text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
