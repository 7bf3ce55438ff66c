import { opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'notifications', show: opens('/notifications', (page) => page.getByRole('switch').first()) },
  { name: 'company-notifications', show: opens('/notifications/company', (page) => page.locator('.push-pairs')) },
  { name: 'share', show: opens('/share', (page) => page.getByRole('heading', { level: 3 }).first()) },
]
