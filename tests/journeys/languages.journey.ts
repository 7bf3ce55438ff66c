/** Every screen in the other languages. */
import { testVisits } from './support/visits'

await testVisits({
  'in English': { look: { language: 'en' }, picture: 'en-light' },
  'in Spanish': { look: { language: 'es' }, picture: 'es-light' },
  'in Turkish': { look: { language: 'tr' }, picture: 'tr-light' },
})
