import { opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'operator-settings', show: opens('/operator-settings', (page) => page.locator('form input').first()) },
]
