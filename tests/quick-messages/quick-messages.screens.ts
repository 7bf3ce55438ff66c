import { type Dialogs, rows, type Table } from '../journeys/support/screen'

export const dialogs: Dialogs = {
  '/quick-messages': ['Nova mensagem', ['Planilha', 'Importar planilha'], ...rows],
}

export const tables: readonly Table[] = [{ path: '/quick-messages', opensDialog: true }]
