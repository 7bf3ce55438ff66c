/** Every screen in both themes on a desk, and on the narrowest phone. In the other languages: `languages.journey.ts`. */
import type { Look } from './support/browser'
import { testVisits } from './support/visits'

/** The narrowest phone that people still carry, in the language with the longest words. */
const narrow: Look = { phone: true, width: 360, language: 'es' }

await testVisits({
  light: { look: { theme: 'light' }, axe: 'all', picture: 'pt-light' },
  dark: { look: { theme: 'dark' }, axe: 'colours', picture: 'pt-dark' },
  'a phone, dark': { look: { theme: 'dark', ...narrow }, axe: 'all', picture: 'es-phone-dark' },
})
