/** Colours of every screen in the dark theme. Pairs of tokens: `tests/ui/shared/contrast.test.ts`. */
import { testVisits } from '../support/visits'

await testVisits({
  'on a desk': { look: { theme: 'dark' }, axe: 'colours', picture: 'pt' },
  'on a phone': { look: { theme: 'dark', phone: true, width: 360, language: 'es' }, axe: 'colours' },
})
