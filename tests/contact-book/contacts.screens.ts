import { type Dialogs, firstRow, opens, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [{ name: 'contacts', show: opens('/contacts', firstRow) }]

export const dialogs: Dialogs = {
  '/contacts': [
    'Mesclagens recentes',
    'Novo contato',
    ['Importar / Exportar', /^Importar planilha/],
    ['Importar / Exportar', 'Importar agenda do telefone'],
    ['Importar / Exportar', 'Importar conversas do telefone'],
    ['Mais ações', /^Editar /],
    ['Mais ações', /^Bloquear /],
    ['Mais ações', /^Mesclar /],
    ['Mais ações', /^Excluir /],
    ['Mais ações', /^Apagar dados/],
  ],
}

export const tables: readonly Table[] = [{ path: '/contacts', opensDialog: true }]
