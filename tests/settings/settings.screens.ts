import { type Dialogs, opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'settings', show: opens('/settings', (page) => page.getByRole('switch').first()) },
]

export const dialogs: Dialogs = {
  '/settings?tab=hours': ['Feriados nacionais', 'Novo feriado'],
}
