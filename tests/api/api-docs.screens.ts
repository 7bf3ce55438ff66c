import { opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'api-docs', show: opens('/docs', (page) => page.locator('.api-page, .api-chapter').first()) },
]
