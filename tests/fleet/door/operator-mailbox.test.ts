/** The operator's mailbox is read at one node; answers go to the companies of others. */
import { expect, test } from 'bun:test'
import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { CONTROL } from '../../../src/platform/gate'
import { getColumn } from '../../../src/platform/sql'
import { listCompanies } from '../../../src/tenancy/companies'
import { operatorWorld } from '../../email/operator-world'
import { runJob } from '../../support/jobs'
import { shelf } from '../../support/shelf'
import { NOON, type World, world } from '../../support/world'
import { newProductFleet } from './support/product-nodes'

/** `reader` has control.db and the bakery; `owner` has the shop. Each has sent an e-mail. */
async function twoNodes() {
  const { w, options, imap, sentBy, answer } = await operatorWorld()
  const [shops, bakerys] = [await sentBy(0), await sentBy(1)]
  const [shop = '', bakery = ''] = listCompanies(w.server.databases.control).map(({ uuid }) => uuid)
  await w.close()
  const folder = mkdtempSync(join(shelf(), 'balcao-other-'))
  cpSync(w.dataDir, folder, { recursive: true })
  const reader = world({ ...options, dataDir: w.dataDir, startsAt: NOON })
  const owner = world({ ...options, dataDir: folder, startsAt: NOON })
  const fleet = newProductFleet()
  const [a, b] = [fleet.open('a', reader), fleet.open('b', owner)]
  reader.server.databases.handOver(shop)
  owner.server.databases.handOver(bakery)
  fleet.owners.set(shop, 'b').set(bakery, 'a').set(CONTROL, 'a')
  for (const { door } of [a, b]) door.ownersChanged()
  const answersOf = (at: World, uuid: string) =>
    getColumn<string>(at.server.cxOf(uuid).db, 'SELECT message FROM email_answers ORDER BY id')
  return {
    ...{ a, b, reader, owner, fleet, imap, shop, bakery },
    read: () => runJob(reader.server, 'email.operatorAnswers'),
    toShop: (text: string) => answer(shops, { text }),
    toBakery: (text: string) => answer(bakerys, { text }),
    inShop: () => answersOf(owner, shop),
    inBakery: () => answersOf(reader, bakery),
    readAgain: () =>
      reader.server.databases
        .writableControl()
        .$client.exec('UPDATE answers_mailbox SET last_uid = 0, uid_validity = NULL'),
  }
}

test('an answer is stored where its company is, once', async () => {
  const { toShop, toBakery, read, inShop, inBakery, readAgain, imap } = await twoNodes()
  toShop('um')
  toBakery('do outro')
  toShop('dois')
  await read()
  expect([inShop(), inBakery()]).toEqual([['um', 'dois'], ['do outro']])
  readAgain()
  await read()
  expect([inShop(), inBakery()]).toEqual([['um', 'dois'], ['do outro']])
  const texts = imap.fetched.length
  await read()
  expect(imap.fetched).toHaveLength(texts)
}, 60_000)

test('answers to a company without an owner wait, and those of others do not', async () => {
  const { toShop, toBakery, read, inShop, inBakery, fleet, shop } = await twoNodes()
  fleet.move(shop, undefined)
  for (const n of [1, 2, 3]) {
    toShop(`loja ${n}`)
    toBakery(`padaria ${n}`)
    await read()
  }
  expect([inShop(), inBakery()]).toEqual([[], ['padaria 1', 'padaria 2', 'padaria 3']])
  fleet.move(shop, 'b')
  await read()
  expect(inShop()).toEqual(['loja 1', 'loja 2', 'loja 3'])
}, 60_000)

test('a node that cannot store an answer gets it again, and one that is gone does not stop the reading', async () => {
  const { toShop, toBakery, read, inShop, inBakery, owner, b, reader } = await twoNodes()
  owner.expectErrors()
  const { $client } = owner.server.cxOf(owner.tenant.uuid).db
  $client.exec('ALTER TABLE email_answers RENAME TO aside')
  toShop('um')
  toBakery('padaria 1')
  await read()
  expect(inBakery()).toEqual(['padaria 1'])
  $client.exec('ALTER TABLE aside RENAME TO email_answers')
  await read()
  expect(inShop()).toEqual(['um'])
  b.door.close()
  await b.door.stop()
  toShop('dois')
  toBakery('padaria 2')
  await read()
  expect([inShop(), inBakery()]).toEqual([['um'], ['padaria 1', 'padaria 2']])
  expect(reader.logged.map(({ msg }) => msg)).toContain('answers to e-mails of a company wait: it could not store them')
}, 60_000)

test('forged tags lead nowhere at the other node, either', async () => {
  const { read, inShop, imap } = await twoNodes()
  imap.put(
    `From: x@x.example\nTo: respostas+1-${'z'.repeat(20)}-1@operador.example\nMessage-ID: <forged@x.example>\n\nx\n`,
  )
  await read()
  expect(inShop()).toEqual([])
  expect(imap.fetched.filter((one) => /BODY\[\]/.test(one))).toEqual([])
}, 60_000)
