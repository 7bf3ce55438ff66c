import { opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'dashboard', show: opens('/', (page) => page.locator('.chart-plot svg').first()) },
]
