/** Writes to control.db that a company's code asks for by name. */
import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { AppError } from '../../src/errors'
import { storeReaders } from '../../src/features/announcements/control-writes'
import { MOST_A_DAY, storeCode } from '../../src/features/password-reset/control-writes'
import { answerGrant, endGrantsOf } from '../../src/operator/support/control-writes'
import { supportErrors } from '../../src/operator/support/errors'
import { supportGrants } from '../../src/operator/support/tables'
import {
  type ControlWrite,
  type ControlWrites,
  createControlWrites,
  defineControlWrite,
} from '../../src/platform/control-writes'
import { execute, getColumn, getRow, getRows, getTuples } from '../../src/platform/sql'
import { type ControlDb, prepared, statement } from '../../src/platform/sqlite'
import { HOUR } from '../../src/platform/time'
import { setStandby } from '../../src/tenancy/standby'
import { plans } from '../../src/tenancy/tables'
import { asCompany } from '../support/control-guard'
import { givePlan } from '../support/plans'
import { NOON, type World, world } from '../support/world'

const writesOf = (w: World): readonly ControlWrite[] =>
  w.server.modules.flatMap(({ controlWrites = [] }) => controlWrites)

const payload = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** An open invoice of the world's second company, with a charge. */
function furnish(w: World) {
  const { databases } = w.server
  const control = databases.writableControl()
  const shop = w.company()
  givePlan(control, shop.tenant.id, [])
  setStandby(control, shop.tenant.id, NOON)
  const [invoiceId, chargeId] = [1, 1]
  execute(
    control,
    `INSERT INTO invoices (id, company_id, period, detail, amount, recurrence, due_at, created_at)
     VALUES (1, ?, '2026-03-10', 'Test', 9900, 'MENSAL', ?, ?)`,
    [shop.tenant.id, NOON + HOUR, NOON],
  )
  execute(
    control,
    `INSERT INTO charges (id, invoice_id, provider, reference, amount, code, created_at)
     VALUES (1, 1, 'efi', 'referencia', 9900, 'pix', ?)`,
    NOON,
  )
  execute(
    control,
    `INSERT INTO mail_codes (owner, code, expires_at, counted_from, issued) VALUES ('ana', 'cifrado', ?, ?, 1)`,
    [NOON + HOUR, NOON],
  )
  execute(
    control,
    `INSERT INTO mail_accounts (id, provider, address, refresh_token, signed_in_at) VALUES (1, 'google', 'a@b.example', 'x', ?)`,
    NOON,
  )
  execute(
    control,
    `INSERT INTO announcements (id, title, text, priority, words, active, created_at, updated_at) VALUES (1, 'Oi', 'Oi', 1, 'oi', 1, ?, ?)`,
    [NOON, NOON],
  )
  execute(
    control,
    `INSERT INTO channel_accounts (channel, account, company_id, connection_id) VALUES ('facebook', 'a', ?, 1)`,
    shop.tenant.id,
  )
  execute(
    control,
    `INSERT INTO former_sessions (id, company_id, user_id, created_at, expires_at) VALUES ('f', ?, 1, ?, ?)`,
    [shop.tenant.id, NOON, NOON + HOUR],
  )
  execute(
    control,
    "INSERT INTO claims (revision, kind, value, tenant_uuid, taken_at) VALUES (999, 'email', 'velha@loja.example', 'loja', ?)",
    NOON,
  )
  ask(w, shop.tenant.id)
  return { companyId: shop.tenant.id, invoiceId, chargeId }
}

const ask = ({ server }: World, companyId: number) =>
  server.databases
    .writableControl()
    .insert(supportGrants)
    .values({ companyId, askedBy: 7, asker: 'Operadora', reason: 'Ajuda', askedAt: NOON, state: 'asked' })
    .run()

type Furnished = ReturnType<typeof furnish>
type Example = {
  args(of: Furnished): unknown
  /** What a second run under another id does instead of nothing. */
  readonly again?: string
}

const examples: Readonly<Record<string, Example>> = {
  'announcements.storeReaders': { args: ({ companyId }) => ({ companyId, counted: [{ id: 1, readers: 3 }] }) },
  'billing.chooseInvoice': {
    args: ({ companyId, invoiceId }) => ({
      companyId,
      details: { billingName: 'Padaria', billingCity: 'Olinda' },
      invoiceId,
      plan: { users: 5, connections: 2, amount: 15_000, features: null },
    }),
    again: 'makes the custom plan anew, and deletes the one before, which nobody has',
  },
  'billing.openCharge': { args: ({ invoiceId }) => ({ invoiceId, provider: 'asaas', reference: 'nova' }) },
  'billing.storeIssued': {
    args: ({ chargeId }) => ({ chargeId, issued: { code: 'novo', externalId: null, expiresAt: NOON + HOUR } }),
  },
  'billing.storeReading': {
    args: ({ chargeId }) => ({ chargeId, reading: { status: 'paid', paid: 9900, endToEndId: 'E1' } }),
    again: 'changes nothing, and says so',
  },
  'billing.storeWithdrawn': { args: ({ chargeId }) => ({ chargeId }) },
  'claims.create': {
    args: () => ({ kind: 'email', value: 'nova@loja.example', tenantUuid: 'loja' }),
    again: 'finds the claim that is there',
  },
  'claims.remove': { args: () => ({ kind: 'email', value: 'velha@loja.example', revision: 999 }) },
  'companies.releaseStandby': {
    args: ({ companyId }) => ({ companyId }),
    again: 'says that it was not on standby any more',
  },
  'companies.storeOwn': {
    args: ({ companyId }) => ({ companyId, fields: { billingName: 'Padaria', phone: '' } }),
    again: 'finds the details as they are',
  },
  'errors.keep': {
    args: () => ({
      groups: [
        {
          ...{ key: 'k', words: 'a job failed', error: 'Error', place: 'job', reference: null, count: 2 },
          ...{ companies: ['a'], firstAt: NOON, lastAt: NOON },
        },
      ],
      removed: ['gone'],
    }),
    again: 'counts what was met since',
  },
  'load.keep': {
    args: () => ({ at: NOON, p50: 1, p99: 2, max: 3, memory: 4, received: 5, settled: 6, requests: 7, slow: 8 }),
    again: 'adds another sample of the hour',
  },
  'mailAccounts.refuse': { args: () => ({ id: 1, words: 'invalid_grant' }), again: 'says that it was refused before' },
  'mailAccounts.renew': { args: () => ({ id: 1, token: 'cifrado' }) },
  'mailCodes.forget': { args: () => ({ owner: 'ana', code: 'cifrado' }) },
  'mailCodes.store': { args: () => ({ owner: 'bia', code: 'cifrado' }), again: 'counts another code of the day' },
  'mailCodes.use': {
    args: () => ({ owner: 'ana', of: 'cifrado', isRight: false }),
    again: 'counts another try',
  },
  'meta.removeReceiver': { args: ({ companyId }) => ({ companyId, connectionId: 1 }) },
  'meta.storeReceiver': {
    args: ({ companyId }) => ({
      ...{ companyId, connectionId: 2, channel: 'facebook', account: 'b', appSecret: null, verifyTokenHash: null },
      ...{ businessId: null, metaUserId: null },
    }),
  },
  'push.storeKeys': { args: () => ({ publicKey: 'p', privateKey: 'k', insteadOf: null }) },
  'support.answerGrant': {
    args: ({ companyId }) => ({ companyId, answer: 'grant', hours: 4, by: 'Ana' }),
    again: 'is refused: the request was answered',
  },
  'users.noteLogin': { args: ({ companyId }) => ({ companyId, at: NOON }) },
  'users.noteFormerSessionsTaken': { args: ({ companyId }) => ({ companyId }) },
  'support.endGrantsOf': { args: () => ({ askedBy: 7 }), again: 'finds none that is open' },
}

/** All rows of control.db, by table, but for the answers to other nodes. */
function stateOf(control: ControlDb): Record<string, unknown> {
  const tables = getColumn<string>(control, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
  return Object.fromEntries(
    tables
      .filter((name) => name !== 'control_writes' && !name.startsWith('sqlite_'))
      .map((name) => [name, getRows(control, `SELECT * FROM ${name}`)]),
  )
}

describe('an operation', () => {
  test('has a name of its own and an example', () => {
    const names = writesOf(world()).map(({ name }) => name)
    expect(names.toSorted()).toEqual(Object.keys(examples).toSorted())
  })

  test.each(Object.entries(examples))('%s asked for twice by another node runs once', (name, { args }) => {
    const w = world()
    const asked = { id: 'node-a 1', name, args: payload(args(furnish(w))) }
    const { control } = w.server.databases
    const before = stateOf(control)
    const first = payload(w.server.controlWrites.receive(asked))
    const after = stateOf(control)
    expect(payload(w.server.controlWrites.receive(asked))).toEqual(first)
    expect(stateOf(control)).toEqual(after)
    if (name !== 'push.storeKeys' && name !== 'billing.storeWithdrawn') expect(after).not.toEqual(before)
  })

  test.each(Object.entries(examples))('%s asked for again by somebody changes what is written here', (name, one) => {
    const w = world()
    const args = payload(one.args(furnish(w)))
    const { control } = w.server.databases
    const ask = (id: string): unknown => payload(w.server.controlWrites.receive({ id, name, args }))
    const first = ask('node-a 1')
    const after = stateOf(control)
    const again = ask('node-b 1')
    const isSame = Bun.deepEquals([first, after], [again, stateOf(control)])
    expect(isSame).toBe(one.again === undefined)
  })

  test('that another version knows is refused by its name, and arguments by what is wrong with them', () => {
    const { controlWrites } = world().server
    const asking = (name: string, args: unknown) => payload(controlWrites.receive({ id: 'a', name, args }))
    const unknown = (words: unknown) => ({ is: 'unknown', words })
    expect(asking('billing.refund', {})).toEqual(
      unknown('there is no operation billing.refund: the node runs another version'),
    )
    expect(asking('support.answerGrant', { companyId: '2', answer: 'grant', by: 'Ana' })).toEqual(
      unknown(expect.stringMatching(/^support\.answerGrant: companyId: .*number/)),
    )
    expect(asking('support.answerGrant', null)).toEqual(unknown(expect.stringMatching(/^support\.answerGrant: /)))
    expect(asking('support.answerGrant', { companyId: 2, answer: 'always', by: 'Ana' })).toEqual(
      unknown('support.answerGrant: answer: form.invalid'),
    )
  })

  test('that fails leaves nothing behind, and may be asked for again', () => {
    const w = world()
    const { companyId } = furnish(w)
    const { control, writableControl } = w.server.databases
    const asked = { id: 'a', name: answerGrant.name, args: { companyId, answer: 'revoke', by: 'Ana' } }
    const before = stateOf(control)
    expect(w.server.controlWrites.receive(asked)).toEqual({ is: 'failed', code: 'ERR_NO_CONSENT' })
    expect(stateOf(control)).toEqual(before)
    execute(writableControl(), "UPDATE support_grants SET state = 'granted'")
    expect(w.server.controlWrites.receive(asked)).toMatchObject({ is: 'done', result: { state: 'ended' } })
  })

  test('is forgotten a day later', () => {
    const w = world()
    const { controlWrites, databases } = w.server
    const answers = () => getColumn(databases.control, 'SELECT id FROM control_writes ORDER BY id')
    controlWrites.receive({ id: 'a', name: endGrantsOf.name, args: { askedBy: 1 } })
    w.clock.forward(23 * HOUR)
    controlWrites.receive({ id: 'b', name: endGrantsOf.name, args: { askedBy: 1 } })
    expect(answers()).toEqual(['a', 'b'])
    w.clock.forward(2 * HOUR)
    controlWrites.receive({ id: 'c', name: endGrantsOf.name, args: { askedBy: 1 } })
    expect(answers()).toEqual(['b', 'c'])
  })

  test('runs at once in the process that owns control.db, and only if a module lists it', async () => {
    const w = world()
    const { companyId } = furnish(w)
    const { control } = w.server.databases
    const stateNow = () => getColumn(control, 'SELECT state FROM support_grants')
    const running = w.server.controlWrites.run(answerGrant, { companyId, answer: 'grant', by: 'Ana' })
    expect(stateNow()).toEqual(['granted'])
    await running
    const unlisted = defineControlWrite('nobody.lists', v.object({}), () => 1)
    await expect(w.server.controlWrites.run(unlisted, {})).rejects.toThrow('no module lists the operation nobody.lists')
  })
})

describe('another node', () => {
  /** It asks over a wire that loses every other answer. */
  function nodeBeside(w: World): ControlWrites {
    let asks = 0
    return createControlWrites({
      clock: w.clock.now,
      operations: writesOf(w),
      errors: w.server.modules.flatMap(({ errors = {} }) => Object.values(errors)),
      control: () => {
        throw new Error('control.db is not written here')
      },
      async ask(asked) {
        for (;;) {
          const answer = w.server.controlWrites.receive(payload(asked) as typeof asked)
          if (++asks % 2 === 0) return payload(answer) as typeof answer
        }
      },
    })
  }

  test('gets the result of a write that was run once, and what it throws as if it were run there', async () => {
    const w = world()
    const { companyId } = furnish(w)
    const beside = nodeBeside(w)
    const answer = { companyId, by: 'Ana' }
    const granted = await beside.run(answerGrant, { ...answer, answer: 'grant', hours: 4 })
    expect(granted).toMatchObject({ state: 'granted', until: NOON + 4 * HOUR, decidedBy: 'Ana' })
    const refused = await beside.run(answerGrant, { ...answer, answer: 'grant' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(AppError)
    expect(refused).toMatchObject({ code: 'ERR_NO_CONSENT', status: 403, known: supportErrors.ERR_NO_CONSENT })
    const full = { owner: 'bia', code: 'cifrado' }
    for (let n = 0; n < MOST_A_DAY; n++) await beside.run(storeCode, full)
    await expect(beside.run(storeCode, full)).rejects.toMatchObject({
      code: 'ERR_TOO_MANY_ATTEMPTS',
      details: { retryAfter: 86_400 },
    })
    expect(await beside.run(storeReaders, { companyId, counted: [] })).toBeUndefined()
  })

  test('of another version is told so', async () => {
    const w = world()
    const newer = defineControlWrite('billing.refund', v.object({}), () => 1)
    const beside = createControlWrites({
      clock: w.clock.now,
      operations: [newer],
      errors: [],
      control: w.server.databases.writableControl,
      ask: async (asked) => w.server.controlWrites.receive(asked),
    })
    await expect(beside.run(newer, {})).rejects.toThrow('there is no operation billing.refund')
  })
})

describe('a company’s own code', () => {
  test('is refused by control.db when it writes there itself, in tests', () => {
    const { databases } = world().server
    const write = () => execute(databases.writableControl(), "UPDATE plans SET name = 'Outro' WHERE id = -1")
    const insert = () => execute(databases.writableControl(), "INSERT INTO meta VALUES ('a', 'b')")
    expect(write).not.toThrow()
    expect(() => asCompany('GET /api/tags/', insert)).toThrow('GET /api/tags/ writes meta of control.db')
  })

  test('is refused when it asks for a write inside its transaction', async () => {
    const w = world()
    const { companyId } = furnish(w)
    const inside = w.server.cxOf(w.tenant.uuid).transaction(() => {
      const asked = w.server.controlWrites.run(answerGrant, { companyId, answer: 'grant', by: 'Ana' })
      asked.catch(() => {})
      return asked
    })
    await expect(inside).rejects.toThrow('support.answerGrant runs inside a transaction of company')
  })

  test('cannot express a write by its types', () => {
    // Never called: the compiler is what is tested.
    const written = (control: ControlDb, writes: ControlWrites, name: string) => {
      getRows(control, 'SELECT 1')
      getRows(control, `SELECT ${name}`)
      // @ts-expect-error
      getRow(control, 'UPDATE plans SET x = 1 RETURNING id')
      // @ts-expect-error
      getTuples(control.$client, `DELETE FROM ${name}`)
      // @ts-expect-error
      execute(control, 'UPDATE plans SET x = 1')
      // @ts-expect-error
      statement(control.$client, 'SELECT 1').run()
      // @ts-expect-error
      control.insert(plans)
      // @ts-expect-error
      control.transaction(() => {})
      // @ts-expect-error
      prepared(control, (db) => db.update(plans).set({ name }))
      // @ts-expect-error
      control.$client.exec('')
      // @ts-expect-error
      defineControlWrite('a', v.object({ at: v.number() }), () => ({ at: new Date() }))
      // @ts-expect-error
      defineControlWrite('a', v.object({ of: v.map(v.string(), v.string()) }), () => 1)
      // @ts-expect-error
      void writes.run(endGrantsOf, { askedBy: '7' })
    }
    expect(written).toBeFunction()
    expect(createControlWrites).toBeFunction()
  })
})
