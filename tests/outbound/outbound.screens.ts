import { type Dialogs, firstRow, opens, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'campaigns-config', show: opens('/campaigns-config', (page) => page.getByRole('checkbox').first()) },
  {
    name: 'campaigns-variables',
    show: opens('/campaigns-config?tab=variables', (page) => page.locator('.btn-primary')),
  },
  { name: 'campaigns-opt-outs', show: opens('/campaigns-config?tab=optOuts', firstRow) },
]

export const dialogs: Dialogs = {
  '/campaigns-config?tab=optOuts': ['Adicionar número', /^Remover /],
}

export const tables: readonly Table[] = [{ path: '/campaigns-config?tab=optOuts' }]
