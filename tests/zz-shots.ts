import { chromium } from 'playwright'
const { url, email, password } = JSON.parse(process.argv[2]!)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const [name, o] of Object.entries({ light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } }, dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }, phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } } } as const)) {
  const ctx = await browser.newContext({ ...o, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' })
  const page = await ctx.newPage()
  page.on('pageerror', (e) => console.log(name, 'pageerror', e.message))
  page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()))
  await page.goto(`${url}/login`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/tickets')
  for (const [shot, path] of Object.entries({ table: '/schedules', calendar: '/schedules?tab=calendar', week: '/schedules?tab=calendar&span=week' })) {
    await page.goto(`${url}${path}`)
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `/tmp/sch-${shot}-${name}.png` })
  }
  if (name === 'light') {
    await page.goto(`${url}/schedules?tab=calendar`)
    await page.waitForTimeout(2000)
    await page.locator('.calendar-event').last().click()
    await page.waitForTimeout(600)
    await page.screenshot({ path: `/tmp/sch-card-${name}.png` })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Agendar', exact: true }).click()
    await page.waitForTimeout(1200)
    await page.screenshot({ path: `/tmp/sch-form-${name}.png` })
  }
  await ctx.close()
}
await browser.close()
