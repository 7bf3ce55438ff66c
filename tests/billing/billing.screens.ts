import type { Dialogs, Table } from '../journeys/support/screen'

export const dialogs: Dialogs = {
  '/faturas': [/^Cancelar a fatura /],
  '/financeiro': ['Editar'],
}

export const tables: readonly Table[] = [{ path: '/faturas' }]
