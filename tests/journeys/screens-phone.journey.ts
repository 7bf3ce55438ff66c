/** Every screen on the narrowest phone that people still carry, in the language with the longest words. */
import { testVisits } from './support/visits'

await testVisits({
  'a phone, dark': {
    look: { theme: 'dark', phone: true, width: 360, language: 'es' },
    axe: 'all but colours',
    picture: 'es-phone',
  },
})
