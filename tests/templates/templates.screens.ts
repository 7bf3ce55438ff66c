import { opens, type Screen } from '../journeys/support/screen'

/** The sample company has no official number. */
export const screens: readonly Screen[] = [
  { name: 'templates', show: opens('/templates', (page) => page.getByRole('heading', { level: 2 })) },
]
