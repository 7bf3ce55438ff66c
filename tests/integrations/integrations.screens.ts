import type { Dialogs, Table } from '../journeys/support/screen'

export const dialogs: Dialogs = {
  '/integrations': ['Nova integração'],
}

export const tables: readonly Table[] = [{ path: '/integrations' }]
