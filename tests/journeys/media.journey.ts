import { beforeAll, test } from 'bun:test'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { picture, testFourFiles } from './support/four-files'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
})

testFourFiles({ demo, enter }, CUSTOMER, { phone: false })

test('pictures sent in sequence show as an album, and each stays a message', async () => {
  const page = await enter(RAFAEL.email)
  const { open, say } = desk(page)
  await open(CUSTOMER)
  await say('E mais estas:')
  await page.locator('input[type=file]').setInputFiles(
    await Promise.all(
      [300, 600, 900].map(async (side) => ({
        name: `${side}.png`,
        mimeType: 'image/png',
        buffer: await picture(page, side, 300),
      })),
    ),
  )
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const album = page.getByRole('group', { name: '3 fotos' })
  await album
    .getByRole('img', { name: /Entregue|Lida/ })
    .nth(2)
    .waitFor()
  await album.getByRole('button', { name: 'Ações da mensagem' }).nth(1).press('Enter')
  await page.getByRole('menuitem', { name: 'Encaminhar' }).waitFor()
  await page.keyboard.press('Escape')
  await album
    .getByRole('button', { name: /^Ampliar/ })
    .nth(2)
    .press('Enter')
  await page.getByRole('button', { name: 'Foto anterior' }).waitFor()
})
