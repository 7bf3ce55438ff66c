/** Profile pictures: when they are requested, and who may see them. */
import { describe, expect, test } from 'bun:test'
import { contactUpdated } from '../../src/contacts/contract'
import { DAY } from '../../src/platform/time'
import { LOJA } from '../support/company-world'
import { PNG } from '../support/pixel'
import { phone } from '../support/telephones'
import { until } from '../support/until'
import { type World, world } from '../support/world'

const MARIA = '5521996124087'

describe('a picture', () => {
  const asked = (w: World) => w.telephones.called('picture').length

  test('is fetched once a day for contacts who write, stored here, and visible when signed in', async () => {
    const w = world()
    const ana = w.attendant()
    w.telephones.keepFile(`picture of ${MARIA}`, PNG)
    const maria = w.whatsapp.person(MARIA)
    maria.says('oi')
    await until(() => ana.heard(contactUpdated).some(({ contact }) => contact.profilePicUrl !== null))
    const address = ana.heard(contactUpdated).at(-1)?.contact.profilePicUrl ?? ''
    expect(address).toStartWith('/api/contacts/1/picture/')
    const shown = await ana.request(address)
    expect([shown.status, Buffer.from(await shown.arrayBuffer()).equals(PNG)]).toEqual([200, true])
    expect((await w.app.handle(new Request(`http://localhost${address}`))).status).toBe(403)
    maria.says('de novo')
    expect(asked(w)).toBe(1)
    w.clock.forward(DAY + 1)
    maria.says('amanhã')
    await until(() => asked(w) === 2)
  })

  test('is requested at most four times a second', async () => {
    const w = world({ usualPace: true })
    const started = performance.now()
    for (let n = 0; n < 6; n++) w.whatsapp.person(`552199000000${n}`).says('oi')
    await until(() => asked(w) === 3)
    expect(performance.now() - started).toBeGreaterThan(490)
  })

  test('is fetched again after a change, and no longer shown after its removal', async () => {
    const w = world()
    w.telephones.keepFile(`picture of ${MARIA}`, PNG)
    w.whatsapp.person(MARIA).says('oi')
    await until(() => w.rows('SELECT 1 FROM contacts WHERE picture IS NOT NULL').length === 1)
    w.telephones.keepFile(`picture of ${MARIA}`, Buffer.from('not a picture'))
    w.telephones.pictureChanged(w.refOf(LOJA), phone(MARIA))
    await until(() => w.rows('SELECT 1 FROM contacts WHERE picture IS NULL AND picture_url IS NULL').length === 1)
  })
})
