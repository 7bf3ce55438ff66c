import { type Dialogs, firstRow, opens, rows, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [{ name: 'parameters', show: opens('/parameters', firstRow) }]

export const dialogs: Dialogs = {
  '/parameters': ['Nova categoria', 'Cliente', ...rows],
}

export const tables: readonly Table[] = [{ path: '/parameters', opensDialog: true }]
