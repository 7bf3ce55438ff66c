/** The colours of every screen on a desk in the dark. Pairs of tokens are in `tests/ui/shared/contrast.test.ts`. */
import { testVisits } from '../support/visits'

await testVisits({ dark: { look: { theme: 'dark' }, axe: 'colours', picture: 'pt' } })
