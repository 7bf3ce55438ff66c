/** Every screen on the narrowest supported phone, in the language with the longest words. */
import { testVisits } from '../support/visits'

await testVisits({
  'a phone, dark': {
    look: { theme: 'dark', phone: true, width: 360, language: 'es' },
    axe: 'all but colours',
    picture: 'es-phone',
  },
})
