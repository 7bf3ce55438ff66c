import type { Language } from '../texts/languages'

/** File names and headers of the spreadsheets that we offer for download. */
export const importWords: Readonly<
  Record<Language, { readonly example: string; readonly errors: string; readonly heads: readonly string[] }>
> = {
  'pt-BR': { example: 'Exemplo de importação', errors: 'Linhas com problemas', heads: ['Linha', 'Valor', 'Motivo'] },
  en: { example: 'Example import', errors: 'Rows with problems', heads: ['Row', 'Value', 'Reason'] },
  es: { example: 'Ejemplo de importación', errors: 'Filas con problemas', heads: ['Fila', 'Valor', 'Motivo'] },
  tr: { example: 'Örnek içe aktarma', errors: 'Sorunlu satırlar', heads: ['Satır', 'Değer', 'Neden'] },
}
