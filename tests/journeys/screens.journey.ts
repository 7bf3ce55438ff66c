/** Every screen on a desk, light. Dark and in the other languages: `long/`. */
import { testVisits } from './support/visits'

await testVisits({ light: { look: { theme: 'light' }, axe: 'all', picture: 'pt' } })
