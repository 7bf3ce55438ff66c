import { opens, type Screen } from '../journeys/support/screen'

/** Without a fleet; with one: machines.journey.ts. */
export const screens: readonly Screen[] = [
  {
    name: 'installation-machines',
    show: opens('/installation?tab=machines', (page) => page.locator('.status-head h2')),
  },
]
