import { type Dialogs, opens, rows, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'helps', show: opens('/helps?open=1', (page) => page.locator('.help-poster')) },
]

export const dialogs: Dialogs = {
  '/helps': ['Novo vídeo', ...rows],
}
