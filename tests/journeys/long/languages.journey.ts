/** Every screen in the other languages. Spanish, whose words are the longest, is on the phone of `screens-phone.journey.ts`. */
import { testVisits } from '../support/visits'

await testVisits({
  'in English': { look: { language: 'en' }, picture: 'en' },
  'in Turkish': { look: { language: 'tr' }, picture: 'tr' },
})
