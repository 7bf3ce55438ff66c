import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import type { Command } from '../../src/simulator/contract'
import type { TicketPage, TicketSummary } from '../../src/tickets/contract'
import type { MessagePage } from '../../src/tickets/messages/contract'
import { until } from '../survival/support/until'
import { COMPANY, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const boss = await demo.signIn(RAFAEL.email)

/** Marks that an executed injection would leave: a property of the window, or an element of ours. */
const EVIL = `"><img class=evil src=x onerror="window.evil=1"><script>window.evil=1</script><svg class=evil onload="window.evil=1">`
const JAVASCRIPT = 'javascript:window.evil=1'
/** Right-to-left overrides without end; zero-width characters; stacked accents; text without break points. */
const TURNED = '\u202Egpj.exe\u200B\u200D\u2066'
const TOWER = `Z${'\u0336\u0300\u0489'.repeat(40)}`
const UNBROKEN = 'W'.repeat(700)

/** An empty contact card and an empty poll: fields 4 and 49 of `Message`. */
const EMPTY = [
  [0x22, 0],
  [0x8a, 0x03, 0],
].map((bytes) => Uint8Array.from(bytes))

const MALLORY = { name: `${EVIL}${TURNED}`, phone: '5521955550001' }
const LONG = { name: `${TOWER}${UNBROKEN}`, phone: '5521955550002' }
/** Blank in every typeface. */
const NOBODY = { name: '\u3164\u200B', phone: '5521955550003' }
const HTML = `<!doctype html><script>window.evil=1</script><p class=evil>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>window.evil=1</script></svg>`

/** How many files are sent below; one is shown as a picture, without an address of its own. */
const FILES = 4

let [person, group] = ['', '']

beforeAll(async () => {
  await boss.link()
  await boss.demand('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' })
  for (const one of [MALLORY, LONG, NOBODY]) await run({ do: 'addPhone', ...one, role: 'customer' })
  const [from, to] = [MALLORY.phone, COMPANY]
  const quotedId = await run({ do: 'say', from, to, text: EVIL })
  await run({ do: 'say', from, to, text: `*${EVIL}* _${TURNED}_ \`\`\`${EVIL}\`\`\``, quotedId })
  await run({
    do: 'say',
    from,
    to,
    text: `${JAVASCRIPT} data:text/html,${HTML} https://a.example/"onmouseover="evil=1`,
  })
  const link = { url: 'https://a.example/x', title: EVIL, description: UNBROKEN }
  await run({ do: 'say', from, to, text: link.url, link })
  await run({ do: 'say', from, to, text: JAVASCRIPT, link: { ...link, url: JAVASCRIPT } })
  await run({ do: 'sendContact', from, to, name: EVIL, phone: LONG.phone, more: [{ name: LONG.name, phone: from }] })
  await run({ do: 'sendLocation', from, to, latitude: -22.9, longitude: -43.1, name: EVIL })
  await run({ do: 'sendPoll', from, to, question: EVIL, options: [EVIL, UNBROKEN] })
  for (const empty of EMPTY) await run({ do: 'sendContent', from, to, base64: Buffer.from(empty).toString('base64') })
  const file = (text: string) => ({ from, to, base64: Buffer.from(text).toString('base64') })
  await run({
    do: 'sendMedia',
    ...file(HTML),
    kind: 'document',
    mimetype: 'text/html',
    name: `${EVIL}.html`,
    caption: EVIL,
  })
  await run({ do: 'sendMedia', ...file(SVG), kind: 'document', mimetype: 'image/svg+xml', name: `${TURNED}.svg` })
  await run({ do: 'sendMedia', ...file(SVG), kind: 'image', mimetype: 'image/svg+xml', caption: UNBROKEN })
  await run({ do: 'sendMedia', ...file(HTML), kind: 'document', mimetype: 'application/pdf', name: `${UNBROKEN}.pdf` })
  await run({ do: 'say', from: LONG.phone, to, text: `${TOWER} ${UNBROKEN} ${TURNED}` })
  await run({ do: 'say', from: NOBODY.phone, to, text: 'Oi' })
  const members = [COMPANY, LONG.phone]
  const chat = await run({ do: 'createGroup', by: from, subject: EVIL.slice(0, 90), members, addressing: 'pn' })
  for (const by of [from, LONG.phone]) await run({ do: 'say', from: by, to: chat, text: EVIL, mentions: [from] })
  const ofPerson = await accepted(false, MALLORY.phone)
  person = ofPerson.uuid
  group = (await accepted(true)).uuid
  // Files are downloaded after their messages have arrived, and have no address before.
  const page = () => boss.demand<MessagePage>('GET', `/messages/${ofPerson.id}`)
  const stored = async () => (await page()).messages.filter(({ media }) => media?.state === 'ready').length
  await until(async () => (await stored()) === FILES, { every: 50 })
})

test('nothing a stranger writes or sends is executed on the desk or the simulated phones, or breaks the layout', async () => {
  const page = await enter(RAFAEL.email)
  const { list, chat } = desk(page)
  const seen = new Set<string>()
  for (const uuid of [group, person]) {
    await page.goto(`${demo.url}/tickets/${uuid}`)
    await chat.locator('.msg').last().waitFor()
    const scroll = chat.locator('.chat-scroll')
    await scroll.press('End')
    await until(() => scroll.evaluate((box) => box.scrollTop + box.clientHeight >= box.scrollHeight - 1))
    for (let isTop = false; !isTop; ) {
      await painted(page)
      expect(await harm(page)).toEqual([])
      for (const address of await addresses(chat)) seen.add(address)
      isTop = await scroll.evaluate((box) => {
        const { scrollTop } = box
        box.scrollBy({ top: -box.clientHeight / 2 })
        return scrollTop === 0
      })
    }
  }
  // The link preview, and files that are not the pictures they claim to be.
  const files = [...seen].filter((address) => address.startsWith('/api/media/'))
  expect(files).toHaveLength(FILES - 1)
  expect([...seen]).toContain('https://a.example/x')
  await list.getByRole('button', { name: /^Aguardando/ }).click()
  await list.getByRole('link', { name: '+55 (21) 95555-0003' }).waitFor()
  expect(await harm(page)).toEqual([])
  expect(await heights(list.getByRole('listitem'))).toHaveLength(1)

  // An HTML file is downloaded, or shown where nothing is executed.
  for (const address of files) {
    const other = await page.context().newPage()
    await other.goto(`${demo.url}${address}`).catch(() => {})
    expect(await harm(other)).toEqual([])
    await other.close()
  }

  await page.goto(`${demo.url}/simulator`)
  await page.getByRole('article').first().waitFor()
  expect(await harm(page)).toEqual([])
})

/** Executed marks, injected elements, and elements that overflow at the right. */
const harm = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll('.evil, [onerror], [onload], [onmouseover]')].map(
      (one) => one.outerHTML,
    )
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href)
    found.push(...links.filter((href) => !/^(https?|blob):/.test(href)))
    if ('evil' in window) found.push('it ran')
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push('the page scrolls sideways')
    for (const one of document.querySelectorAll('.msg .bubble, .ticket, .handset-chat')) {
      const room = one.parentElement?.getBoundingClientRect().right ?? 0
      if (one.getBoundingClientRect().right > room + 1) found.push(`stands out: ${one.className}`)
    }
    for (const one of document.querySelectorAll('.bubble :is(b, p)'))
      if (one.textContent?.trim() === '') found.push(`says nothing: ${one.outerHTML}`)
    return found
  })

const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

const addresses = (chat: Locator) =>
  chat
    .locator('.bubble-link, .bubble-file a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

/** Rows have the same height whatever the name. */
const heights = async (rows: Locator) =>
  new Set(await rows.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height))))

async function run(command: Command): Promise<string> {
  const result = await boss.phones.run(command)
  if (!result.ok) throw new Error(`${command.do}: ${result.error} ${result.message}`)
  return result.id ?? ''
}

async function accepted(isGroup: boolean, number?: string): Promise<TicketSummary> {
  const waiting = () => boss.demand<TicketPage>('GET', `/tickets?status=pending&isGroup=${isGroup}&showAll=true`)
  const isMeant = ({ contact }: TicketSummary) => number === undefined || contact.number === number
  const ticket = await until(async () => (await waiting()).tickets.find(isMeant), { every: 50 })
  return boss.accept(ticket)
}
