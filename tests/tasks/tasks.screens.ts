import { opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'tasks', show: opens('/todolist', (page) => page.locator('.task').first()) },
  {
    name: 'tasks-open',
    async show(page) {
      await page.locator('.task-text').nth(2).click()
      await page.locator('.task-edit').waitFor()
    },
  },
]
