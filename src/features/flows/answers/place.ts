/** Where a flow speaks: it decides how numbers, dates and telephone numbers are written. */
import type { Language } from '../../../texts/languages'

export type Locale = {
  readonly language: Language
  /** Such as `BR`. */
  readonly country: string
  readonly timeZone: string
}

export const BRAZIL: Locale = { language: 'pt-BR', country: 'BR', timeZone: 'America/Sao_Paulo' }
