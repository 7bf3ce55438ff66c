import { opens, type Screen } from '../journeys/support/screen'

/** The demo's sample; a fleet, and an installation without one: machines.journey.ts. */
export const screens: readonly Screen[] = [
  {
    name: 'installation-machines',
    show: opens('/installation?tab=machines', (page) => page.locator('.machines table')),
  },
]
