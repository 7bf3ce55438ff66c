import type { Language } from '../texts/languages'

/** What the spreadsheets that we hand out are called, and the heads of their columns. */
export const importWords: Readonly<
  Record<Language, { readonly example: string; readonly errors: string; readonly heads: readonly string[] }>
> = {
  'pt-BR': { example: 'Exemplo de importação', errors: 'Linhas com problemas', heads: ['Linha', 'Valor', 'Motivo'] },
  en: { example: 'Example import', errors: 'Rows with problems', heads: ['Row', 'Value', 'Reason'] },
  es: { example: 'Ejemplo de importación', errors: 'Filas con problemas', heads: ['Fila', 'Valor', 'Motivo'] },
  tr: { example: 'Örnek içe aktarma', errors: 'Sorunlu satırlar', heads: ['Satır', 'Değer', 'Neden'] },
}
