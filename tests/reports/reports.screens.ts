import { firstRow, opens, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [{ name: 'reports', show: opens('/reports', firstRow) }]

export const tables: readonly Table[] = [{ path: '/reports' }]
