/** Every screen on a desktop, light theme. Dark, phone and other languages: `long/`. */
import { testVisits } from './support/visits'

await testVisits({ light: { look: { theme: 'light' }, axe: 'all', picture: 'pt' } })
