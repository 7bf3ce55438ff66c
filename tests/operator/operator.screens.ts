import { opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'moving-in', show: opens('/moving-in', (page) => page.locator('.move-part').first()) },
  { name: 'installation', show: opens('/installation', (page) => page.locator('.status-head h2')) },
]
