import { type Dialogs, opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'ai', show: opens('/ChatGPT/1', (page) => page.locator('.ai-answer').first()) },
]

export const dialogs: Dialogs = {
  '/ChatGPT/1': [
    ['Mais ações', 'Apagar todas as conversas'],
    [/^Ações da conversa /, 'Renomear'],
    [/^Ações da conversa /, 'Apagar conversa'],
  ],
}
