import { openBrowser, signIn } from '/work/main/tests/journeys/support/browser'
import { openDemo, RAFAEL } from '/work/main/tests/journeys/support/demo'
const demo = await openDemo(); const browser = await openBrowser()
try {
const { page } = await browser.open()
const files = new Map<string, number>()
page.on('response', async (r) => { const u = new URL(r.url()).pathname; const n = Number((await r.allHeaders())['content-length'] ?? 0); if (u.endsWith('.js') && n) files.set(u, n) })
await signIn(page, demo, RAFAEL.email)
await page.getByText('Todos').first().click().catch(() => {})
await page.waitForTimeout(3000)
console.log('desk JS', Math.round([...files.values()].reduce((a, b) => a + b, 0) / 1000), 'kB in', files.size, 'files')
} finally { await browser.close(); await demo.close() }
