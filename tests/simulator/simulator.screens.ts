import { opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'simulator', show: opens('/simulator', (page) => page.getByRole('article').first()) },
]
