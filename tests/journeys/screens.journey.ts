/** Every screen in both themes on a desk, and on the narrowest phone. In the other languages: `languages.journey.ts`. */
import type { Look } from './support/browser'
import { testVisits } from './support/visits'

/** The narrowest phone that people still carry, in the language with the longest words. */
const narrow: Look = { phone: true, width: 360, language: 'es' }

await testVisits({
  'light and dark': { look: { theme: 'light' }, axe: true, dark: true, picture: 'pt' },
  'a phone, dark': { look: { theme: 'dark', ...narrow }, axe: true, picture: 'es-phone' },
})
