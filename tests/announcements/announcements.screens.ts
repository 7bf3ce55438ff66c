import { type Dialogs, firstRow, opens, rows, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [{ name: 'announcements', show: opens('/announcements', firstRow) }]

export const dialogs: Dialogs = {
  '/announcements': ['Novo comunicado', ...rows],
}

export const tables: readonly Table[] = [{ path: '/announcements', opensDialog: true }]
