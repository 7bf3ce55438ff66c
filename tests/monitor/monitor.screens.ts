import { firstRow, opens, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'monitor', show: opens('/monitor', firstRow) },
  {
    name: 'monitor-backups',
    show: opens('/monitor?tab=backups', (page) => page.locator('.half-none').first()),
  },
]

export const tables: readonly Table[] = [{ path: '/monitor' }]
