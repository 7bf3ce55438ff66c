import type { Dialogs, Table } from '../journeys/support/screen'

export const dialogs: Dialogs = {
  '/schedules': ['Agendar', /^Editar /, ['Mais ações', 'Copiar'], ['Mais ações', /^Excluir /]],
}

export const tables: readonly Table[] = [{ path: '/schedules' }]
