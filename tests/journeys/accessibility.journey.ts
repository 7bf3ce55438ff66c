import { beforeAll, expect, test } from 'bun:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { RAFAEL } from './support/demo'
import { furnish, privateScreens, showLogin } from './support/screens'
import { stage } from './support/stage'

const { demo, open, enter } = await stage()
beforeAll(() => furnish(demo, RAFAEL.email))

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the login page (${theme})`, async () => {
    const page = await open({ theme })
    await showLogin(page, demo)
    expect(await seriousFindings(page)).toEqual([])
  })

  test(`axe finds nothing serious on any screen behind it (${theme})`, async () => {
    const page = await enter(RAFAEL.email, { theme })
    const findings: string[] = []
    for (const { name, show } of privateScreens) {
      await show(page, demo)
      findings.push(...(await seriousFindings(page)).map((finding) => `${name}: ${finding}`))
    }
    expect(findings).toEqual([])
  })
}

async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`))
}
