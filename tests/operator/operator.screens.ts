import { opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'installation', show: opens('/installation', (page) => page.locator('.status-head h2')) },
  { name: 'installation-update', show: opens('/installation?tab=update', (page) => page.locator('.status-head h2')) },
]
