/**
 * Every screen in the other languages. Spanish, which has the longest words, is covered by `screens-phone.journey.ts`.
 */
import { testVisits } from '../support/visits'

await testVisits({
  'in English': { look: { language: 'en' }, picture: 'en' },
  'in Turkish': { look: { language: 'tr' }, picture: 'tr' },
})
